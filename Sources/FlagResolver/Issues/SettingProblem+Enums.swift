extension SettingProblem {
    /// Why a value is not a case of an enum: what was found, and the cases that the enum has.
    ///
    /// The standard library throws an error whose text alone has the value and the name of the enum.
    ///
    /// - Parameters:
    ///   - text: The text of the error.
    ///   - type: The type that was decoded: the enum, or one that contains it.
    /// - Returns: `nil` for another error.
    static func enumReason(_ text: String, decoding type: Any.Type?) -> String? {
        guard let rest = text.after(prefix: "Cannot initialize "),
            let nameEnd = rest.firstRange(ofBytes: " from invalid ")
        else { return nil }
        let value = rest[nameEnd.upperBound...]
        guard let typeEnd = value.firstRange(ofBytes: " value ") else { return nil }
        let name = rest[..<nameEnd.lowerBound]
        let raw = String(value[typeEnd.upperBound...])
        let found = value[..<typeEnd.lowerBound] == "String" ? quotedExcerpt(raw) : raw.shortened(to: 40)
        let cases = type.map { self.cases(ofEnum: String(name), within: $0) } ?? []
        guard let last = cases.last else { return "found \(found), expected a case of \(name)" }
        let list = cases.count > 1 ? cases.dropLast().joined(separator: ", ") + " or " + last : last
        return "found \(found), expected \(list)"
    }

    /// The raw values of an enum that a type is or contains; none if it does not list them, or has many.
    private static func cases(ofEnum name: String, within type: Any.Type) -> [String] {
        var type = type
        while let wrapped = (type as? any TransparentWrapper.Type)?.wrappedType
            ?? (type as? any TypeOfOneOther.Type)?.other
        {
            type = wrapped
        }
        guard "\(type)" == name, let choice = type as? any (CaseIterable & RawRepresentable).Type else { return [] }
        func values<Choice: CaseIterable & RawRepresentable>(of type: Choice.Type) -> [String] {
            type.allCases.prefix(maximumCaseCount + 1).map { item in
                (item.rawValue as? String).map { quotedExcerpt($0) } ?? "\(item.rawValue)"
            }
        }
        let values = values(of: choice)
        return values.count <= maximumCaseCount ? values : []
    }

    private static let maximumCaseCount = 20
}

/// A type with values of one other type.
private protocol TypeOfOneOther {
    static var other: any Any.Type { get }
}

extension Optional: TypeOfOneOther {
    fileprivate static var other: any Any.Type { Wrapped.self }
}

extension Array: TypeOfOneOther {
    fileprivate static var other: any Any.Type { Element.self }
}
