/// Reads a document into nodes: strict RFC 8259 over UTF-8, in one pass, without recursion.
///
/// 1. The scanner is the state between two tokens: it stops when the nodes that it was given are full, and goes on
///    with more of them.
/// 2. The open containers are their own stack. Until a container is closed, its node has the index of the container
///    around it as `next`, and the number of that container's members so far as `end`. So a deep document costs no
///    memory beyond its nodes, and never the program's stack.
struct JSONScanner: BitwiseCopyable {
    private var position = 0
    private(set) var nodeCount = 0
    /// The index of the innermost open container; without a meaning at depth 0.
    private(set) var container = 0
    private(set) var depth = 0
    private var memberCount = 0
    private var isInObject = false
    private let limits: JSONLimits

    init(limits: JSONLimits) {
        self.limits = limits
    }

    /// Scans on until the document ends or the nodes are full, and says whether it has ended.
    mutating func scan(
        _ input: RawSpan,
        into nodes: inout MutableSpan<JSONNode>,
        keys: inout JSONKeyTable
    ) throws(JSONMistake) -> Bool {
        // A local copy stays in registers.
        var state = self
        defer { self = state }
        return try state.scanValues(input, &nodes, &keys)
    }

    /// Every function in here is inlined, so that all of it becomes one loop over registers. Positions and indices are at
    /// most the number of bytes, so that adding to them cannot overflow.
    @inline(__always)
    private mutating func scanValues(
        _ input: RawSpan,
        _ nodes: inout MutableSpan<JSONNode>,
        _ keys: inout JSONKeyTable
    ) throws(JSONMistake) -> Bool {
        nextValue: while true {
            // A member's key and its value are read in one go.
            guard nodeCount &+ 1 < nodes.count else { return false }
            var first = byteAfterBlanks(input)
            if isInObject {
                guard first == UInt8(ascii: "\"") else { throw .noKey(at: position) }
                try scanString(input, &nodes)
                guard byteAfterBlanks(input) == UInt8(ascii: ":") else { throw .noColon(at: position) }
                position &+= 1
                memberCount &+= 1
                first = byteAfterBlanks(input)
            }
            switch first {
            case UInt8(ascii: "\""):
                try scanString(input, &nodes)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                try open(isObject: first == UInt8(ascii: "{"), &nodes)
                // An empty container is closed below, as every other one.
                if byteAfterBlanks(input) != closingBracket { continue nextValue }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let (end, flags) = try JSONNumberScanning.end(in: input, from: position)
                append(.number, from: position, to: end, flags: flags, &nodes)
                position = end
            case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
                try scanWord(first, input, &nodes)
            default:
                throw .noValue(at: position)
            }

            while true {
                let byte = byteAfterBlanks(input)
                guard depth > 0 else {
                    guard position == input.byteCount else { throw .noCommaOrEnd(at: position) }
                    return true
                }
                if byte == UInt8(ascii: ",") {
                    position &+= 1
                    continue nextValue
                }
                guard byte == closingBracket else { throw .noCommaOrEnd(at: position) }
                try close(input, &nodes, &keys)
            }
        }
    }

