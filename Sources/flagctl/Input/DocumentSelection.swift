import FlagAnalysis
import FlagResolver

/// The documents of a run, and the settings in them that were asked for.
struct DocumentSelection {
    let documents: [LoadedDocument]
    /// How many inputs there were, readable or not.
    let inputCount: Int
    /// The settings, groups and patterns of `--flag`; empty for all settings.
    let flags: [SettingPattern]
    let order: SettingOrder

    /// Reads the documents that the operands name. Reports unreadable inputs, settings that no document has, and the
    /// issues of the selected settings.
    ///
    /// - Parameter reader: A reader with the patches of the run; `nil` if a patch could not be read, so that there are no
    ///   documents.
    init(_ arguments: ParsedArguments, reader: DocumentReader?, session: inout Session) {
        flags = (arguments[ifDeclared: .flag] ?? []).map { SettingPattern($0) }
        order = arguments[ifDeclared: .order] ?? .name
        let batch = reader?.read(arguments[.files], of: arguments, session: &session)
        documents = batch?.documents ?? []
        inputCount = batch?.inputCount ?? 0
        session.reportUnknownSettings(flags, in: documents)
        for document in documents {
            for issue in issues(of: document) { session.report(Diagnostic(issue, in: document)) }
        }
    }

    /// The issues of the selected settings of a document.
    func issues(of document: LoadedDocument) -> [SettingIssue] {
        guard !flags.isEmpty else { return document.issues }
        let names = flags.names(in: [document])
        return document.issues.filter { names.contains(ExactText(document.setting(of: $0))) }
    }

    /// The selected settings of a document, in the order that was asked for.
    func settings(of document: LoadedDocument) -> [SettingIndex] {
        guard !flags.isEmpty else {
            return order == .document ? Array(document.settings.indices) : document.indicesByName()
        }
        let chosen = Set(flags.flatMap { $0.settings(in: document.settings) })
        return order == .document ? chosen.sorted() : document.sortedByName(Array(chosen))
    }

    /// Whether `--flag` selects no setting of any document, so that there is nothing to show.
    var isEmpty: Bool {
        !flags.isEmpty && flags.names(in: documents).isEmpty
    }
}

extension Session {
    /// Reports the names and patterns that match in no document. One that matches in some documents is not an error.
    mutating func reportUnknownSettings(_ names: [String], in documents: [LoadedDocument]) {
        reportUnknownSettings(names.map { SettingPattern($0) }, in: documents)
    }

    /// Reports the patterns that match no setting of any document.
    mutating func reportUnknownSettings(_ patterns: [SettingPattern], in documents: [LoadedDocument]) {
        guard !documents.isEmpty else { return }
        for pattern in patterns where documents.allSatisfy({ pattern.settings(in: $0.settings).isEmpty }) {
            report(.unknownSetting(pattern.text, in: documents, &suggestions))
        }
    }

    /// Reports the values of an option that allow nothing, as an unused `"$allow"` is: they would hide a later finding.
    ///
    /// - Parameter found: The settings about which something was found.
    mutating func reportUnused(_ patterns: [SettingPattern], of option: String, found: [String]) {
        guard failures.isEmpty else { return }
        for pattern in patterns where !found.contains(where: { pattern.matches(Array($0.utf8)) }) {
            report(
                finding: Diagnostic(
                    subject: .name("\(option) \(pattern.text)"), severity: .warning,
                    message: "nothing was found that this allows", help: "omit it: it would hide what is found later"))
        }
    }
}

extension [SettingPattern] {
    /// The names of the settings that the patterns match in some documents.
    func names(in documents: [LoadedDocument]) -> Set<ExactText> {
        var names: Set<ExactText> = []
        for document in documents {
            for pattern in self {
                for setting in pattern.settings(in: document.settings) {
                    names.insert(ExactText(document.settings.name(of: setting)))
                }
            }
        }
        return names
    }
}
