/// The texts of versions, cuts and stretches that are words alone, as nearly all are.
enum WordsText {
    /// Four numbers of up to ten digits, the dots between them, and `-0`.
    static let greatestVersionLength = 45
    /// Two of them, with an operator each and a blank between them.
    static let greatestStretchLength = 95

    /// Whether there is a single version between two cuts.
    static func isSingleVersion(from lower: VersionWords, to upper: VersionWords) -> Bool {
        lower.rank == VersionWords.Rank.release && upper == lower.ranked(VersionWords.Rank.afterRelease)
    }

    /// Appends what ``VersionStretch/description`` is between two cuts.
    static func write(from lower: VersionWords, to upper: VersionWords, _ text: inout OutputSpan<UInt8>) {
        if isSingleVersion(from: lower, to: upper) {
            write(lower, &text)
        } else {
            writeBounds(from: lower, to: upper, &text)
            if text.isEmpty { text.append(UInt8(ascii: "*")) }
        }
    }

    /// Appends the comparators of two cuts; nothing for every version.
    static func writeBounds(from lower: VersionWords, to upper: VersionWords, _ text: inout OutputSpan<UInt8>) {
        let hasLower = lower != VersionPosition.lowest.words
        if hasLower {
            text.append(UInt8(ascii: ">"))
            if lower.rank != VersionWords.Rank.afterRelease { text.append(UInt8(ascii: "=")) }
            write(lower, &text)
        }
        if upper != VersionPosition.highest.words {
            if hasLower { text.append(UInt8(ascii: " ")) }
            text.append(UInt8(ascii: "<"))
            if upper.rank == VersionWords.Rank.afterRelease { text.append(UInt8(ascii: "=")) }
            write(upper, &text)
        }
    }

    /// Appends the version that a cut is at.
    static func write(_ words: VersionWords, _ text: inout OutputSpan<UInt8>) {
        text.append(decimal: words.high &>> 32)
        text.append(UInt8(ascii: "."))
        text.append(decimal: words.high & VersionWords.fullField)
        text.append(UInt8(ascii: "."))
        text.append(decimal: words.low &>> 32)
        let fourth = words.component(3)
        if fourth != 0 {
            text.append(UInt8(ascii: "."))
            text.append(decimal: fourth)
        }
        if words.rank == VersionWords.Rank.prerelease {
            text.append(UInt8(ascii: "-"))
            text.append(UInt8(ascii: "0"))
        }
    }
}

extension VersionSet {
    /// Appends the bytes of the ``description`` of a set of stretches that are in order, apart, and words alone.
    ///
    /// - Parameter bounds: The bounds of a stretch by its index.
    /// - Complexity: Linear in the length of what is appended.
    package static func write(stretchCount: Int, to bytes: inout [UInt8], _ bounds: (_ index: Int) -> OrdinaryBounds) {
        var first = 0
        while first < stretchCount {
            let open = bounds(first)
            var upper = open.upper
            var next = first + 1
            if !WordsText.isSingleVersion(from: open.lower, to: upper) {
                // Stretches with one version between them are one alternative without that version.
                while next < stretchCount {
                    let stretch = bounds(next)
                    guard WordsText.isSingleVersion(from: upper, to: stretch.lower),
                        !WordsText.isSingleVersion(from: stretch.lower, to: stretch.upper)
                    else { break }
                    upper = stretch.upper
                    next += 1
                }
            }
            if first > 0 { bytes.append(contentsOf: " || ".utf8) }
            let start = bytes.count
            bytes.append(atMost: WordsText.greatestStretchLength) { text in
                if next == first + 1 {
                    WordsText.write(from: open.lower, to: upper, &text)
                } else {
                    WordsText.writeBounds(from: open.lower, to: upper, &text)
                }
            }
            for index in first..<(next - 1) {
                bytes.append(contentsOf: bytes.count > start ? " !=".utf8 : "!=".utf8)
                let hole = bounds(index).upper
                bytes.append(atMost: WordsText.greatestVersionLength) { WordsText.write(hole, &$0) }
            }
            first = next
        }
    }
}
