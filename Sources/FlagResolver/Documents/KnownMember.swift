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

    @inline(__always)
    init(key: JSONNode, in bytes: RawSpan) {
        if key.isEscaped {
            self = KnownMember(escapedKey: key, in: bytes)
        } else {
            let start = Int(key.start) + 1
            self = KnownMember(bytes, from: start, count: Int(key.end) - 1 - start)
        }
    }

    @inline(never)
    private init(escapedKey key: JSONNode, in bytes: RawSpan) {
        var content: [UInt8] = []
        JSONStringContent.append(key, in: bytes, to: &content)
        self = content.withRawSpan { KnownMember($0, from: 0, count: content.count) }
    }

    /// Compares machine words, since this is asked for every key of a document: the first bytes of the key of that length
    /// and its last ones, which may overlap; the lowest byte comes first.
    @inline(__always)
    private init(_ bytes: RawSpan, from start: Int, count: Int) {
        let isKnown: Bool
        switch count {
        case 4:
            isKnown = bytes.halfWord(at: start) == 0x6570_7974  // type
            self = .type
        case 5:
            isKnown =
                bytes.halfWord(at: start) == 0x756C_6176  // valu
                && bytes.byte(at: start + 4) == UInt8(ascii: "e")
            self = .value
        case 10:
            isKnown =
                bytes.word(at: start) == 0x6973_7265_5670_7061  // appVersi
                && bytes.halfWord(at: start + 6) == 0x6E6F_6973  // sion
            self = .appVersion
        case 11:
            isKnown =
                bytes.word(at: start) == 0x7470_6972_6373_6564  // descript
                && bytes.halfWord(at: start + 7) == 0x6E6F_6974  // tion
            self = .description
        case 12:
            isKnown =
                bytes.word(at: start) == 0x5674_6C75_6166_6564  // defaultV
                && bytes.halfWord(at: start + 8) == 0x6575_6C61  // alue
            self = .defaultValue
        case 15:
            isKnown =
                bytes.word(at: start) == 0x7942_7365_756C_6176  // valuesBy
                && bytes.word(at: start + 7) == 0x6E6F_6973_7265_5679  // yVersion
            self = .valuesByVersion
        default:
            isKnown = false
            self = .other
        }
        guard !isKnown else { return }
        // An empty key has no first byte; what follows it is a quote.
        self = bytes.byte(at: start) == UInt8(ascii: "$") ? .metadata : .other
    }
}
