/// One value or member key of a JSON tree: what it is and where its text stands.
///
/// Nodes lie in document order. A container is followed by its children; a member's key is a string node directly
/// before its value. Sixteen bytes a node keep four of them in a cache line.
@usableFromInline
package struct JSONNode: Sendable, Hashable, BitwiseCopyable {
    /// What the parser and the merge know of a node beside its kind.
    package struct Flags: OptionSet, Sendable, Hashable, BitwiseCopyable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// A string whose text holds a backslash, so that its content differs from its text.
        package static let escaped = Flags(rawValue: 1)
        /// A number whose text has neither a fraction nor an exponent.
        package static let integer = Flags(rawValue: 2)
        /// An object that a merge built: its text has to be written, it stands nowhere.
        package static let merged = Flags(rawValue: 4)
    }

    /// The offset of the first byte; for a string, of the opening quote.
    package let start: UInt32
    /// The offset just after the last byte; for a string, after the closing quote.
    package let end: UInt32
    /// The index of the node after this one's subtree.
    package let next: UInt32
    package let kind: JSONKind
    package let flags: Flags

    /// A node from offsets and an index that fit, since the limit on bytes never exceeds 32 bits.
    @inline(__always)
    init(_ start: Int, _ end: Int, _ next: Int, _ kind: JSONKind, _ flags: Flags) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
        self.next = UInt32(truncatingIfNeeded: next)
        self.kind = kind
        self.flags = flags
    }

    package var isEscaped: Bool { flags.contains(.escaped) }
    package var isInteger: Bool { flags.contains(.integer) }
    package var isMerged: Bool { flags.contains(.merged) }

    /// Where the node's text stands in the bytes of the tree.
    package var span: Range<Int> { Int(start)..<Int(end) }
}
