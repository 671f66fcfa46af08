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
        while offset &+ 8 <= end, let word = bytes.word(at: offset), mark(returnByte, in: word) == 0 {
            count &+= sum(of: mark(lineFeedByte, in: word) &>> 7)
            offset &+= 8
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
        // In each byte the number of line feeds, of which there are eight at most, and a mark of carriage returns.
        var lineFeeds: UInt64 = 0
        var returns: UInt64 = 0
        bytes.forEachWordOf64(at: start) { word in
            lineFeeds &+= mark(lineFeedByte, in: word) &>> 7
            returns |= mark(returnByte, in: word)
        }
        guard returns == 0 else {
            var count = 0
            for offset in start..<(start &+ 64) where isEnd(offset, in: bytes) { count &+= 1 }
            return count
        }
        return sum(of: lineFeeds)
    }

    /// The highest bit of each byte of a word that is a certain one, whose copies are the other word.
    @inline(__always)
    private static func mark(_ copies: UInt64, in word: UInt64) -> UInt64 {
        let difference = word ^ copies
        let others = ((difference & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | difference
        return ~others & 0x8080_8080_8080_8080
    }

    private static var lineFeedByte: UInt64 { 0x0A0A_0A0A_0A0A_0A0A }
    private static var returnByte: UInt64 { 0x0D0D_0D0D_0D0D_0D0D }

    /// The sum of the bytes of a word, if it is below 256: the product adds them up in the highest one.
    @inline(__always)
    private static func sum(of bytes: UInt64) -> Int {
        Int(truncatingIfNeeded: (bytes &* 0x0101_0101_0101_0101) &>> 56)
    }

    /// The offset just after the first line end from an offset on, if it is not further away than some bytes.
    static func offset(afterFirstFrom offset: Int, in bytes: RawSpan, notAfter last: Int) -> Int? {
        var place = offset
        while place < last {
            if isEnd(place, in: bytes) { return place &+ 1 }
            place &+= 1
        }
        return nil
    }

    /// The offset just after the last line end before an offset, if it is not further away than some bytes.
    static func offset(afterLastBefore offset: Int, in bytes: RawSpan, notBefore first: Int) -> Int? {
        var place = offset
        while place > first {
            if isEnd(place &- 1, in: bytes) { return place }
            place &-= 1
        }
        return nil
    }

    /// The offset just after so many line ends from an offset on, or the end where there are fewer.
    static func offset(after number: Int, in bytes: RawSpan, from start: Int) -> Int {
        var rest = number
        var offset = start
        // Words in which too few lines end are passed over as a whole.
        while let word = bytes.word(at: offset), mark(returnByte, in: word) == 0 {
            let count = sum(of: mark(lineFeedByte, in: word) &>> 7)
            guard count < rest else { break }
            rest -= count
            offset += 8
        }
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
