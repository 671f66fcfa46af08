/// A type whose values are read straight from the bytes of a document, without a decoder.
protocol DirectlyReadable: Sendable {
    /// The value at a node of a kind; `nil` if the JSON there is not of this type.
    static func read(_ node: Int, _ kind: JSONKind, of tree: borrowing JSONTree) -> Self?

    /// Whether there is a value of this type at a node of a kind.
    static func canRead(_ node: Int, _ kind: JSONKind, of tree: borrowing JSONTree) -> Bool
}

extension DirectlyReadable {
    /// The value at a node; `nil` if the JSON there is not of this type.
    static func read(_ node: Int, of tree: borrowing JSONTree) -> Self? {
        read(node, tree.nodes[node].kind, of: tree)
    }

    @inline(__always)
    static func canRead(_ node: Int, _ kind: JSONKind, of tree: borrowing JSONTree) -> Bool {
        read(node, kind, of: tree) != nil
    }
}

extension Bool: DirectlyReadable {
    /// The kind says it all: the tree, whose nodes lie far apart in memory, is left alone.
    @inline(__always)
    static func read(_ node: Int, _ kind: JSONKind, of tree: borrowing JSONTree) -> Bool? {
        // Which of the two it is nobody can guess: compared, not branched on.
        kind.isBool ? kind == .true : nil
    }
}

extension Int: DirectlyReadable {
    /// An integral number, however it is written, that fits.
    @inline(__always)
    static func read(_ node: Int, _ kind: JSONKind, of tree: borrowing JSONTree) -> Int? {
        kind == .number ? tree.int(at: node) : nil
    }
}

extension Double: DirectlyReadable {
    /// The nearest `Double`; an integer that no `Double` is exactly is refused.
    @inline(__always)
    static func read(_ node: Int, _ kind: JSONKind, of tree: borrowing JSONTree) -> Double? {
        kind == .number ? tree.double(at: node) : nil
    }
}

extension String: DirectlyReadable {
    @inline(__always)
    static func read(_ node: Int, _ kind: JSONKind, of tree: borrowing JSONTree) -> String? {
        kind == .string ? tree.string(at: node) : nil
    }

    @inline(__always)
    static func canRead(_ node: Int, _ kind: JSONKind, of tree: borrowing JSONTree) -> Bool {
        kind == .string
    }
}
