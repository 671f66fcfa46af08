/// Reads a document into nodes: strict RFC 8259 over UTF-8, in one pass, without recursion.
///
/// 1. The scanner is the state between two values: it stops when the nodes that it was given are full, and goes on
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

    @inline(__always)
    private mutating func scanValues(
        _ input: RawSpan,
        _ nodes: inout MutableSpan<JSONNode>,
        _ keys: inout JSONKeyTable
    ) throws(JSONMistake) -> Bool {
        if nodeCount == 0 { skipBlanks(input) }
        nextValue: while true {
            // Room for this value, and for the key that may follow it.
            guard nodeCount + 2 <= nodes.count else { return false }
            switch input.byte(at: position) {
            case UInt8(ascii: "\""):
                try scanString(input, &nodes)
            case UInt8(ascii: "{"):
                try open(.object, &nodes)
                skipBlanks(input)
                if input.byte(at: position) != UInt8(ascii: "}") {
                    try scanKey(input, &nodes, isFirst: true)
                    continue nextValue
                }
                try close(input, &nodes, &keys)
            case UInt8(ascii: "["):
                try open(.array, &nodes)
                skipBlanks(input)
                if input.byte(at: position) != UInt8(ascii: "]") { continue nextValue }
                try close(input, &nodes, &keys)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                try scanNumber(input, &nodes)
            case UInt8(ascii: "t"):
                try scanWord(0x6575_7274, count: 4, .true, input, &nodes)
            case UInt8(ascii: "f") where input.byte(at: position + 4) == UInt8(ascii: "e"):
                try scanWord(0x736C_6166, count: 5, .false, input, &nodes)
            case UInt8(ascii: "n"):
                try scanWord(0x6C6C_756E, count: 4, .null, input, &nodes)
            default:
                throw .noValue(at: position)
            }

            while true {
                skipBlanks(input)
                guard depth > 0 else {
                    guard position == input.byteCount else { throw .noCommaOrEnd(at: position) }
                    return true
                }
                let byte = input.byte(at: position)
                if byte == UInt8(ascii: ",") {
                    position += 1
                    skipBlanks(input)
                    if isInObject { try scanKey(input, &nodes, isFirst: false) }
                    continue nextValue
                }
                guard byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw .noCommaOrEnd(at: position)
                }
                try close(input, &nodes, &keys)
            }
        }
    }

    /// Moves past spaces, tabs and line ends.
    @inline(__always)
    private mutating func skipBlanks(_ input: RawSpan) {
        while true {
            let byte = input.byte(at: position)
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position += 1
            // Indentation is a run of spaces, eight of which are skipped at a time.
            while let word = input.word(at: position) {
                let others = word ^ 0x2020_2020_2020_2020
                guard others == 0 else {
                    position += others.trailingZeroBitCount >> 3
                    break
                }
                position += 8
            }
        }
    }

    /// Reads a key, its colon and the blanks up to the value.
    @inline(__always)
    private mutating func scanKey(
        _ input: RawSpan,
        _ nodes: inout MutableSpan<JSONNode>,
        isFirst: Bool
    ) throws(JSONMistake) {
        guard input.byte(at: position) == UInt8(ascii: "\"") else { throw .noKey(at: position, isFirst: isFirst) }
        try scanString(input, &nodes)
        memberCount += 1
        skipBlanks(input)
        guard input.byte(at: position) == UInt8(ascii: ":") else { throw .noColon(at: position) }
        position += 1
        skipBlanks(input)
    }

    /// Reads a word whose first four bytes, the first of them lowest, are given; a fifth has been compared before.
    @inline(__always)
    private mutating func scanWord(
        _ word: UInt32,
        count: Int,
        _ kind: JSONKind,
        _ input: RawSpan,
        _ nodes: inout MutableSpan<JSONNode>
    ) throws(JSONMistake) {
        guard input.halfWord(at: position) == word else { throw .noValue(at: position) }
        append(kind, from: position, to: position + count, &nodes)
        position += count
    }

    @inline(__always)
    private mutating func open(_ kind: JSONKind, _ nodes: inout MutableSpan<JSONNode>) throws(JSONMistake) {
        guard depth < limits.depth else { throw .tooDeep(at: position) }
        nodes[nodeCount] = JSONNode(position, memberCount, container, kind, [])
        container = nodeCount
        nodeCount += 1
        depth += 1
        memberCount = 0
        isInObject = kind == .object
        position += 1
    }

    /// Closes the innermost container, whose bracket is at the position.
    @inline(__always)
    private mutating func close(
        _ input: RawSpan,
        _ nodes: inout MutableSpan<JSONNode>,
        _ keys: inout JSONKeyTable
    ) throws(JSONMistake) {
        position += 1
        let opened = nodes[container]
        nodes[container] = JSONNode(Int(opened.start), position, nodeCount, opened.kind, [])
        if memberCount > 1,
            let pair = keys.duplicate(in: container, memberCount: memberCount, nodes: nodes.span, bytes: input)
        {
            throw .duplicateKey(first: pair.first, second: pair.second)
        }
        container = Int(opened.next)
        memberCount = Int(opened.end)
        depth -= 1
        isInObject = depth > 0 && nodes[container].kind == .object
    }

    /// Adds a node without children.
    @inline(__always)
    private mutating func append(
        _ kind: JSONKind,
        from start: Int,
        to end: Int,
        flags: JSONNode.Flags = [],
        _ nodes: inout MutableSpan<JSONNode>
    ) {
        nodes[nodeCount] = JSONNode(start, end, nodeCount + 1, kind, flags)
        nodeCount += 1
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
        position += 1
        while true {
            while let word = input.word(at: position) {
                let special = JSONStringScanning.specialBytes(of: word)
                guard special == 0 else {
                    position += special.trailingZeroBitCount >> 3
                    break
                }
                position += 8
            }
            let byte = input.byte(at: position)
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                flags = .escaped
                position = try JSONStringScanning.endOfEscape(in: input, at: position)
            } else if byte >= 0x80 {
                position = try JSONStringScanning.endOfMultibyteCharacters(in: input, at: position)
            } else if byte >= 0x20 {
                // Only within the last eight bytes of the document.
                position += 1
            } else {
                throw .noStringCharacter(at: position, stringStart: start)
            }
        }
        position += 1
        if position - start - 2 > limits.stringByteCount {
            try JSONStringScanning.checkLength(of: start..<position, limit: limits.stringByteCount, in: input)
        }
        append(.string, from: start, to: position, flags: flags, &nodes)
    }

    /// Reads the number whose first digit or sign is at the position.
    @inline(__always)
    private mutating func scanNumber(
        _ input: RawSpan,
        _ nodes: inout MutableSpan<JSONNode>
    ) throws(JSONMistake) {
        let start = position
        var flags: JSONNode.Flags = .integer
        var mayBeInfinite = false
        if input.byte(at: position) == UInt8(ascii: "-") { position += 1 }
        if input.byte(at: position) == UInt8(ascii: "0") {
            position += 1
            if JSONScanner.isDigit(input.byte(at: position)) { throw .number(.leadingZero, from: start) }
        } else {
            guard skipDigits(input) else { throw .noDigitAfterMinus(from: start) }
        }
        if input.byte(at: position) == UInt8(ascii: ".") {
            flags = []
            position += 1
            guard skipDigits(input) else { throw .number(.noDigitAfterPoint, from: start) }
        }
        if input.byte(at: position) | 0x20 == UInt8(ascii: "e") {
            flags = []
            mayBeInfinite = true
            position += 1
            let sign = input.byte(at: position)
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            guard skipDigits(input) else { throw .number(.noDigitInExponent, from: start) }
        }
        // Below 10^308 without an exponent there is nothing to check.
        if mayBeInfinite || position - start > 308 {
            guard JSONDecimal(start..<position, in: input).isFinite(in: input) else {
                throw .numberTooLarge(from: start, to: position)
            }
        }
        append(.number, from: start, to: position, flags: flags, &nodes)
    }

    /// Moves past digits, and says whether there was one.
    @inline(__always)
    private mutating func skipDigits(_ input: RawSpan) -> Bool {
        let start = position
        while JSONScanner.isDigit(input.byte(at: position)) { position += 1 }
        return position > start
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }
}
