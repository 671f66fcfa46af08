/// What a member of a setting or of an entry is, going by its key.
enum KnownMember {
    case appVersion
    case value
    case defaultValue
    case valuesByVersion
    case type
    case description
    /// The key starts with `$`.
    case metadata
    case other

    /// Looks at the length of the key first, so that at most two keys are compared.
    init(key: JSONNode, in bytes: RawSpan) {
        guard !key.isEscaped else {
            self = KnownMember(escapedKey: key, in: bytes)
            return
        }
        let start = Int(key.start) + 1
        let count = Int(key.end) - 1 - start
        self = KnownMember(bytes.extracting(start..<(start + count)))
    }

    @inline(never)
    private init(escapedKey key: JSONNode, in bytes: RawSpan) {
        var content: [UInt8] = []
        JSONStringContent.append(key, in: bytes, to: &content)
        self = content.withRawSpan { KnownMember($0) }
    }

    @inline(__always)
    private init(_ key: RawSpan) {
        switch key.byteCount {
        case 4 where key.isEqual(to: "type"): self = .type
        case 5 where key.isEqual(to: "value"): self = .value
        case 10 where key.isEqual(to: "appVersion"): self = .appVersion
        case 11 where key.isEqual(to: "description"): self = .description
        case 12 where key.isEqual(to: "defaultValue"): self = .defaultValue
        case 15 where key.isEqual(to: "valuesByVersion"): self = .valuesByVersion
        default: self = key.byte(at: 0) == UInt8(ascii: "$") ? .metadata : .other
        }
    }
}

extension RawSpan {
    /// Whether the bytes are those of a text of the same length.
    @inline(__always)
    fileprivate func isEqual(to text: StaticString) -> Bool {
        // A static string that has a pointer keeps its bytes for as long as the program runs.
        guard text.hasPointerRepresentation, text.utf8CodeUnitCount == byteCount else { return false }
        let buffer = unsafe UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return isEqual(at: 0, to: unsafe RawSpan(_unsafeBytes: buffer), at: 0, count: byteCount)
    }
}
