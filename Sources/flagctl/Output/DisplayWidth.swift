import FlagResolver

/// The width of text in terminal cells. Combining marks have no width, East Asian wide characters have two cells.
///
/// The ranges follow Unicode's East Asian Width property (W and F) and its combining marks. They are merged into blocks,
/// which may contain unassigned code points.
enum DisplayWidth {
    static func of(_ text: some StringProtocol) -> Int {
        let widthOfASCII = text.withUTF8Bytes { $0.isPrintableASCII(from: 0, to: $0.byteCount) ? $0.byteCount : nil }
        return widthOfASCII ?? of(text.unicodeScalars)
    }

    static func of(_ scalars: some Sequence<Unicode.Scalar>) -> Int { scalars.reduce(0) { $0 + of($1) } }

    /// The width of UTF-8 text from an offset to its end. ASCII needs no decoding.
    static func of(_ bytes: [UInt8], from start: Int) -> Int {
        if bytes.withRawSpan({ $0.isPrintableASCII(from: start, to: $0.byteCount) }) { return bytes.count - start }
        return of(String(decoding: bytes[start...], as: UTF8.self))
    }

    /// The text, with `…` in place of its end if it is wider than a limit.
    static func clipped(_ text: String, to limit: Int) -> String {
        guard of(text) > limit else { return text }
        return String(String.UnicodeScalarView(prefix(of: text.unicodeScalars, to: limit - 1))) + "…"
    }

    /// The name, with `…` in its middle if it is wider than a limit: names often differ at their ends.
    static func clippedInside(_ name: String, to limit: Int) -> String {
        guard of(name) > limit else { return name }
        let start = prefix(of: name.unicodeScalars, to: limit / 2)
        let end = prefix(of: name.unicodeScalars.reversed(), to: limit - 1 - limit / 2)
        return "\(String(String.UnicodeScalarView(start)))…\(String(String.UnicodeScalarView(end.reversed())))"
    }

    private static func prefix(of scalars: some Sequence<Unicode.Scalar>, to limit: Int) -> [Unicode.Scalar] {
        var width = 0
        return scalars.prefix { scalar in
            width += of(scalar)
            return width <= limit
        }.map { $0 }
    }

    static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return value == 0xAD ? 0 : 1 }
        if value < 0x1100, !isInvisible(value) { return 1 }
        if isInvisible(value) { return 0 }
        return isWide(value) ? 2 : 1
    }

    private static func isInvisible(_ value: UInt32) -> Bool { contains(invisible, value) }
    private static func isWide(_ value: UInt32) -> Bool { contains(wide, value) }

    private static func contains(_ blocks: [ClosedRange<UInt32>], _ value: UInt32) -> Bool {
        var low = 0
        var high = blocks.count
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < blocks.count && blocks[low].contains(value)
    }

    private static let invisible: [ClosedRange<UInt32>] = [
        0x300...0x36F, 0x483...0x489, 0x591...0x5BD, 0x5BF...0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7...0x5C7,
        0x610...0x61A, 0x64B...0x65F, 0x670...0x670, 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7...0x6E8, 0x6EA...0x6ED,
        0x711...0x711, 0x730...0x74A, 0x7A6...0x7B0, 0x7EB...0x7F3, 0x816...0x82D, 0x859...0x85B, 0x8CA...0x902,
        0x93A...0x93A, 0x93C...0x93C, 0x941...0x948, 0x94D...0x94D, 0x951...0x957, 0x962...0x963, 0xE31...0xE31,
        0xE34...0xE3A, 0xE47...0xE4E, 0x1160...0x11FF, 0x135D...0x135F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF,
        0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x20D0...0x20F0, 0x302A...0x302D, 0x3099...0x309A,
        0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xFEFF...0xFEFF, 0x1F3FB...0x1F3FF, 0xE0001...0xE007F, 0xE0100...0xE01EF,
    ]

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
        0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1,
        0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
        0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
        0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
        0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E,
        0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x1B000...0x1B2FF,
        0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320,
        0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3,
        0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC,
        0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596,
        0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2,
        0x1F6D5...0x1F6D7, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB,
        0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
