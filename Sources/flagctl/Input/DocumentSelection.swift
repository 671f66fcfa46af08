import FlagResolver

/// The documents of a run, and the settings in them that were asked for.
struct DocumentSelection {
    let documents: [LoadedDocument]
    /// How many inputs there were, readable or not.
    let inputCount: Int
    /// The names of `--flag`; empty for all settings.
    let flags: [String]
    let order: SettingOrder

    /// Reads the documents that the operands name. Reports unreadable inputs, settings that no document has, and the
    /// issues of the selected settings.
    ///
    /// - Parameter reader: A reader with the patches of the run; `nil` if a patch could not be read, so that there are no
    ///   documents.
    init(_ arguments: ParsedArguments, reader: DocumentReader?, session: inout Session) {
        flags = arguments[.flag]
        order = arguments[.order]
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
        document.issues.filter { flags.isEmpty || flags.contains(document.setting(of: $0)) }
    }

    /// The selected settings of a document, in the order that was asked for.
    func settings(of document: LoadedDocument) -> [SettingIndex] {
        guard !flags.isEmpty else {
            return order == .document ? Array(document.settings.indices) : document.indicesByName()
        }
        let chosen = Set(flags.compactMap { document.settings.index(named: $0) })
        return order == .document ? chosen.sorted() : document.sortedByName(Array(chosen))
    }

    /// Whether `--flag` selects no setting of any document, so that there is nothing to show.
    var isEmpty: Bool {
        !flags.isEmpty
            && !documents.contains { document in
                flags.contains { document.settings.index(named: $0) != nil }
            }
    }
}

extension Session {
    /// Reports the names that no document has. A name that only some documents have is no mistake.
    mutating func reportUnknownSettings(_ names: [String], in documents: [LoadedDocument]) {
        guard !documents.isEmpty else { return }
        for name in names where !documents.contains(where: { $0.settings.index(named: name) != nil }) {
            report(.unknownSetting(name, in: documents))
        }
    }
}
