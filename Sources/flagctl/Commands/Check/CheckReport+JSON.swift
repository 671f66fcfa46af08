import FlagAnalysis
import FlagResolver

extension CheckReport {
    static let json = JSONDocument<CheckReport>("check", "all findings", failures: \.failures) {
        Member(
            "fingerprintVersion", .count(from: 1), "The version of the fingerprints; a baseline must have the same one."
        ) { _ in Fingerprint.version }
        Member("files", .list(of: file), "The files that were checked, in the order of the command line.") { $0.files }
        Member("errors", .count, "The number of errors.") { $0.count(of: .error) }
        Member("warnings", .count, "The number of warnings.") { $0.count(of: .warning) }
        Member("notes", .count, "The number of notes.") { $0.count(of: .note) }
        Member(
            optional: "statistics", .list(of: RuleCount.json), "With --statistics: the rules that found something."
        ) { $0.showsStatistics ? $0.statistics : nil }
        Member(optional: "owners", .list(of: OwnerCount.json), "With --owners: whose settings the findings are about.")
        {
            $0.showsOwners ? $0.owners : nil
        }
        Member("findings", .list(of: CheckedFinding.json), "All findings, ordered by file and location.") {
            $0.files.lazy.flatMap(\.checkedFindings)
        }
        Member(
            optional: "policies", .list(of: ProofReport.judgement),
            "With --policy: a verdict for each document and policy; those that do not hold are findings, too."
        ) { $0.proofs.isEmpty ? nil : $0.proofs.flatMap(\.judgements) }
        Member(
            optional: "changes", .list(of: ShippedChanges.ofFile),
            "With --against and a list of releases: what changes for shipped versions, document by document; missing without one of "
                + "them."
        ) { $0.changes.flatMap { $0.documents.isEmpty ? nil : $0.documents } }
        Member(optional: "fixes", .list(of: FixedFile.json), "With --fix: the documents with fixes.") {
            $0.fixMode == nil ? nil : $0.fixes
        }
        Member(
            optional: "gone", .list(of: GoneFinding.json),
            "The findings of the baseline that are not found any more, with their places in it; missing if there are none."
        ) { $0.gone.isEmpty ? nil : $0.gone }
        Member(
            optional: "allowed", .list(of: CheckedFinding.allowed),
            "The findings that the documents allow with \"$allow\", and those about changes that are allowed, with the reasons; missing if "
                + "there are none."
        ) { report in
            report.suppressedCount + report.allowedChangeCount == 0 ? nil : report.files.flatMap(\.allowedFindings)
        }
    }

    static let jsonLine = JSONLine("check", "one finding", CheckedFinding.json)

    private static let file = JSONObject<CheckedFile> {
        Member("file", .file) { $0.name }
        Member(
            "ranges", .nullable(.count(from: 1)),
            "The number of version ranges, all of which were checked; null if the file is not a document."
        ) { $0.intervalCount }
        Member(
            optional: "readers", ReaderCoverage.json.type,
            "With --readers: the releases that the document was compared with."
        ) {
            $0.readerCoverage
        }
        Member(
            optional: "newSince", .text,
            "The revision of --against, if it lacks the file, so that nothing was compared; missing otherwise."
        ) { $0.newSince }
    }

    /// Writes a line for each finding.
    func writeLines(to buffer: inout TextBuffer) {
        Self.jsonLine.write(failures, to: &buffer)
        for finding in files.lazy.flatMap(\.checkedFindings) { Self.jsonLine.write(finding, to: &buffer) }
    }
}
