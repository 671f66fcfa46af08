import FlagResolver

extension TimeZoneRules {
    /// Reads a file of the time zone database, in the format of RFC 9636 (TZif).
    ///
    /// - Returns: `nil` if the bytes do not have this format.
    package init?(file bytes: [UInt8]) {
        var reader = BigEndianReader(bytes)
        guard let header = Header(&reader) else { return nil }
        guard header.version >= 2 else {
            self.init(header, wordSize: 4, &reader)
            return
        }
        // The first block repeats the second one with 32 bits.
        guard reader.skip(header.byteCount(wordSize: 4)), let second = Header(&reader) else { return nil }
        self.init(second, wordSize: 8, &reader)
    }

    private init?(_ header: Header, wordSize: Int, _ reader: inout BigEndianReader) {
        var starts: [Int64] = []
        for _ in 0..<header.transitionCount {
            guard let start = reader.integer(byteCount: wordSize) else { return nil }
            starts.append(start)
        }
        guard let types = reader.bytes(header.transitionCount) else { return nil }
        var offsets: [Int64] = []
        for _ in 0..<header.typeCount {
            guard let offset = reader.integer(byteCount: 4), reader.skip(2), offset.magnitude < 172_800 else {
                return nil
            }
            offsets.append(offset)
        }
        guard let first = offsets.first, starts == starts.sorted() else { return nil }
        var transitions: [(start: Int64, offset: Int64)] = []
        for (start, type) in zip(starts, types) {
            guard offsets.indices.contains(Int(type)) else { return nil }
            transitions.append((start, offsets[Int(type)]))
        }
        let rest = header.nameByteCount + header.leapSecondCount * (wordSize + 4) + header.indicatorCount
        guard reader.skip(rest) else { return nil }
        var future: RecurringZone?
        if wordSize == 8 {
            let footer = reader.remaining
            guard footer.first == UInt8(ascii: "\n"), footer.last == UInt8(ascii: "\n"), footer.count >= 2 else {
                return nil
            }
            let text = footer.dropFirst().dropLast()
            if !text.isEmpty {
                guard let zone = RecurringZone(Array(text)) else { return nil }
                future = zone
            }
        }
        self.init(first: first, transitions: transitions, future: future)
    }

    private struct Header {
        let version: Int
        let transitionCount: Int
        let typeCount: Int
        let nameByteCount: Int
        let leapSecondCount: Int
        let indicatorCount: Int

        init?(_ reader: inout BigEndianReader) {
            guard let magic = reader.bytes(4), magic.elementsEqual("TZif".utf8), let version = reader.bytes(1)?.first,
                reader.skip(15)
            else { return nil }
            var counts: [Int] = []
            for _ in 0..<6 {
                guard let count = reader.integer(byteCount: 4), (0...1_000_000).contains(count) else { return nil }
                counts.append(Int(count))
            }
            self.version = version == 0 ? 1 : Int(version) - Int(UInt8(ascii: "0"))
            indicatorCount = counts[0] + counts[1]
            leapSecondCount = counts[2]
            transitionCount = counts[3]
            typeCount = counts[4]
            nameByteCount = counts[5]
        }

        func byteCount(wordSize: Int) -> Int {
            transitionCount * (wordSize + 1) + typeCount * 6 + nameByteCount + leapSecondCount * (wordSize + 4)
                + indicatorCount
        }
    }
}

/// Reads integers with their most significant byte first.
private struct BigEndianReader {
    private(set) var remaining: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        remaining = bytes[...]
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard remaining.count >= count else { return nil }
        defer { remaining = remaining.dropFirst(count) }
        return remaining.prefix(count)
    }

    mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

    /// A number in two's complement, of four or eight bytes.
    mutating func integer(byteCount: Int) -> Int64? {
        guard let bytes = bytes(byteCount) else { return nil }
        let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return byteCount == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
    }
}
