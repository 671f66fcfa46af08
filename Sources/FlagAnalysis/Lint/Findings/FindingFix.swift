package import FlagResolver

/// An edit that a finding proposes. Its effect is not known here; ``FixedDocument`` compares the documents.
package enum FindingFix: Hashable, Sendable {
    /// The entry is deleted.
    case deletion(of: EntryIndex, from: SettingIndex)
    case replacement(TextEdit)
}

/// The document and the finding that a fix is derived from.
package struct FixContext {
    package let document: SettingsDocument
    package let finding: Finding

    package init(_ document: SettingsDocument, _ finding: Finding) {
        self.document = document
        self.finding = finding
    }

    private var tree: JSONTree { document.tree }

    /// Replaces the bytes of the finding, which are within a string; `nil` if they are not the expected text.
    func replacing(_ text: String, with replacement: String) -> FindingFix? {
        guard tree.bytes[finding.span].elementsEqual(text.utf8), replacement.utf8.allSatisfy({ Self.isPlain($0) })
        else { return nil }
        return .replacement(TextEdit(finding.span, replacement: replacement))
    }

    /// Replaces the content of the string that contains the finding.
    func replacingString(with content: String) -> FindingFix? {
        let node = tree.innermostNode(at: finding.span.lowerBound)
        guard tree.kind(of: node) == .string, finding.span.upperBound <= tree.nodes[node].span.upperBound else {
            return nil
        }
        return .replacement(tree.edit(replacingString: node, with: content))
    }

    /// Puts the number that the finding is about in quotes.
    func quoting() -> FindingFix? {
        let node = tree.innermostNode(at: finding.span.lowerBound)
        guard tree.kind(of: node) == .number, tree.nodes[node].span == finding.span else { return nil }
        return .replacement(
            TextEdit(finding.span, replacement: "\"\(String(decoding: tree.bytes[finding.span], as: UTF8.self))\""))
    }

    /// Deletes the entry that contains the finding.
    func deletingEntry() -> FindingFix? {
        guard let setting = finding.settingIndex else { return nil }
        let entries = document.loaded[setting].entries
        let entry = entries.first { tree.nodes[Int(document.loaded[$0].node)].span.contains(finding.span.lowerBound) }
        return entry.map { .deletion(of: $0, from: setting) }
    }

    /// Whether a byte needs no escape in a JSON string.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
