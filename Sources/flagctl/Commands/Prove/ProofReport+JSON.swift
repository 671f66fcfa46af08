import FlagAnalysis
import FlagResolver

extension ProofReport {
    static let json = JSONDocument<ProofReport>("prove", "the verdict on each policy", failures: \.failures) {
        Member("results", .list(of: judgement), "A verdict for each file and policy.") { report in
            report.parts.flatMap(\.judgements)
        }
    }

    /// A policy and a document, with the verdict.
    struct Judgement {
        let part: Part
        let result: Result
    }

    static let judgement = JSONObject<Judgement>("result") {
        Member("file", .file) { $0.part.document.name }
        Member(optional: "label", .text, "The label of the policy; missing if it has none.") { $0.result.policy.label }
        Member("policy", .text, "The policy as it is written.") { $0.result.policy.text }
        Member(
            optional: "setting", .text,
            "The setting that the group or the pattern in the policy stands for; missing if the policy has none."
        ) { $0.result.setting }
        Member(ofOptional: policySource) { $0.result.source.isFile ? $0.result : nil }
        Member("verdict", .word, "The result.") { $0.result.verdict.outcome }
        Member(of: VersionSet.json) { $0.result.verdict.versions }
        Member(
            optional: "readers", ReaderCoverage.json.type,
            "For a policy about what releases can read: the releases that it is about."
        ) { $0.result.policy.isAboutReaders ? $0.part.readerCoverage : nil }
        Member(ofOptional: ShippedVersions.json) { judgement in
            judgement.part.releases.map { ShippedVersions(judgement.result.verdict.versions, of: $0) }
        }
        Member(
            optional: "violations", .list(of: violation), "The values that break it, all of them.",
            when: ("verdict", PolicyVerdict.Outcome.violated.rawValue)
        ) { judgement in
            judgement.result.verdict.violations?.map { ViolationItem(part: judgement.part, violation: $0) }
        }
        Member(
            optional: "cases", .list(of: JSONObject<UserCase>.users),
            "The users for whom a policy about attributes alone fails, all of them; missing if only the version decides."
        ) { (judgement) -> [UserCase]? in
            guard case .violated(_, _, let cases) = judgement.result.verdict else { return nil }
            return UserCase.all(cases, in: judgement.part.space)
        }
    }
    .inStyle { $0.part.style(of: $0.result) }

    private static let policySource = JSONObject<Result> {
        Member("policyFile", .text, "The file of the policy; missing if an option has it.") { $0.source.text.name }
        Member("policyLine", .line) { $0.policy.line }
    }

    fileprivate struct ViolationItem {
        let part: Part
        let violation: PolicyVerdict.Violation
    }

    private static let violation = JSONObject<ViolationItem>("violation") {
        Member("name", .text, "The setting.") { $0.violation.setting.text }
        Member(optional: "owner", .text, "The owner of the setting; missing if the document names none.") { item in
            let settings = item.part.document.settings
            return settings.index(named: item.violation.setting.text).flatMap { settings.owner(of: $0) }
        }
        Member(of: VersionSet.json) { $0.violation.versions }
        Member("value", .value, "The value that violates the policy for these versions.") {
            $0.violation.found.value
        }
        Member("text", .text, "What is wrong, as a sentence.") { $0.part.sentence($0.violation) }
        Member(
            optional: "forReleases", .bool,
            "True if only recorded releases violate it, as their code reads the setting; missing otherwise."
        ) { $0.violation.isForReleases ? true : nil }
        Member(
            optional: "cases", .list(of: JSONObject.users),
            "The users for whom it violates the policy, all of them; missing if only the version decides."
        ) { UserCase.all($0.violation.cases, in: $0.part.space) }
        Member(of: ValueOrigin.json) { ValueOrigin(of: $0.violation.found.node, in: $0.part.document) }
    }
}

extension ProofReport.Part {
    /// The verdicts with the document that they are about.
    var judgements: [ProofReport.Judgement] { results.map { ProofReport.Judgement(part: self, result: $0) } }
}

extension PolicyVerdict {
    /// The verdict as one word.
    enum Outcome: String, CaseIterable {
        case proved
        case violated
        case vacuous
    }

    var outcome: Outcome {
        switch self {
        case .proved: .proved
        case .violated: .violated
        case .vacuous: .vacuous
        }
    }

    /// The versions for which the policy holds or is violated.
    fileprivate var versions: VersionSet {
        switch self {
        case .proved(let versions), .violated(let versions, _, _): versions
        case .vacuous: .none
        }
    }

    fileprivate var violations: [Violation]? {
        if case .violated(_, let violations, _) = self { violations } else { nil }
    }
}
