import FlagAnalysis
import FlagResolver

extension CheckReport {
    static let json = JSONDocument<CheckReport>("check", "all findings", failures: \.failures) {
        Member(
            "fingerprintVersion", .count(from: 2), "Which fingerprints the findings have; a baseline needs the same."
        ) { _ in Fingerprint.version }
        Member("files", .list(of: file), "The files that were checked, in the order of the command line.") { $0.files }
        Member("errors", .count, "How many errors there are.") { $0.count(of: .error) }
        Member("warnings", .count, "How many warnings there are.") { $0.count(of: .warning) }
        Member("notes", .count, "How many notes there are.") { $0.count(of: .note) }
        Member("findings", .list(of: CheckedFinding.json), "All of them, file by file in the order of their places.") {
            $0.files.lazy.flatMap(\.checkedFindings)
        }
    }

    static let jsonLine = JSONLine("check", "one finding", CheckedFinding.json)

    private static let file = JSONObject<CheckedFile> {
        Member("file", .file) { $0.name }
        Member(
            "stretches", .nullable(.count(from: 1)),
            "How many version ranges were checked, which are all there are; null if the file is not a document."
        ) { $0.intervalCount }
    }

    /// Writes a line for each finding.
    func writeLines(to buffer: inout TextBuffer) {
        Self.jsonLine.write(failures, to: &buffer)
        for finding in files.lazy.flatMap(\.checkedFindings) { Self.jsonLine.write(finding, to: &buffer) }
    }
}

/// A finding in a file, by its position: a finding is too large to be copied each time it is read.
struct CheckedFinding {
    let file: CheckedFile
    let position: Int

    private var related: [(file: CheckedFile, related: RelatedPlace)]? {
        let related = file.findings[position].related
        return related.isEmpty ? nil : related.map { (file, $0) }
    }

    private var furtherCount: Int? {
        let count = file.findings[position].furtherCount
        return count > 0 ? count : nil
    }

    static let json = JSONObject<CheckedFinding>("finding") {
        Member(of: Diagnostic.Place.json) { $0.file.place($0.file.findings[$0.position].span) }
        Member("code", .ruleCode) { $0.file.findings[$0.position].code }
        Member("severity", .severity) { $0.file.findings[$0.position].severity }
        Member(
            optional: "setting", .utf8,
            "The setting concerned; missing if the finding is about the document, its metadata or a group."
        ) { $0.file.settingName(ofFindingAt: $0.position) }
        Member("message", .utf8, "What was found.") { $0.file.message(ofFindingAt: $0.position) }
        Member(optional: "help", .utf8, "What to do about it.") { $0.file.help(ofFindingAt: $0.position) }
        Member(optional: "related", .list(of: related), "Other places that are involved.") { $0.related }
        Member(
            optional: "furtherRelated", .count(from: 1),
            "How many more places are involved than are listed, or at least so many."
        ) { $0.furtherCount }
        Member(
            "fingerprint", .text(matching: "^[0-9a-f]{32}$"),
            "Identifies the finding by its file, setting, code and value; it stays the same while lines move."
        ) { $0.file.fingerprints[$0.position] }
    }

    private static let related = JSONObject<(file: CheckedFile, related: RelatedPlace)>("related") {
        Member(of: Diagnostic.Place.json) { $0.file.place($0.related.span) }
        Member("message", .utf8, "How the place is involved.") { $0.file.message(of: $0.related) }
    }
}

extension CheckedFile {
    /// The findings with their file.
    var checkedFindings: LazyMapSequence<Range<Int>, CheckedFinding> {
        findings.indices.lazy.map { CheckedFinding(file: self, position: $0) }
    }
}

extension JSONType where Value == RuleCode {
    static var ruleCode: JSONType { word.described(as: "The rule.") }
}

extension JSONType where Value == Severity {
    static var severity: JSONType { word.described(as: "How severe a finding is.") }
}
