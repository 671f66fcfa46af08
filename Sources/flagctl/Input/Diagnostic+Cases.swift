import FlagAnalysis
import FlagResolver

extension Diagnostic {
    /// A setting that cannot be analysed for everybody.
    ///
    /// - Parameter other: The other document of the space, if there is one.
    init(
        _ failure: CaseSpace.Failure, of setting: String, in document: LoadedDocument, _ other: LoadedDocument? = nil
    ) {
        let escape = { (text: String) in PlainText.escaped(text) }
        var related: [RelatedLocation] = []
        var span = document.settings.index(named: setting).map {
            document.tree.nodes[Int(document.loaded[$0].key)].span
        }
        var owner = document
        if case .mixedTypes(_, let string, let version) = failure {
            func input(of condition: CaseSpace.ConditionNode) -> LoadedDocument {
                condition.side == .first ? document : other ?? document
            }
            owner = input(of: version)
            span = owner.tree.nodes[version.node].span
            let stringOwner = input(of: string)
            related = [
                RelatedLocation(
                    location: stringOwner.location(stringOwner.tree.nodes[string.node].span),
                    message: CaseSpace.Failure.stringTestRole)
            ]
        }
        self.init(
            subject: owner.subject(span), severity: .error,
            message: "in \(NameText.quoted(setting)): \(failure.message(escape: escape))", code: failure.code,
            setting: setting, related: related, notes: [failure.note(escape: escape)].compactMap { $0 },
            help: failure.help)
    }
}
