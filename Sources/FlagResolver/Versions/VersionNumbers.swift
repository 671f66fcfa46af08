/// The numeric components of a version as they were read, up to a wildcard or to the first other byte.
struct VersionNumbers {
    /// The components as words of rank 0.
    private(set) var words: VersionWords
    /// Whether the words hold every component.
    private(set) var fitWords = true
    /// How many components were written, the wildcard not counted.
    private(set) var count = 0
    /// The index of the first component that is not zero, or that of the last one.
    private(set) var leading = 0
    /// Where the first component stands.
    private(set) var start: Int
    /// Whether a dot and a wildcard follow the components.
    private(set) var hasWildcard = false

    /// Reads components joined with dots, after an optional `v`, through a wildcard where one follows them.
    ///
    /// `nil` where a component has no digit; `offset` is then where the digit was expected.
    @inline(__always)
    init?(_ bytes: Span<UInt8>, _ offset: inout Int) {
        let usual = UsualNumbers(bytes, at: offset)
        guard usual.count == 0 else {
            self = VersionNumbers(usual, from: offset)
            offset = usual.end
            return
        }
        if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "v") { offset += 1 }
        start = offset
        var high: UInt64 = 0
        var low: UInt64 = 0
        var isZero = true
        while true {
            let first = offset
            var value: UInt64 = 0
            while offset < bytes.count {
                let digit = bytes[offset] &- UInt8(ascii: "0")
                guard digit < 10 else { break }
                // Beyond every field the value no longer matters, and so it cannot overflow.
                if value <= VersionWords.fullField { value = value &* 10 &+ UInt64(digit) }
                offset &+= 1
            }
            if offset == first {
                guard count > 0, offset < bytes.count, VersionScanner.isWildcard(bytes[offset]) else { return nil }
                hasWildcard = true
                offset &+= 1
                break
            }
            if fitWords {
                switch count {
                case 0:
                    high = min(value, VersionWords.fullField) << 32
                    fitWords = value < VersionWords.fullField
                case 1:
                    high |= min(value, VersionWords.fullField)
                    fitWords = value < VersionWords.fullField
                case 2:
                    low = min(value, VersionWords.fullField) << 32
                    fitWords = value < VersionWords.fullField
                case 3:
                    low |= min(value, VersionWords.fullFourthField) << 2
                    fitWords = value < VersionWords.fullFourthField
                default:
                    fitWords = value == 0
                }
            }
            if isZero {
                leading = count
                isZero = value == 0
            }
            count &+= 1
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: ".") else { break }
            offset &+= 1
        }
        words = VersionWords(high: high, low: low)
    }

    /// The same from numbers that are the usual ones.
    @inline(__always)
    private init(_ usual: UsualNumbers, from start: Int) {
        self.start = start
        words = usual.words
        count = usual.count
        let firstNotZero = usual.words.high >> 32 != 0 ? 0 : usual.words.high != 0 ? 1 : 2
        leading = min(firstNotZero, count - 1)
    }

    /// All components in the form of ``VersionDetail/numbers``.
    func canonicalText(in bytes: Span<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        var significant = 0
        var offset = start
        for index in 0..<count {
            if index > 0 { text.append(UInt8(ascii: ".")) }
            let componentStart = text.count
            while offset < bytes.count, VersionScanner.isDigit(bytes[offset]) {
                if text.count > componentStart || bytes[offset] != UInt8(ascii: "0") { text.append(bytes[offset]) }
                offset += 1
            }
            if text.count > componentStart {
                significant = text.count
            } else {
                text.append(UInt8(ascii: "0"))
            }
            offset += 1
        }
        text.removeLast(text.count - significant)
        return text
    }

    /// The place before every version, pre-releases included, whose numbers begin with these.
    func placeBeforeAll(in bytes: Span<UInt8>) -> VersionPosition {
        if fitWords { return VersionPosition(words: words, detail: nil) }
        return VersionPosition(
            words: words.ranked(VersionWords.Rank.beyondWords),
            numbers: canonicalText(in: bytes),
            prerelease: VersionPosition.leastPrerelease
        )
    }

    /// The place before every version whose numbers begin with these up to an index, the last one increased by one.
    ///
    /// - Parameter index: That of a component that was written.
    func placeBeforeNext(of index: Int, in bytes: Span<UInt8>) -> VersionPosition {
        if let next = wordsBeforeNext(of: index) { return VersionPosition(words: next, detail: nil) }
        return placeBeforeNextBeyondWords(of: index, in: bytes)
    }

    /// The words of ``placeBeforeNext(of:in:)`` in the usual case that the first three components are all it takes.
    @inline(__always)
    func wordsBeforeNext(of index: Int) -> VersionWords? {
        let value = words.component(index) &+ 1
        guard fitWords, value < VersionWords.fullField else { return nil }
        switch index {
        case 0: return VersionWords(high: value << 32, low: 0)
        case 1: return VersionWords(high: words.high & ~VersionWords.fullField | value, low: 0)
        case 2: return VersionWords(high: words.high, low: value << 32)
        default: return nil
        }
    }

    /// The same through text, for components of any size.
    @inline(never)
    private func placeBeforeNextBeyondWords(of index: Int, in bytes: Span<UInt8>) -> VersionPosition {
        var text: [UInt8] = []
        var componentStart = 0
        var offset = start
        for component in 0...index {
            if component > 0 { text.append(UInt8(ascii: ".")) }
            componentStart = text.count
            while offset < bytes.count, VersionScanner.isDigit(bytes[offset]) {
                text.append(bytes[offset])
                offset += 1
            }
            offset += 1
        }
        var digit = text.count
        while digit > componentStart, text[digit - 1] == UInt8(ascii: "9") {
            digit -= 1
            text[digit] = UInt8(ascii: "0")
        }
        if digit > componentStart {
            text[digit - 1] += 1
        } else {
            text.insert(UInt8(ascii: "1"), at: componentStart)
        }
        var end = 0
        // A slice: the span of a whole array needs newer systems than this library does.
        let increased = text[...]
        guard let next = VersionNumbers(increased.span, &end) else {
            preconditionFailure("Increasing a component of a version leaves a version.")
        }
        return next.placeBeforeAll(in: increased.span)
    }
}
