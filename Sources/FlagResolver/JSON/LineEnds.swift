/// The ends of lines among bytes: LF, CR, or CR and LF together, which count at the LF.
enum LineEnds {
    /// How many line ends are in a part.
    ///
    /// - Complexity: O(*n*) in the length of the part; about one instruction a byte.
    static func count(in bytes: RawSpan, from start: Int, to end: Int) -> Int {
        var count = 0
        var offset = start
        while offset &+ 64 <= end {
            count &+= countOf64(in: bytes, from: offset)
            offset &+= 64
        }
        while offset < end {
            if isEnd(offset, in: bytes) { count &+= 1 }
            offset &+= 1
        }
        return count
    }

    /// How many are among the 64 bytes from an offset on.
    @inline(__always)
    private static func countOf64(in bytes: RawSpan, from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs = ones &<< 7
        // In each byte the number of line feeds, of which there are eight at most, and marks of carriage returns.
        var lineFeeds: UInt64 = 0
        var returns: UInt64 = 0
        bytes.forEachWordOf64(at: start) { word in
            let difference = word ^ (ones &* 0x0A)
            let others = ((difference & ~highs) &+ ~highs) | difference
            lineFeeds &+= (~others & highs) &>> 7
            let returnDifference = word ^ (ones &* 0x0D)
            returns |= (returnDifference &- ones) & ~returnDifference
        }
        guard returns & highs == 0 else {
            var count = 0
            for offset in start..<(start &+ 64) where isEnd(offset, in: bytes) { count &+= 1 }
            return count
        }
        // The product adds all bytes up in the highest one.
        return Int(truncatingIfNeeded: (lineFeeds &* ones) &>> 56)
    }

    /// The offset just after so many line ends from an offset on, or the end where there are fewer.
    static func offset(after number: Int, in bytes: RawSpan, from start: Int) -> Int {
        var rest = number
        var offset = start
        while rest > 0, offset < bytes.byteCount {
            if isEnd(offset, in: bytes) { rest -= 1 }
            offset += 1
        }
        return offset
    }

    @inline(__always)
    private static func isEnd(_ offset: Int, in bytes: RawSpan) -> Bool {
        let byte = bytes.byte(at: offset)
        return byte == 0x0A || (byte == 0x0D && bytes.byte(at: offset &+ 1) != 0x0A)
    }
}
