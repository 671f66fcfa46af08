package import FlagResolver

/// An edit that a finding proposes. Its effect is not known here; ``FixedDocument`` compares the documents.
package enum FindingFix: Hashable, Sendable {
    /// The entry is deleted.
    case deletion(of: EntryIndex, from: SettingIndex)
    case replacement(TextEdit)

    /// Replaces bytes within a string; `nil` if they are not the expected text.
    static func replacing(_ text: String, at span: Range<Int>, of tree: JSONTree, with replacement: String) -> Self? {
        guard tree.bytes[span].elementsEqual(text.utf8), replacement.utf8.allSatisfy({ isPlain($0) }) else {
            return nil
        }
        return .replacement(TextEdit(span, replacement: replacement))
    }

    /// Replaces the content of the string that contains some bytes.
    static func replacingString(at span: Range<Int>, of tree: JSONTree, with content: String) -> Self? {
        let node = tree.innermostNode(at: span.lowerBound)
        guard tree.kind(of: node) == .string, span.upperBound <= tree.nodes[node].span.upperBound else { return nil }
        return .replacement(tree.edit(replacingString: node, with: content))
    }

    /// Swaps two values, neither of which contains the other.
    static func swapping(_ first: Int, _ second: Int, of tree: JSONTree) -> Self {
        let spans = [tree.nodes[first].span, tree.nodes[second].span].sorted { $0.lowerBound < $1.lowerBound }
        let (left, right) = (spans[0], spans[1])
        let between = tree.bytes[min(left.upperBound, right.lowerBound)..<right.lowerBound]
        let swapped = Array(tree.bytes[right]) + between + tree.bytes[left]
        return .replacement(TextEdit(left.lowerBound..<right.upperBound, replacement: swapped))
    }

    /// Puts a number in quotes.
    static func quotingNumber(at span: Range<Int>, of tree: JSONTree) -> Self? {
        let node = tree.innermostNode(at: span.lowerBound)
        guard tree.kind(of: node) == .number, tree.nodes[node].span == span else { return nil }
        return .replacement(TextEdit(span, replacement: "\"\(String(decoding: tree.bytes[span], as: UTF8.self))\""))
    }

    /// Whether a byte needs no escape in a JSON string.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
