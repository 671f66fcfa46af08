/// Reads a document into nodes: strict RFC 8259 over UTF-8, in one pass, without recursion.
///
/// The open containers are on a stack of its own, so the depth of a document costs memory that the limit bounds, never
/// the program's stack. Everything on the way of a valid document is in this file and the two on strings and numbers;
/// what an invalid document needs is in `JSONParser+Diagnosis.swift`.
struct JSONParser {
    /// A container that is not closed yet.
    struct OpenContainer: BitwiseCopyable {
        let node: UInt32
        var memberCount: UInt32
    }

    let bytes: [UInt8]
    let sourceName: String
    let limits: JSONLimits
    private(set) var nodes: [JSONNode] = []
    private(set) var openContainers: [OpenContainer] = []
    private var keys = JSONKeyTable()

    init(_ bytes: [UInt8], sourceName: String, limits: JSONLimits) {
        self.bytes = bytes
        self.sourceName = sourceName
        self.limits = limits
    }

    mutating func parse() throws(JSONSyntaxError) {
        let bytes = bytes
        let span = bytes.span
        let raw = unsafe span.bytes
        try checkBeginning(raw)
        // Settings documents have a node for every 11 to 16 bytes.
        nodes.reserveCapacity(bytes.count / 11 + 1)
        openContainers.reserveCapacity(limits.depth)
        try parseDocument(raw)
    }

    private mutating func parseDocument(_ input: RawSpan) throws(JSONSyntaxError) {
        var position = 0
        var isInObject = false
        skipBlanks(input, &position)
        nextValue: while true {
            switch input.byte(at: position) {
            case UInt8(ascii: "\""):
                try parseString(input, &position)
            case UInt8(ascii: "{"):
                try open(.object, at: &position)
                skipBlanks(input, &position)
                if input.byte(at: position) == UInt8(ascii: "}") {
                    isInObject = try close(input, at: &position)
                } else {
                    isInObject = true
                    try parseKey(input, &position, isFirst: true)
                    continue nextValue
                }
            case UInt8(ascii: "["):
                try open(.array, at: &position)
                skipBlanks(input, &position)
                if input.byte(at: position) == UInt8(ascii: "]") {
                    isInObject = try close(input, at: &position)
                } else {
                    isInObject = false
                    continue nextValue
                }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                try parseNumber(input, &position)
            case UInt8(ascii: "t"):
                try parseLiteral(0x6575_7274, .true, input, &position)
            case UInt8(ascii: "f"):
                guard input.byte(at: position + 4) == UInt8(ascii: "e") else { throw noValue(at: position) }
                try parseLiteral(0x736C_6166, .false, input, &position)
            case UInt8(ascii: "n"):
                try parseLiteral(0x6C6C_756E, .null, input, &position)
            default:
                throw noValue(at: position)
            }

            while true {
                skipBlanks(input, &position)
                guard !openContainers.isEmpty else {
                    guard position == input.byteCount else { throw noCommaOrEnd(at: position) }
                    return
                }
                let byte = input.byte(at: position)
                if byte == UInt8(ascii: ",") {
                    position += 1
                    skipBlanks(input, &position)
                    if isInObject { try parseKey(input, &position, isFirst: false) }
                    continue nextValue
                }
                guard byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw noCommaOrEnd(at: position)
                }
                isInObject = try close(input, at: &position)
            }
        }
    }

    /// Moves past spaces, tabs and line ends.
    @inline(__always)
    func skipBlanks(_ input: RawSpan, _ position: inout Int) {
        while true {
            let byte = input.byte(at: position)
            guard byte <= 0x20 else { return }
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position += 1
            // Indentation is a run of spaces, eight of which are skipped at a time.
            while position + 8 <= input.byteCount {
                let others = input.word(at: position) ^ 0x2020_2020_2020_2020
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
    private mutating func parseKey(
        _ input: RawSpan,
        _ position: inout Int,
        isFirst: Bool
    ) throws(JSONSyntaxError) {
        guard input.byte(at: position) == UInt8(ascii: "\"") else { throw noKey(at: position, isFirst: isFirst) }
        try parseString(input, &position)
        openContainers[openContainers.count - 1].memberCount += 1
        skipBlanks(input, &position)
        guard input.byte(at: position) == UInt8(ascii: ":") else { throw noColon(at: position) }
        position += 1
        skipBlanks(input, &position)
    }

    /// Reads a word whose first four bytes, the first of them lowest, are given; a fifth has been compared before.
    @inline(__always)
    private mutating func parseLiteral(
        _ word: UInt32,
        _ kind: JSONKind,
        _ input: RawSpan,
        _ position: inout Int
    ) throws(JSONSyntaxError) {
        let end = position + (kind == .false ? 5 : 4)
        guard end <= input.byteCount, input.halfWord(at: position) == word else { throw noValue(at: position) }
        append(kind, from: position, to: end)
        position = end
    }

    @inline(__always)
    private mutating func open(_ kind: JSONKind, at position: inout Int) throws(JSONSyntaxError) {
        guard openContainers.count < limits.depth else { throw tooDeep(at: position) }
        openContainers.append(OpenContainer(node: UInt32(truncatingIfNeeded: nodes.count), memberCount: 0))
        append(kind, from: position, to: position)
        position += 1
    }

    /// Closes the innermost container, and says whether the one around it is an object.
    @inline(__always)
    private mutating func close(_ input: RawSpan, at position: inout Int) throws(JSONSyntaxError) -> Bool {
        position += 1
        let container = openContainers.removeLast()
        let index = Int(container.node)
        let opened = nodes[index]
        nodes[index] = JSONNode(
            start: opened.start,
            end: UInt32(truncatingIfNeeded: position),
            next: UInt32(truncatingIfNeeded: nodes.count),
            kind: opened.kind,
            flags: []
        )
        if container.memberCount > 1,
            let pair = keys.duplicate(in: index, memberCount: Int(container.memberCount), nodes: nodes, bytes: input)
        {
            throw duplicateKey(pair.second, first: pair.first)
        }
        guard let outer = openContainers.last else { return false }
        return nodes[Int(outer.node)].kind == .object
    }

    /// Adds a node without children. Offsets fit, since the limit on bytes never exceeds 32 bits.
    @inline(__always)
    mutating func append(_ kind: JSONKind, from start: Int, to end: Int, flags: JSONNode.Flags = []) {
        nodes.append(
            JSONNode(
                start: UInt32(truncatingIfNeeded: start),
                end: UInt32(truncatingIfNeeded: end),
                next: UInt32(truncatingIfNeeded: nodes.count + 1),
                kind: kind,
                flags: flags
            )
        )
    }
}
