import FlagAnalysis
import FlagResolver

extension ReleaseReport {
    static let json = JSONDocument<ReleaseReport>(
        "release", "everything to know before a version is shipped", failures: \.failures
    ) {
        Member(
            optional: "version", .version, "The version that is to be shipped; missing if each platform has its own."
        ) { $0.commonVersions?.version }
        Member(
            optional: "previous", .version, "The version that --previous gives; missing if each platform has its own."
        ) { $0.commonVersions?.previous }
        Member("verdict", .word, "The verdict on the whole release.") { $0.verdictWord }
        Member("results", .list(of: document), "A result for each document.") { report in
            report.parts.map { (report: report, part: $0) }
        }
        Member(
            "deleted", .list(of: ShippedChanges.ofFile),
            "With --against: the documents that were deleted since the revision."
        ) { report in
            report.deleted.compactMap { ShippedChanges($0.comparison) }
        }
    }

    /// The versions of all documents; `nil` if each platform has its own.
    private var commonVersions: ReleaseVersions? { request.versions.first { $0.platform == nil } }

    private static let document = JSONObject<(report: ReleaseReport, part: Part)>("document") {
        Member("file", .file) { $0.part.document.name }
        Member(optional: "platform", .text, "The platform; missing if all documents have the same versions.") {
            $0.part.versions.platform
        }
        Member("version", .version, "The version that is to be shipped.") { $0.part.versions.version }
        Member(optional: "previous", .version, "The version that users have now; missing for a first release.") {
            $0.part.versions.previous
        }
        Member("outcomes", outcomes) { $0 }
        Member("findings", .list(of: CheckedFinding.json), "The findings of check.") {
            $0.part.checked.checkedFindings
        }
        Member(optional: "policies", .list(of: ProofReport.judgement), "With --policy: a verdict for each policy.") {
            $0.part.proof?.judgements
        }
        Member("values", .list(of: change), "The settings whose values differ from those of the previous version.") {
            result in
            result.part.values?.changes.map { (document: result.part.document, change: $0) } ?? []
        }
        Member("boundaries", .list(of: boundary), "Problems of versions near the release.") { $0.part.boundaries }
        Member(ofOptional: ShippedChanges.json) { $0.part.comparison.flatMap { ShippedChanges($0) } }
    }
    .inStyle { $0.part.document.versionStyle }

    private static let outcomes = JSONObject<(report: ReleaseReport, part: Part)> {
        Member("check", .outcome) { $0.report.checkSection(of: $0.part).outcome }
        Member("policies", .outcome) { $0.report.policySection(of: $0.part).outcome }
        Member("values", .outcome) { $0.report.valueSection(of: $0.part).outcome }
        Member("boundaries", .outcome) { $0.report.boundarySection(of: $0.part).outcome }
        Member("shipped", .outcome) { $0.report.shippedSection(of: $0.part).outcome }
    }

    private static let change = JSONObject<(document: LoadedDocument, change: ReleaseValues.Change)> {
        Member("name", .text, "The setting.") { $0.document.settings.name(of: $0.change.settingIndex) }
        Member(
            optional: "users", .list(of: JSONObject.users),
            "The users whose value changes; missing if everybody's does."
        ) { UserCase.all([$0.change.users], in: $0.document.space) }
        Member("before", .value, "The value in the previous version.") { $0.document.tree[$0.change.before] }
        Member("after", .value, "The value in the new version.") { $0.document.tree[$0.change.after] }
        Member(of: ValueOrigin.json) { ValueOrigin(of: $0.change.origin, in: $0.document) }
    }

    private static let boundary = JSONObject<ReleaseBoundary>("boundary") {
        Member(ofOptional: Diagnostic.Location.json) { $0.diagnostic.subject.location }
        Member("code", .word, "The kind of problem.") { $0.code }
        Member("severity", .word, "How severe it is.") { $0.diagnostic.severity }
        Member(optional: "setting", .text, "The setting concerned; missing if there is none.") { $0.diagnostic.setting }
        Member("message", .text, "What was found.") { $0.diagnostic.message }
        Member(optional: "help", .text, "What to do about it.") { $0.diagnostic.help }
    }
}

extension JSONType where Value == ReleaseSection.Outcome {
    fileprivate static var outcome: JSONType { word.described(as: "The outcome of the section.") }
}
