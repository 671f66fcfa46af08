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
        Member("findings", .list(of: CheckedFinding.json), "All of them, file by file in the order of their locations.")
        {
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
