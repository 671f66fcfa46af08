/// A type whose values are read straight from the bytes of a document, without a decoder.
protocol DirectlyReadable: Sendable {
    /// The value at a node; `nil` if the JSON there is not of this type.
    static func read(_ node: Int, of tree: borrowing JSONTree) -> Self?
}

extension Bool: DirectlyReadable {
    static func read(_ node: Int, of tree: borrowing JSONTree) -> Bool? {
        tree.bool(at: node)
    }
}

extension Int: DirectlyReadable {
    /// An integral number, however it is written, that fits.
    static func read(_ node: Int, of tree: borrowing JSONTree) -> Int? {
        tree.int(at: node)
    }
}

extension Double: DirectlyReadable {
    /// The nearest `Double`; an integer that no `Double` is exactly is refused.
    static func read(_ node: Int, of tree: borrowing JSONTree) -> Double? {
        tree.double(at: node)
    }
}

extension String: DirectlyReadable {
    static func read(_ node: Int, of tree: borrowing JSONTree) -> String? {
        tree.string(at: node)
    }
}
