/// Descriptions as bytes. Reports print tens of thousands of them, and strings of the parts would cost most of the time.
extension VersionSet {
    /// Appends the bytes of ``description``.
    ///
    /// - Complexity: Linear in the length of what is appended.
    package func write(to bytes: inout [UInt8]) {
        guard !isEmpty else {
            bytes.append(contentsOf: "<0.0.0-0".utf8)
            return
        }
        let count = stretchCount
        var first = 0
        while first < count {
            var open = stretch(at: first)
            var next = first + 1
            // Stretches with one version between them are one alternative without that version.
            while next < count, !open.isSingleVersion {
                let stretch = stretch(at: next)
                guard VersionStretch(unchecked: open.upper, stretch.lower).isSingleVersion, !stretch.isSingleVersion
                else { break }
                open = VersionStretch(unchecked: open.lower, stretch.upper)
                next += 1
            }
            if first > 0 { bytes.append(contentsOf: " || ".utf8) }
            if next == first + 1 {
                open.write(to: &bytes)
            } else {
                let start = bytes.count
                open.writeBounds(to: &bytes)
                for index in first..<(next - 1) {
                    bytes.append(contentsOf: bytes.count > start ? " !=".utf8 : "!=".utf8)
                    stretch(at: index).upper.position.write(to: &bytes)
                }
            }
            first = next
        }
    }
}

extension VersionStretch {
    /// Appends the bytes of ``description``.
    package func write(to bytes: inout [UInt8]) {
        if lower.position.detail == nil, upper.position.detail == nil {
            bytes.append(atMost: WordsText.greatestStretchLength) { text in
                WordsText.write(from: lower.words, to: upper.words, &text)
            }
            return
        }
        if isSingleVersion {
            lower.position.write(to: &bytes)
            return
        }
        let start = bytes.count
        writeBounds(to: &bytes)
        if bytes.count == start { bytes.append(UInt8(ascii: "*")) }
    }

    /// Whether the stretch has a ``singleVersion``, without making it.
    package var isSingleVersion: Bool {
        if lower.position.detail == nil, lower.position.words.rank == VersionWords.Rank.release {
            return upper.position.words == lower.position.words.ranked(VersionWords.Rank.afterRelease)
        }
        return singleVersion != nil
    }

    /// Appends the comparators of the two bounds; nothing for every version.
    fileprivate func writeBounds(to bytes: inout [UInt8]) {
        let start = bytes.count
        if lower != .lowest {
            bytes.append(UInt8(ascii: ">"))
            lower.write(to: &bytes, signForBefore: "=", signForAfter: "")
        }
        if upper != .highest {
            if bytes.count > start { bytes.append(UInt8(ascii: " ")) }
            bytes.append(UInt8(ascii: "<"))
            upper.write(to: &bytes, signForBefore: "", signForAfter: "=")
        }
    }
}

extension VersionCut {
    /// Appends the version that the cut is at, after what says on which side.
    fileprivate func write(to bytes: inout [UInt8], signForBefore: String, signForAfter: String) {
        guard position.detail == nil else {
            switch place {
            case .before(let version): bytes.append(contentsOf: "\(signForBefore)\(version)".utf8)
            case .after(let version): bytes.append(contentsOf: "\(signForAfter)\(version)".utf8)
            case .lowest, .highest: break
            }
            return
        }
        let isAfter = position.words.rank == VersionWords.Rank.afterRelease
        bytes.append(contentsOf: isAfter ? signForAfter.utf8 : signForBefore.utf8)
        position.write(to: &bytes)
    }
}

extension AppVersion {
    /// Appends the bytes of ``description``.
    package func write(to bytes: inout [UInt8]) {
        position.write(to: &bytes)
    }
}

extension VersionPosition {
    /// Appends the bytes of ``text``.
    fileprivate func write(to bytes: inout [UInt8]) {
        guard detail == nil else {
            bytes.append(contentsOf: text.utf8)
            return
        }
        bytes.append(atMost: WordsText.greatestVersionLength) { text in WordsText.write(words, &text) }
    }
}
