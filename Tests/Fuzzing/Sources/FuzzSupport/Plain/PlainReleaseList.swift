/// A list of releases, read line by line.
public struct PlainReleaseList {
    public struct Release {
        public let version: PlainVersion
        public let share: Double?
        public let isPlanned: Bool
        public let line: Int
    }

    /// The releases of all lines that can be read, in the order of the lines.
    public private(set) var releases: [Release] = []
    /// The lines that are wrong by themselves, or list a version of an earlier line.
    public private(set) var badLines: [Int] = []
    public let lineCount: Int

    public init(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lineCount = lines.count
        for (index, line) in lines.enumerated() {
            let words = line.split { $0 != UInt8(ascii: "\n") && $0.isPlainBlank }
                .prefix { $0.first != UInt8(ascii: "#") }
            guard let first = words.first else { continue }
            guard let release = Self.release(first, words.dropFirst(), line: index + 1) else {
                badLines.append(index + 1)
                continue
            }
            if releases.contains(where: { PlainVersion.order($0.version, release.version) == 0 }) {
                badLines.append(index + 1)
            }
            releases.append(release)
        }
    }

    /// The shares of all releases together.
    public var total: Double { releases.reduce(0) { $0 + ($1.share ?? 0) } }

    private static func release(
        _ version: ArraySlice<UInt8>, _ words: ArraySlice<ArraySlice<UInt8>>, line: Int
    ) -> Release? {
        guard let version = PlainVersion(version) else { return nil }
        var rest = words.map { String(decoding: $0, as: UTF8.self) }[...]
        var share: Double?
        if let word = rest.first, word.utf8.first?.isPlainDigit == true {
            rest.removeFirst()
            var number = word
            if number.utf8.last == UInt8(ascii: "%") {
                number.removeLast()
            } else if rest.first == "%" {
                rest.removeFirst()
            }
            let halves = number.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard halves.count <= 2, halves.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isPlainDigit) }),
                let value = Double(number), value <= 100
            else { return nil }
            share = value
        }
        let isPlanned = rest.first == "planned"
        if isPlanned { rest.removeFirst() }
        guard rest.isEmpty, !isPlanned || share == nil else { return nil }
        return Release(version: version, share: share, isPlanned: isPlanned, line: line)
    }
}
