package import FlagResolver

/// Requirements, sets of versions and conditions for readers: a long one is cut to its beginning and a count.
///
/// A condition may have tens of thousands of alternatives, and a report may name it on every line. Machine-readable
/// outputs always have the whole text.
package enum ShortText {
    /// A longer text is cut.
    package static let maximumLength = 160
    /// The length to which a single range or value is cut.
    private static let maximumRangeLength = 80
    /// A longer list of values is cut.
    private static let maximumCount = 12
    private static let shownCount = 3

    /// Appends a set: `>=1.4.0 <2.0.0`, or `>=1.0.0 <1.1.0 || … (1,500 ranges)`.
    package static func write(_ versions: VersionSet, to bytes: inout [UInt8]) {
        let start = bytes.count
        // No range takes less than eight bytes.
        if versions.intervalCount <= maximumLength / 8 { versions.write(to: &bytes) }
        guard bytes.count == start || bytes.count - start > maximumLength else { return }
        bytes.removeLast(bytes.count - start)
        writeCut(versions.interval(at: 0).description, rangeCount: versions.intervalCount, to: &bytes)
    }

    /// Appends a requirement as it is written in a document.
    package static func write(requirement text: String, to bytes: inout [UInt8]) {
        guard text.utf8.count > maximumLength else { return bytes.append(contentsOf: text.utf8) }
        let bar = UInt8(ascii: "|")
        let first = text.utf8.firstIndex(of: bar).map { text[..<$0] } ?? text[...]
        // A `|` comes in pairs only.
        writeCut(first, rangeCount: text.utf8.count { $0 == bar } / 2 + 1, to: &bytes)
    }

    private static func writeCut(_ range: some StringProtocol, rangeCount: Int, to bytes: inout [UInt8]) {
        let shown = String(range.prefix(maximumRangeLength))
        bytes.append(contentsOf: shown.utf8.reversed().drop { $0 == UInt8(ascii: " ") }.reversed())
        if shown.utf8.count < range.utf8.count { bytes.append(contentsOf: "…".utf8) }
        guard rangeCount > 1 else { return }
        bytes.append(contentsOf: " || … (\(grouped(rangeCount)) ranges)".utf8)
    }

    /// A set as a string.
    package static func of(_ versions: VersionSet) -> String {
        var bytes: [UInt8] = []
        write(versions, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A requirement, as it is written in a document, as a string.
    package static func of(requirement text: String) -> String {
        var bytes: [UInt8] = []
        write(requirement: text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The conditions of an entry on one line, each of them cut if it is long.
    package static func ofConditions(of entry: EntryRecord, in document: SettingsDocument) -> String {
        let requirement = document.requirement(of: entry).map { [of(requirement: $0.description)] } ?? []
        let further = document.furtherConditionTexts(of: entry).map { $0.shortened(to: maximumLength) }
        return (requirement + further).joined(separator: ", ")
    }

    /// Alternatives in words, such as `DE or AT`. A long list is cut: `AT or DE or FR or … (10,000 values)`.
    static func of(alternatives: [String]) -> String {
        let isLong = alternatives.count > maximumCount
        let shown = alternatives.prefix(isLong ? shownCount : maximumCount).map { $0.shortened(to: maximumRangeLength) }
        return (shown + (isLong ? ["… (\(grouped(alternatives.count)) values)"] : [])).joined(separator: " or ")
    }

    /// A number with commas between groups of three digits: `1,500`.
    package static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.indices.map { index in
            let isGroupStart = index > 0 && (digits.count - index).isMultiple(of: 3) && digits[index - 1] != "-"
            return (isGroupStart ? "," : "") + String(digits[index])
        }.joined()
    }
}

/// How long a text may be.
package enum TextLength: Hashable, Sendable {
    /// Long lists, versions and values are cut, as in ``ShortText``.
    case short
    /// Nothing is cut.
    case complete

    /// Alternatives in words, such as `DE or AT`.
    func alternatives(_ texts: [String]) -> String {
        self == .short ? ShortText.of(alternatives: texts) : texts.joined(separator: " or ")
    }

    /// A set of versions as a requirement.
    func versions(_ versions: VersionSet) -> String {
        self == .short ? ShortText.of(versions) : versions.description
    }
}
