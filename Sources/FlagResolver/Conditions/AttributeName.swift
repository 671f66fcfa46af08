/// The names that conditions can give to attributes: `[A-Za-z][A-Za-z0-9_-]*`.
///
/// Three of them stand for properties of ``EvaluationContext`` instead of attributes.
package enum AttributeName: Equatable, Sendable {
    case appVersion
    case date
    case targetingKey
    /// The name of an attribute.
    case attribute

    /// `nil` if the bytes do not spell a name.
    package init?(_ name: RawSpan) {
        guard name.byte(at: 0).isLetter else { return nil }
        for offset in 1..<max(1, name.byteCount) {
            let byte = name.byte(at: offset)
            guard
                byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_")
                    || byte == UInt8(ascii: "-")
            else { return nil }
        }
        self.init(checked: name)
    }

    /// Creates a name from bytes that are known to spell one.
    init(checked name: RawSpan) {
        switch name.byteCount {
        case 4 where name.isEqual(to: "date"): self = .date
        case 10 where name.isEqual(to: "appVersion"): self = .appVersion
        case 12 where name.isEqual(to: "targetingKey"): self = .targetingKey
        default: self = .attribute
        }
    }
}