    @inline(__always)
    private var closingBracket: UInt8 { isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

    /// A bit for each of the four blanks, at the place that its code says.
    private static let blanks: UInt64 = 1 << 0x20 | 1 << 0x0A | 1 << 0x0D | 1 << 0x09

    /// Moves past spaces, tabs and line ends, and returns the byte that follows; 0 at the end.
    @inline(__always)
    private mutating func byteAfterBlanks(_ input: RawSpan) -> UInt8 {
        while true {
            let byte = input.byte(at: position)
            guard byte <= 0x20, JSONScanner.blanks & 1 &<< UInt64(byte) != 0 else { return byte }
            position &+= 1
            // A single space is common, and a branch on it can be predicted where its length would be waited for.
            if byte == 0x20 {
                let next = input.byte(at: position)
                if next > 0x20 { return next }
            }
            // Indentation is a run of spaces, eight of which are skipped at a time.
            while let word = input.word(at: position) {
                let others = word ^ 0x2020_2020_2020_2020
                guard others == 0 else {
                    let bits = others.trailingZeroBitCount & ~7
                    position &+= bits &>> 3
                    let next = UInt8(truncatingIfNeeded: word &>> UInt64(bits))
                    if next > 0x20 { return next }
                    break
                }
                position &+= 8
            }
        }
    }

    /// Reads `true`, `false` or `null`.
    @inline(__always)
    private mutating func scanWord(
        _ first: UInt8,
        _ input: RawSpan,
        _ nodes: inout MutableSpan<JSONNode>
    ) throws(JSONMistake) {
        // Which word it is can hardly be predicted, so that it is selected rather than branched on.
        let isTrue = first == UInt8(ascii: "t")
        let isFalse = first == UInt8(ascii: "f")
        let word: UInt32 = isTrue ? 0x6575_7274 : isFalse ? 0x736C_6166 : 0x6C6C_756E
        let last = isTrue || isFalse ? UInt8(ascii: "e") : UInt8(ascii: "l")
        let end = position &+ (isFalse ? 5 : 4)
        guard input.halfWord(at: position) == word, input.byte(at: end &- 1) == last else {
            throw .noValue(at: position)
        }
        append(isTrue ? .true : isFalse ? .false : .null, from: position, to: end, flags: [], &nodes)
        position = end
    }

    @inline(__always)
    private mutating func open(isObject: Bool, _ nodes: inout MutableSpan<JSONNode>) throws(JSONMistake) {
        guard depth < limits.depth else { throw .tooDeep(at: position) }
        nodes[nodeCount] = JSONNode(position, memberCount, container, isObject ? .object : .array, [])
        container = nodeCount
        nodeCount &+= 1
        depth &+= 1
        memberCount = 0
        isInObject = isObject
        position &+= 1
    }

    /// Closes the innermost container, whose bracket is at the position.
    @inline(__always)
    private mutating func close(
        _ input: RawSpan,
        _ nodes: inout MutableSpan<JSONNode>,
        _ keys: inout JSONKeyTable
    ) throws(JSONMistake) {
        position &+= 1
        let opened = nodes[container]
        nodes[container] = JSONNode(Int(opened.start), position, nodeCount, opened.kind, [])
        if memberCount > 1, !hasTwoKeysOfDifferentLength(nodes),
            let pair = keys.duplicate(in: container, memberCount: memberCount, nodes: nodes.span, bytes: input)
        {
            throw .duplicateKey(first: pair.first, second: pair.second)
        }
        container = Int(opened.next)
        memberCount = Int(opened.end)
        depth &-= 1
        isInObject = depth > 0 && nodes[container].kind == .object
    }

    /// Whether the innermost container has just two keys, which one look tells apart: most entries and settings do.
    @inline(__always)
    private func hasTwoKeysOfDifferentLength(_ nodes: borrowing MutableSpan<JSONNode>) -> Bool {
        guard memberCount == 2 else { return false }
        let first = nodes[container + 1]
        let second = nodes[Int(nodes[container + 2].next)]
        return !first.isEscaped && !second.isEscaped && first.end &- first.start != second.end &- second.start
    }

    /// Adds a node without children.
    @inline(__always)
    private mutating func append(
        _ kind: JSONKind,
        from start: Int,
        to end: Int,
        flags: JSONNode.Flags,
        _ nodes: inout MutableSpan<JSONNode>
    ) {
        nodes[nodeCount] = JSONNode(start, end, nodeCount &+ 1, kind, flags)
        nodeCount &+= 1
    }
}

extension JSONScanner {
    /// Reads the string or key whose opening quote is at the position.
    @inline(__always)
    private mutating func scanString(
        _ input: RawSpan,
        _ nodes: inout MutableSpan<JSONNode>
    ) throws(JSONMistake) {
        let start = position
        var flags: JSONNode.Flags = []
        position &+= 1
        while true {
            let byte: UInt8
            if let word = input.word(at: position) {
                let special = JSONStringScanning.specialBytes(of: word)
                guard special != 0 else {
                    position &+= 8
                    continue
                }
                let bits = special.trailingZeroBitCount & ~7
                position &+= bits &>> 3
                byte = UInt8(truncatingIfNeeded: word &>> UInt64(bits))
            } else {
                byte = input.byte(at: position)
            }
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                flags = .escaped
                position = try JSONStringScanning.endOfEscape(in: input, at: position)
            } else if byte >= 0x80 {
                position = try JSONStringScanning.endOfMultibyteCharacters(in: input, at: position)
            } else if byte >= 0x20 {
                // Only within the last eight bytes of the document.
                position &+= 1
            } else {
                throw .noStringCharacter(at: position, stringStart: start)
            }
        }
        position &+= 1
        if position &- start &- 2 > limits.stringByteCount {
            try JSONStringScanning.checkLength(of: start..<position, limit: limits.stringByteCount, in: input)
        }
        append(.string, from: start, to: position, flags: flags, &nodes)
    }
}
