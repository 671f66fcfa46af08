/// Parses one document: gives the scanner nodes to fill, and turns its mistake, if it makes one, into an error.
///
/// Everything on the way of a valid document is in `JSONScanner`; what an invalid one needs is in the extensions.
struct JSONParser {
    /// So many nodes fit the nearest cache while they are first cleared and then filled.
    private static let greatestSegment = 256

    let bytes: [UInt8]
    let sourceName: String
    let limits: JSONLimits
    private(set) var nodes: [JSONNode] = []
    /// The innermost container that is open where the scanner has stopped.
    private(set) var openContainer: JSONNode?

    init(_ bytes: [UInt8], sourceName: String, limits: JSONLimits) {
        self.bytes = bytes
        self.sourceName = sourceName
        self.limits = limits
    }

    mutating func parse() throws(JSONSyntaxError) {
        let bytes = bytes
        try bytes.withRawSpan { (input) throws(JSONSyntaxError) in try parse(input) }
    }

    private mutating func parse(_ input: RawSpan) throws(JSONSyntaxError) {
        try checkBeginning(input)
        nodes.reserveCapacity(JSONParser.expectedNodeCount(of: input))
        let segment = min(bytes.count / 2 + 4, JSONParser.greatestSegment)
        let emptyNodes = [JSONNode](repeating: JSONNode(0, 0, 0, .null, []), count: segment)
        var scanner = JSONScanner(limits: limits)
        do throws(JSONMistake) {
            var keys = JSONKeyTable()
            var isComplete = false
            while !isComplete {
                nodes.append(contentsOf: emptyNodes)
                isComplete = try nodes.withMutableSpan { (room) throws(JSONMistake) in
                    try scanner.scan(input, into: &room, keys: &keys)
                }
            }
            nodes.removeLast(nodes.count - scanner.nodeCount)
        } catch {
            nodes.removeLast(nodes.count - scanner.nodeCount)
            openContainer = scanner.depth > 0 ? nodes[scanner.container] : nil
            throw diagnosis(of: error)
        }
    }

    /// How many nodes a document will have, going by samples where it is long: then too much room costs as much as too
    /// little, because what comes next in memory begins further away.
    private static func expectedNodeCount(of input: RawSpan) -> Int {
        let sampleCount = 16
        let sampleSize = 4096
        guard input.byteCount > 4 * sampleCount * sampleSize else { return input.byteCount / 7 + 4 }
        var found = 0
        for sample in 0..<sampleCount {
            let start = input.byteCount / sampleCount * sample
            for offset in start..<(start + sampleSize) {
                // Every node but the first stands after one of these, save for what strings hold of them.
                switch input.byte(at: offset) {
                case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "["): found += 1
                default: break
                }
            }
        }
        let expected = Int64(input.byteCount) * Int64(found) / Int64(sampleCount * sampleSize)
        return Int(clamping: expected + expected / 20 + 256)
    }
}
