/// How large a document may be before the parser refuses it.
///
/// Exceeding a limit refuses the whole document: nothing is ever truncated.
package struct JSONLimits: Sendable, Hashable, BitwiseCopyable {
    /// The depth that no configuration exceeds, so that code which recurses over a tree is safe on any stack.
    package static let greatestDepth = 1024

    /// The most bytes a document may have. Offsets are 32 bits wide, so 4 GiB is never exceeded.
    package let byteCount: Int
    /// The most arrays and objects that may stand inside one another; a document that is `{}` has depth 1.
    package let depth: Int
    /// The most UTF-8 bytes that the content of one string or key may have, after unescaping.
    package let stringByteCount: Int

    package init(byteCount: Int = 8 << 20, depth: Int = 64, stringByteCount: Int = 1 << 20) {
        self.byteCount = min(max(byteCount, 0), Int(clamping: UInt32.max))
        self.depth = min(max(depth, 0), JSONLimits.greatestDepth)
        self.stringByteCount = max(stringByteCount, 0)
    }
}
