/// One of the texts that the bytes of a tree consist of: the document itself, or a patch merged into it.
package struct JSONSource: Sendable, Hashable {
    /// The name that messages use, such as the path of a file.
    package let name: String
    /// The offset of the text's first byte in the bytes of the tree.
    package let start: Int

    package init(name: String, start: Int) {
        self.name = name
        self.start = start
    }
}
