import FlagAnalysis
import FlagResolver

/// Computes the fingerprints of a file's findings: from file, setting, code and value, but not the line.
///
/// 1. The value of a finding in an entry is the entry and the span of the finding; for any other finding, only the span.
///    White space between tokens does not count.
/// 2. A finding for a setting as a whole has no value, so that the setting may change.
/// 3. Findings of one file that are equal in all of these are numbered.
struct FindingFingerprints {
    private let file: String
    private let settings: SettingsDocument?
    private let location: (Range<Int>) -> Diagnostic.Location

    private var seen: [Fingerprint: Int] = [:]
    /// Reused for each finding.
    private var bytes: [UInt8] = []

    // Findings are ordered by setting and entry, so it is enough to cache the last setting and the last entry.
    private var listedSetting: SettingIndex?
    private var entries: [Range<Int>] = []
    private var lastEntry: (span: Range<Int>, fingerprint: Fingerprint)?
    /// The last fingerprint without its number. A requirement with thousands of ranges can have thousands of findings.
    private var last: (code: RuleCode, span: Range<Int>, settingIndex: SettingIndex?, fingerprint: Fingerprint)?

    /// - Parameters:
    ///   - file: The checked file. With a patch, findings can be in other files.
    ///   - settings: The document; `nil` if the file is not a document.
    ///   - location: The location of a span of the document's bytes.
    init(file: String, settings: SettingsDocument?, location: @escaping (Range<Int>) -> Diagnostic.Location) {
        self.file = FileReference.canonical(file)
        self.settings = settings
        self.location = location
    }

    /// The fingerprint of the next finding, in the order of their locations.
    ///
    /// - Complexity: O(*n* log *n*) for all findings together, where *n* counts the findings, the entries of their settings,
    ///   and the bytes of their spans.
    mutating func next(_ finding: Finding) -> String {
        let (span, settingIndex) = (finding.span, finding.settingIndex)
        if let last, last.code == finding.code, last.span == span, last.settingIndex == settingIndex {
            return numbered(last.fingerprint)
        }
        let location = location(span)
        var fingerprint = Fingerprint()
        var isWholeSetting = false
        if let settingIndex, let settings {
            if let entry = entry(around: span, of: settingIndex, in: settings) {
                fingerprint = self.fingerprint(of: entry)
            }
            isWholeSetting = span == settings.tree.nodes[Int(settings.loaded[settingIndex].node)].span
        }
        bytes.removeAll(keepingCapacity: true)
        Fingerprint.write(
            code: finding.code.rawValue, file: location.source.canonicalName,
            setting: Array((settings?.name(of: finding.subject) ?? "").utf8)[...], to: &bytes)
        if !isWholeSetting { bytes.append(withoutWhiteSpace: location.content) }
        if !location.source.canonicalName.hasSameBytes(as: file) {
            bytes.append(0)
            bytes.append(contentsOf: file.utf8)
        }
        fingerprint.add(bytes)
        last = (finding.code, span, settingIndex, fingerprint)
        return numbered(fingerprint)
    }

    /// The text of a fingerprint, with the number of equal ones before it.
    private mutating func numbered(_ fingerprint: Fingerprint) -> String {
        let number = seen[fingerprint, default: 0]
        seen[fingerprint] = number + 1
        bytes.removeAll(keepingCapacity: true)
        bytes.append(0)
        bytes.write(number)
        var numbered = fingerprint
        numbered.add(bytes)
        return numbered.text
    }

    /// The bytes of the entry that contains a span, well-formed or not; `nil` if there is none.
    private mutating func entry(around span: Range<Int>, of settingIndex: SettingIndex, in settings: SettingsDocument)
        -> Range<Int>?
    {
        if listedSetting != settingIndex {
            listedSetting = settingIndex
            entries = settings.entrySpans(of: settingIndex)
        }
        // The entries of a setting are in one text, in order.
        let index = entries.partitionPoint { $0.upperBound >= span.upperBound }
        guard index < entries.count, entries[index].lowerBound <= span.lowerBound else { return nil }
        return entries[index]
    }

    private mutating func fingerprint(of entry: Range<Int>) -> Fingerprint {
        if let lastEntry, lastEntry.span == entry { return lastEntry.fingerprint }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(withoutWhiteSpace: location(entry).content)
        let fingerprint = Fingerprint(of: bytes)
        lastEntry = (entry, fingerprint)
        return fingerprint
    }
}

extension SettingsDocument {
    /// The bytes of all entries of a setting, including malformed ones.
    fileprivate func entrySpans(of settingIndex: SettingIndex) -> [Range<Int>] {
        let setting = loaded[settingIndex]
        guard setting.node != setting.defaultValue,
            let list = tree.member(named: "valuesByVersion" as StaticString, of: Int(setting.node))
        else { return [] }
        return tree.elements(of: list).map { tree.nodes[$0].span }
    }
}

extension Diagnostic.Location {
    /// The bytes at the location.
    fileprivate var content: ArraySlice<UInt8> {
        let start = source.bytes.startIndex
        return source.bytes[(start + span.lowerBound)..<(start + span.upperBound)]
    }
}

extension [UInt8] {
    /// Appends JSON without the white space between its tokens.
    fileprivate mutating func append(withoutWhiteSpace json: ArraySlice<UInt8>) {
        var isInString = false
        var isEscaped = false
        for byte in json {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if isInString { append(byte) }
                continue
            case UInt8(ascii: "\""): if !isEscaped { isInString.toggle() }
            default: break
            }
            append(byte)
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
    }
}
