import FlagAnalysis
import FlagResolver

extension Diagnostic {
    /// A setting that cannot be analysed for all users.
    ///
    /// - Parameters:
    ///   - setting: The setting; `nil` for an expression of the command line.
    ///   - other: The other document of the space; `nil` if there is none, or only conditions of the command line.
    init(
        _ failure: CaseSpace.Failure, of setting: String?, in document: LoadedDocument, _ other: LoadedDocument? = nil
    ) {
        let escape = { (text: String) in PlainText.escaped(text) }
        var related: [RelatedLocation] = []
        var span = setting.flatMap { document.settings.index(named: $0) }.map {
            document.tree.nodes[Int(document.loaded[$0].key)].span
        }
        var owner = document
        var notes = [failure.note(escape: escape)].compactMap { $0 }
        if case .mixedTypes(_, let string, let version) = failure {
            // Conditions of the command line have no location.
            func input(of condition: CaseSpace.ConditionNode) -> LoadedDocument? {
                condition.side == .first ? document : other
            }
            if let input = input(of: version) {
                owner = input
                span = owner.tree.nodes[version.node].span
            } else {
                notes.append("--where tests it as a version")
            }
            if let input = input(of: string) {
                related = [
                    RelatedLocation(
                        location: input.location(input.tree.nodes[string.node].span),
                        message: CaseSpace.Failure.stringTestRole)
                ]
            } else {
                notes.append("--where tests it as a string")
            }
        }
        self.init(
            subject: owner.subject(span), severity: .error,
            message:
                "in \(setting.map { NameText.quoted($0) } ?? "the expression"): \(failure.message(escape: escape))",
            code: failure.code,
            setting: setting, related: related, notes: notes,
            help: failure.help)
    }

    /// The changes between two documents that cannot be restricted to the users of `--where`.
    init(restricting failure: CaseSpace.Failure, to document: LoadedDocument) {
        let escape = { (text: String) in PlainText.escaped(text) }
        self.init(
            subject: .name(document.name), severity: .error,
            message: "the changes cannot be restricted to --where: \(failure.message(escape: escape))",
            code: failure.code, notes: [failure.note(escape: escape)].compactMap { $0 }, help: failure.help)
    }
}
