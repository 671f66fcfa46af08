import FlagAnalysis

extension RuleList {
    static let json = JSONDocument<RuleList>(
        "rules", "what check and references look for, and the codes of other messages"
    ) {
        Member("rules", .list(of: rule), "The rules, in the order in which they are documented.") { $0.rules }
        Member("messages", .list(of: message), "The codes of messages that belong to no rule.") { $0.messages }
    }

    private static let message = JSONObject<MessageCode>("message") {
        Member("code", .text, "The code.") { $0.code }
        Member("commands", .list(of: .text), "The commands that print it.") { $0.commands }
        Member("meaning", .text, "What happened.") { $0.meaning }
        Member("advice", .text, "What to do about it.") { $0.advice }
    }

    private static let rule = JSONObject<any Rule>("rule") {
        Member("code", .ruleCode) { $0.code }
        Member("severity", .severity) { $0.severity }
        Member("meaning", .text, "What the rule catches, and why.") { $0.meaning }
        Member("advice", .text, "What to do about a finding.") { $0.advice }
        Member("comparesCode", .bool, "Whether it is a rule of references, which compares documents with Swift code.") {
            $0.bad.primary.code != nil
        }
        Member("needsReleases", .bool, "Whether the rule needs a list of releases.") {
            $0.needsReleases
        }
        Member("needsInstant", .bool, "Whether the rule needs a date.") { $0.needsInstant }
        Member("needsRevision", .bool, "Whether the rule needs an earlier revision.") { $0.needsRevision }
        Member("needsReaders", .bool, "Whether the rule needs records of releases.") { $0.needsReaders }
        Member("isAlwaysOn", .bool, "Whether the rule always runs, regardless of --select and --ignore.") {
            $0.rejectsDocument
        }
        Member("bad", example) { $0.bad.primary }
        Member("good", example) { $0.good.primary }
    }

    private static let example = JSONObject<RuleExample>("example") {
        Member("document", .text, "The text of a document.") { $0.document }
        Member(optional: "code", .text, "Swift code that the document is compared with.") { $0.code }
        Member(optional: "releases", .text, "The text of a list of releases.") { $0.releases }
        Member(
            optional: "readers", .list(of: .text), "The texts of the records of releases; missing if there are none."
        ) {
            $0.readers.isEmpty ? nil : $0.readers
        }
        Member(optional: "instant", .text, "The date that schedules are compared with.") { $0.instant }
        Member(optional: "previous", .text, "The text of an earlier revision.") { $0.previous }
    }
}
