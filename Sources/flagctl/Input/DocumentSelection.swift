import FlagResolver

/// The documents of a run, and which of their settings are wanted.
struct DocumentSelection {
    let documents: [LoadedDocument]
    /// The only settings wanted; empty for all.
    let flags: [String]
    let isInDocumentOrder: Bool

    /// Reads what the operands name, and reports what cannot be read, wanted settings that no document has, and the
    /// issues of the wanted ones.
    init(
        _ operands: [String], _ arguments: ParsedArguments, status: inout ExitStatus, session: inout Session
    ) {
        flags = arguments.all(.flag)
        isInDocumentOrder = arguments.value(.order) == "document"
        guard let reader = DocumentReader(patches: arguments.all(.patch), session: &session) else {
            documents = []
            status.take(.failed)
            return
        }
        documents = reader.documents(
            operands, standardInputName: arguments.value(.standardInputName), status: &status, session: &session)
        reportUnknownFlags(status: &status, session: &session)
        for document in documents { reportIssues(of: document, status: &status, session: &session) }
    }

    /// The wanted settings of a document, in the order that was asked for.
    func settings(of document: LoadedDocument) -> [SettingIndex] {
        guard !flags.isEmpty else {
            return isInDocumentOrder ? Array(document.settings.indices) : document.indicesByName()
        }
        let chosen = Set(flags.compactMap { document.settings.index(named: $0) })
        return isInDocumentOrder ? chosen.sorted() : document.sortedByName(Array(chosen))
    }

    /// Whether only settings are wanted that no document has: then there is nothing to show of any.
    var hasNothingWanted: Bool {
        !flags.isEmpty
            && !documents.contains { document in
                flags.contains { document.settings.index(named: $0) != nil }
            }
    }

    /// A name that no document knows is a mistake; one that only some know is left out of the others.
    private func reportUnknownFlags(status: inout ExitStatus, session: inout Session) {
        guard !documents.isEmpty else { return }
        for flag in flags where !documents.contains(where: { $0.settings.index(named: flag) != nil }) {
            session.report(.unknownSetting(flag, in: documents))
            status.take(.failed)
        }
    }

    private func reportIssues(of document: LoadedDocument, status: inout ExitStatus, session: inout Session) {
        for issue in document.issues {
            guard flags.isEmpty || flags.contains(document.setting(of: issue)) else { continue }
            session.report(Diagnostic(issue, in: document))
            if issue.makesSettingUnresolvable { status.take(.failed) }
        }
    }
}
