/// The type of a JSON value.
package enum JSONKind: UInt8, Sendable, Hashable, BitwiseCopyable {
    case null
    case `false`
    case `true`
    case number
    case string
    case array
    case object

    package var isBool: Bool { self == .true || self == .false }

    /// The name in messages; both booleans are `boolean`.
    package var name: String {
        switch self {
        case .null: "null"
        case .false, .true: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

/// One value or member key of a ``JSONTree``: its kind and the range of its text.
///
/// Sixteen bytes, so that a cache line holds four nodes.
@usableFromInline
package struct JSONNode: Sendable, Hashable, BitwiseCopyable {
    package struct Flags: OptionSet, Sendable, Hashable, BitwiseCopyable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// A string with at least one escape, so that its content differs from its text.
        package static let escaped = Flags(rawValue: 1)
        /// A number with neither a fraction nor an exponent.
        package static let integer = Flags(rawValue: 2)
        /// An object that a merge built from several sources: no range of bytes is its text.
        package static let merged = Flags(rawValue: 4)
    }

    /// The offset of the first byte; for a string, of the opening quote.
    package let start: UInt32
    /// The offset after the last byte; for a string, after the closing quote.
    package let end: UInt32
    /// The index of the node after this one's subtree.
    package let next: UInt32
    package let kind: JSONKind
    package let flags: Flags

    /// The offsets and the index must fit 32 bits, which the limit on the size of a document ensures.
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

    /// The range of the node's text in the bytes of the tree.
    package var span: Range<Int> { Int(start)..<Int(end) }
}

extension [JSONNode] {
    /// Calls a closure with the nodes as a span. `Array.span` needs iOS 26 and macOS 26.
    @inlinable
    package func withSpan<Result, Failure: Error>(
        _ body: (Span<JSONNode>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The span cannot escape the call, and the buffer lives as long as the array.
        try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) in
            try body(unsafe Span(_unsafeElements: buffer))
        }
    }
}

/// The children of nodes, for code that has the nodes of a document as a span. Each function needs a node of its kind.
///
/// A member is passed as the node of its key; the next node is its value.
extension Span<JSONNode> {
    /// Calls a closure with each element of an array.
    func forEachElement<Failure: Error>(of array: Int, _ body: (Int) throws(Failure) -> Void) throws(Failure) {
        _ = try containsElement(of: array) { (element) throws(Failure) in
            try body(element)
            return false
        }
    }

    /// Calls a closure with each member of an object.
    func forEachMember<Failure: Error>(of object: Int, _ body: (Int) throws(Failure) -> Void) throws(Failure) {
        _ = try containsMember(of: object) { (key) throws(Failure) in
            try body(key)
            return false
        }
    }

    /// Whether an array has an element that satisfies a predicate.
    func containsElement<Failure: Error>(
        of array: Int, where predicate: (Int) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        let end = Int(self[array].next)
        var element = array + 1
        while element < end {
            if try predicate(element) { return true }
            element = Int(self[element].next)
        }
        return false
    }

    /// Whether an object has a member that satisfies a predicate.
    func containsMember<Failure: Error>(
        of object: Int, where predicate: (Int) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        let end = Int(self[object].next)
        var key = object + 1
        while key < end {
            if try predicate(key) { return true }
            key = Int(self[key + 1].next)
        }
        return false
    }

    /// Whether a node, or one of the elements if it is an array, satisfies a predicate.
    func containsAny<Failure: Error>(
        of node: Int, where predicate: (Int) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        guard self[node].kind == .array else { return try predicate(node) }
        return try containsElement(of: node, where: predicate)
    }
}
