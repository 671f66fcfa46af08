import FlagResolver

/// A source in another language than Swift, with the names of settings that are whole string literals in it.
struct OtherFile {
    struct Mention {
        let setting: String
        let span: Range<Int>
    }

    let name: String
    let bytes: [UInt8]
    let mentions: [Mention]

    /// - Parameter settings: The names of all settings that are known.
    /// - Complexity: O(*n*) in the number of bytes, and in the length of the names at each quotation mark.
    init(_ name: String, _ bytes: [UInt8], _ settings: [String]) {
        self.name = name
        self.bytes = bytes
        let names = Set(settings.map { ExactText($0) })
        let longest = settings.map(\.utf8.count).max() ?? 0
        var found: [Mention] = []
        // A quotation mark may begin or end a literal: without a grammar, both are tried.
        for start in bytes.indices where Self.quotationMarks.contains(bytes[start]) {
            let rest = bytes[(start + 1)...].prefix(longest + 1)
            guard let end = rest.firstIndex(of: bytes[start]) else { continue }
            let text = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
            if names.contains(ExactText(text)) { found.append(Mention(setting: text, span: start..<(end + 1))) }
        }
        mentions = found
    }

    private static let quotationMarks: Set<UInt8> = [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`")]

    /// `2 files in other languages were not read; one names "legacyFlag"`
    static func summary(of files: [OtherFile]) -> String {
        let verb = files.count == 1 ? "was" : "were"
        let read = "\(Count.of(files.count, "file")) in other languages \(verb) not read"
        let naming = files.filter { !$0.mentions.isEmpty }
        var names: [String] = []
        for mention in naming.flatMap(\.mentions) where !names.contains(mention.setting) {
            names.append(mention.setting)
        }
        guard !names.isEmpty else { return read }
        let listed =
            names.prefix(5).map { NameText.quoted($0) }.joined(separator: ", ") + (names.count > 5 ? ", …" : "")
        return "\(read); \(naming.count == 1 ? "one names" : "\(naming.count) name") \(listed)"
    }
}
