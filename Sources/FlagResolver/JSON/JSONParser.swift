/// The limits on a document. A document that exceeds one is rejected; nothing is truncated.
package struct JSONLimits: Sendable, Hashable, BitwiseCopyable {
    /// The limit on ``depth`` itself, so that recursion over any tree is safe.
    package static let maximumDepth = 1024

    /// The number of bytes of the document, less than 4 GiB since offsets have 32 bits.
    package let byteCount: Int
    /// The number of nested arrays and objects; the depth of `{}` is 1.
    package let depth: Int
    /// The number of UTF-8 bytes of a string or key, after unescaping.
    package let stringByteCount: Int

    package init(byteCount: Int = 8 << 20, depth: Int = 64, stringByteCount: Int = 1 << 20) {
        self.byteCount = min(max(byteCount, 0), Int(clamping: UInt32.max))
        self.depth = min(max(depth, 0), JSONLimits.maximumDepth)
        self.stringByteCount = max(stringByteCount, 0)
    }
}

/// Parses one document into the nodes of a ``JSONTree``: strict RFC 8259 over UTF-8, in one pass, without recursion.
///
/// **Map.** `parseValues` is the grammar of containers, one loop; the open containers are a stack. Strings, numbers and
/// literals are in `JSONParser+Tokens.swift`, and ``JSONKeyTable`` finds duplicate keys when an object closes. Every
/// `throw` asks ``JSONDiagnosis`` for the error.
///
/// **Example.** The document `{"a": [1, "x\n"], "b": {}}` has eight nodes. `next` is the index of the node after the
/// subtree: it leads from a value to the next key or element.
///
/// | node | kind   | text           | start | end | next | flags   |
/// |------|--------|----------------|-------|-----|------|---------|
/// | 0    | object | the document   | 0     | 26  | 7    |         |
/// | 1    | string | `"a"`          | 1     | 4   | 2    |         |
/// | 2    | array  | `[1, "x\n"]`   | 6     | 16  | 5    |         |
/// | 3    | number | `1`            | 7     | 8   | 4    | integer |
/// | 4    | string | `"x\n"`        | 10    | 15  | 5    | escaped |
/// | 5    | string | `"b"`          | 18    | 21  | 6    |         |
/// | 6    | object | `{}`           | 23    | 25  | 7    |         |
struct JSONParser {
    let bytes: [UInt8]
    let sourceName: String
    let limits: JSONLimits
    /// The nodes of the open containers, the innermost last. Their `end` and `next` are 0.
    private var openContainers: [Int] = []
    private var isInObject = false
    /// The offset of the next value or member.
    private var position = 0
    private var isComplete = false
    private var keys = JSONKeyTable()

    init(_ bytes: [UInt8], sourceName: String, limits: JSONLimits) {
        self.bytes = bytes
        self.sourceName = sourceName
        self.limits = limits
    }

    /// Parses the document.
    ///
    /// - Returns: The nodes, in document order.
    mutating func parse() throws(JSONSyntaxError) -> [JSONNode] {
        try diagnosis().checkEncoding()
        var nodes: [JSONNode] = []
        var capacity = min(bytes.count, 4096) + 2
        let bytes = bytes
        while !isComplete {
            let parsed = nodes
            nodes = try bytes.withRawSpan { (input) throws(JSONSyntaxError) in
                try [JSONNode](capacity: capacity) { (nodes) throws(JSONSyntaxError) in
                    for node in parsed { nodes.append(node) }
                    try parseValues(input, into: &nodes)
                }
            }
            // Expect as many bytes per node in the rest of the document.
            let bytesPerNode = max(1, position / max(1, nodes.count))
            capacity += nodes.count + (bytes.count - position) / bytesPerNode
        }
        return nodes
    }

    /// Parses until the document ends or the buffer of nodes is full.
    ///
    /// An output span is faster than an array, which checks at each append whether its storage is shared.
    private mutating func parseValues(
        _ input: RawSpan, into nodes: inout OutputSpan<JSONNode>
    ) throws(JSONSyntaxError) {
        var position = position
        nextValue: while true {
            // The key and the value of a member are parsed in the same iteration.
            guard nodes.freeCapacity >= 2 else {
                self.position = position
                return
            }
            position = input.endOfBlanks(from: position)
            if isInObject {
                guard input.byte(at: position) == UInt8(ascii: "\"") else {
                    throw diagnosis(nodes).missingKey(at: position)
                }
                position = input.endOfBlanks(from: try parseString(input, at: position, into: &nodes))
                guard input.byte(at: position) == UInt8(ascii: ":") else {
                    throw diagnosis(nodes).missingColon(at: position)
                }
                position = input.endOfBlanks(from: position + 1)
            }
            switch input.byte(at: position) {
            case UInt8(ascii: "\""):
                position = try parseString(input, at: position, into: &nodes)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                position = input.endOfBlanks(from: try openContainer(input, at: position, into: &nodes))
                // The loop below closes an empty container.
                if input.byte(at: position) != closingBracket { continue nextValue }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                position = try parseNumber(input, at: position, into: &nodes)
            default:
                position = try parseLiteral(input, at: position, into: &nodes)
            }
            while true {
                position = input.endOfBlanks(from: position)
                if openContainers.isEmpty {
                    guard position == input.byteCount else { throw diagnosis(nodes).trailingText(at: position) }
                    isComplete = true
                    return
                }
                if input.byte(at: position) == UInt8(ascii: ",") {
                    position += 1
                    continue nextValue
                }
                guard input.byte(at: position) == closingBracket else {
                    throw diagnosis(nodes).missingComma(at: position)
                }
                position = try closeContainer(input, at: position, in: &nodes)
            }
        }
    }

    private var closingBracket: UInt8 { isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

    /// Opens the container whose bracket is at an offset. Returns the offset after the bracket.
    private mutating func openContainer(
        _ input: RawSpan, at start: Int, into nodes: inout OutputSpan<JSONNode>
    ) throws(JSONSyntaxError) -> Int {
        guard openContainers.count < limits.depth else { throw diagnosis(nodes).tooDeep(at: start) }
        isInObject = input.byte(at: start) == UInt8(ascii: "{")
        openContainers.append(nodes.count)
        nodes.append(JSONNode(start, 0, 0, isInObject ? .object : .array, []))
        return start + 1
    }

    /// Closes the innermost container, whose bracket is at an offset. Returns the offset after the bracket.
    private mutating func closeContainer(
        _ input: RawSpan, at bracket: Int, in nodes: inout OutputSpan<JSONNode>
    ) throws(JSONSyntaxError) -> Int {
        guard let container = openContainers.popLast() else { return bracket }
        let opened = nodes[container]
        nodes[container] = JSONNode(Int(opened.start), bracket + 1, nodes.count, opened.kind, [])
        if isInObject, let pair = keys.duplicate(in: container, nodes: nodes.span, bytes: input) {
            throw diagnosis().duplicateKey(nodes[pair.second], first: nodes[pair.first])
        }
        isInObject = openContainers.last.map { nodes[$0].kind == .object } ?? false
        return bracket + 1
    }

    /// Works out errors. It knows the last token, and the innermost open container.
    func diagnosis(_ nodes: borrowing OutputSpan<JSONNode>) -> JSONDiagnosis {
        var diagnosis = diagnosis()
        if !nodes.isEmpty { diagnosis.token = nodes[nodes.count - 1] }
        if let container = openContainers.last { diagnosis.container = nodes[container] }
        return diagnosis
    }

    func diagnosis() -> JSONDiagnosis {
        JSONDiagnosis(bytes: bytes, sourceName: sourceName, limits: limits)
    }
}
