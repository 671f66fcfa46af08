#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The numbers of a text that `JSONDecoder` may read differently from the rule of ``NumberType``.
///
/// A decoder does not show how a number is written. So each of these numbers is replaced by a string that names its node.
/// The string has random digits, so that no document can have it. ``NumberDecoder`` reads the number in its place.
struct MarkedNumbers: Sendable {
    private let tree: JSONTree
    private let prefix: String
    private let decoder: JSONDecoder

    /// Those of the text that this thread decodes. Threads may share a decoder, so it cannot have them.
    static var current: MarkedNumbers? { threadLocalNumbers.current }

    private static let threadLocalNumbers = ThreadLocal<MarkedNumbers>()

    /// The nodes of the numbers below a node, in document order, that need a mark.
    static func nodes(in node: Int, of tree: JSONTree) -> [Int] {
        (node..<Int(tree.nodes[node].next)).filter { tree.nodes[$0].kind == .number && !tree[$0].isReadAlike }
    }

    init(of tree: JSONTree, decoder: JSONDecoder) {
        self.tree = tree
        self.decoder = decoder
        prefix = "$number\(UInt64.random(in: .min ... .max)):"
    }

    /// The mark in place of a number, as JSON.
    func mark(of node: Int) -> [UInt8] { Array("\"\(prefix)\(node)\"".utf8) }

    /// The number that a string stands for; `nil` if it is none of the marks.
    func number(_ text: String) -> JSONValue? {
        guard let digits = text.after(prefix: prefix), let node = Int(digits), tree.nodes.indices.contains(node) else {
            return nil
        }
        return tree[node]
    }

    /// Calls a closure that decodes a text with these marks.
    func decoding<Value>(_ body: () throws -> Value) rethrows -> Value {
        try Self.threadLocalNumbers.withValue(self, body)
    }

    /// Decodes a number as `JSONDecoder` does, such as a date. Errors have the given path.
    func decode<Value: Decodable>(_ type: Value.Type, from number: JSONValue, at path: [any CodingKey]) throws -> Value
    {
        do {
            return try decoder.decode(DecodingResult<Value>.self, from: Data(number.text)).result.get()
        } catch let error as DecodingError {
            throw error.context.map { context in
                error.replacingContext(
                    DecodingError.Context(
                        codingPath: path + context.codingPath, debugDescription: context.debugDescription,
                        underlyingError: context.underlyingError))
            } ?? error
        }
    }
}

extension JSONDecoder {
    /// Decodes a node. Numbers follow the rule of ``NumberType``, also in members of types of the app.
    func decodeExactly<Value: Decodable>(_ type: Value.Type, at node: Int, of tree: JSONTree) throws -> Value {
        guard tree.nodes[node].isMerged else {
            return try decodeExactly(
                type, MarkedText(tree.nodes[node].span, of: tree), MarkedNumbers.nodes(in: node, of: tree))
        }
        // A merged object has no text to replace numbers in. Its own text is valid.
        let text = tree.text(of: node)
        guard let tree = try? JSONTree(parsing: text, limits: DocumentLimits.standard.json) else {
            return try decode(type, from: Data(text))
        }
        return try decodeExactly(type, at: 0, of: tree)
    }

    /// Decodes a text of which numbers need a mark.
    func decodeExactly<Value: Decodable>(_ type: Value.Type, _ text: MarkedText, _ marked: [Int]) throws -> Value {
        guard !marked.isEmpty else {
            return try decode(type, from: Data(text.bytes))
        }
        let numbers = MarkedNumbers(of: text.tree, decoder: self)
        var text = text
        for node in marked { text.replace(text.tree.nodes[node].span, with: numbers.mark(of: node)) }
        let data = Data(text.bytes)
        return try numbers.decoding { try decode(ExactValue<Value>.self, from: data).value }
    }
}

/// A value, or why there is none. It catches errors inside the decoder: for a top-level value, `JSONDecoder` would
/// replace errors about numbers.
struct DecodingResult<Value: Decodable>: Decodable {
    let result: Result<Value, any Error>

    init(from decoder: any Decoder) {
        result = Result { try decoder.singleValueContainer().decode(Value.self) }
    }
}

/// A part of a document with replacements.
struct MarkedText {
    let tree: JSONTree
    private let span: Range<Int>
    private var replacements: [(span: Range<Int>, text: [UInt8])] = []

    init(_ span: Range<Int>, of tree: JSONTree) {
        self.tree = tree
        self.span = span
    }

    mutating func replace(_ span: Range<Int>, with text: [UInt8]) { replacements.append((span, text)) }

    /// The text, with the replacements in the order of their places.
    var bytes: [UInt8] {
        guard !replacements.isEmpty else { return [UInt8](tree.bytes[span]) }
        var bytes: [UInt8] = []
        var end = span.lowerBound
        for replacement in replacements.sorted(by: { $0.span.lowerBound < $1.span.lowerBound }) {
            // The others are in other parts.
            guard replacement.span.lowerBound >= end, replacement.span.upperBound <= span.upperBound else { continue }
            bytes += tree.bytes[end..<replacement.span.lowerBound]
            bytes += replacement.text
            end = replacement.span.upperBound
        }
        return bytes + tree.bytes[end..<span.upperBound]
    }
}
