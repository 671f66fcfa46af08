import FlagAnalysis
import FlagReferences
import FlagResolver

extension ReferencesReport {
    static let json = JSONDocument<ReferencesReport>(
        "references", "where code reads which setting", failures: \.failures
    ) {
        Member(
            "fingerprintVersion", .count(from: 1), "The version of the fingerprints; a baseline must have the same one."
        ) { _ in Fingerprint.version }
        Member("documents", .list(of: .file), "The documents that the code is compared with.") {
            $0.comparison.documents.map(\.name)
        }
        Member("files", .count, "The number of Swift files.") { $0.comparison.code.fileCount }
        Member("lines", .count, "The number of their lines.") { $0.comparison.code.lineCount }
        Member(
            "settings", .list(of: setting),
            "The settings of the documents, or without documents those that the code names; sorted by name."
        ) { report in report.comparison.settings.lazy.map { (setting: $0, code: report.comparison.code) } }
        Member(
            "unread", .list(of: .text.described(as: "A setting.")),
            "The settings of the documents that neither code nor another setting uses, and whose names are nowhere in the code."
        ) { report -> [String] in
            guard report.comparison.hasDocuments else { return [] }
            return report.comparison.settings.filter { $0.isUnread }.map(\.name)
        }
        Member("unknown", .list(of: unknown), "The names in the code that no document has.") { report in
            report.comparison.unknown.map { (name: $0, code: report.comparison.code) }
        }
        Member("unseen", .list(of: unseen), "The places where a name cannot be seen.") { report in
            report.comparison.code.references.unseen.map { (name: $0, code: report.comparison.code) }
        }
        Member("otherFiles", .list(of: .file), "The files in other languages, which are searched for names only.") {
            $0.comparison.code.otherFiles.map(\.name)
        }
        Member("errors", .count, "The number of errors.") { $0.count(of: .error) }
        Member("warnings", .count, "The number of warnings.") { $0.count(of: .warning) }
        Member("notes", .count, "The number of notes.") { $0.count(of: .note) }
        Member("findings", .list(of: CheckedFinding.json), "All findings: in the documents, then in the code.") {
            $0.findings
        }
        Member(
            optional: "gone", .list(of: GoneFinding.json),
            "The findings of the baseline that are not found any more, with their places in it; missing if there are none."
        ) { $0.gone.isEmpty ? nil : $0.gone }
    }

    private static let setting = JSONObject<(setting: CodeComparison.Setting, code: ScannedCode)>("setting") {
        Member("name", .text, "The setting.") { $0.setting.name }
        Member(
            "locations", .list(of: Diagnostic.Location.json), "Where the documents have it; empty without documents."
        ) { item in
            (item.setting.location.map { [$0] } ?? []) + item.setting.furtherLocations
        }
        Member("isRead", .bool, "Whether a place in the code reads it.") { $0.setting.isRead }
        Member("isUsedByDocument", .bool, "Whether another setting requires it, or it forces updates.") {
            $0.setting.isUsedByDocument
        }
        Member("declarations", .list(of: CodeReference.json), "Where keys for it are declared.") {
            $0.code.located($0.setting.references(.declaration))
        }
        Member("reads", .list(of: CodeReference.json), "Where it is read.") {
            $0.code.located($0.setting.references(.read))
        }
        Member(
            "mentions", .list(of: Diagnostic.Location.json),
            "Where its name is in code that is not seen to read it; empty if a place is seen to."
        ) { $0.setting.mentions }
        Member("overrides", .list(of: CodeReference.json), "Where it is overridden.") {
            $0.code.located($0.setting.references(.override))
        }
    }

    private static let unknown = JSONObject<(name: CodeComparison.UnknownName, code: ScannedCode)>("unknown") {
        Member("name", .text, "The name in the code.") { $0.name.name }
        Member("isGroup", .bool, "Whether it is the name of a group.") { $0.name.isGroup }
        Member(optional: "suggestion", .text, "The most similar name of a document; missing if there is none.") {
            $0.name.suggestion
        }
        Member("references", .list(of: CodeReference.json), "Where the code has it.") {
            $0.code.located($0.name.references)
        }
    }

    private enum UnseenReason: String, CaseIterable {
        case interpolation
        case expression
        case model
        case unreadable
        case notUnderstood
    }

    private static let unseen = JSONObject<(name: UnseenName, code: ScannedCode)>("unseen") {
        Member(of: Diagnostic.Location.json) { $0.code.location(of: $0.name) }
        Member("reason", .word, "Why it cannot be seen.") { item -> UnseenReason in
            switch item.name.reason {
            case .interpolation: .interpolation
            case .expression: .expression
            case .model: .model
            case .problem: .unreadable
            case .hidden: .notUnderstood
            }
        }
        Member(optional: "head", .text, "What the name begins with; missing if that is not known.") { item in
            if case .interpolation(let head?) = item.name.reason, !head.isEmpty { head } else { nil }
        }
    }
}
