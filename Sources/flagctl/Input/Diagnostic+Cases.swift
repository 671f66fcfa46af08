import FlagAnalysis
import FlagResolver

extension Diagnostic {
    /// A setting that cannot be analysed for everybody.
    ///
    /// - Parameter other: The other document of the space, if there is one.
    init(
        _ failure: CaseSpace.Failure, of setting: String, in document: LoadedDocument, _ other: LoadedDocument? = nil
    ) {
        switch failure {
        case .limit(let limit):
            self.init(limit, of: setting, in: document)
        case .mixedTypes(let attribute, let string, let version):
            func location(_ condition: CaseSpace.ConditionNode) -> Location {
                let owner = condition.side == .first ? document : other ?? document
                return owner.location(owner.tree.nodes[condition.node].span)
            }
            self.init(
                subject: .location(location(version)), severity: .error,
                message: "in \(NameText.quoted(setting)): \(PlainText.escaped(attribute)) is tested both as a version "
                    + "and as a string, so that its cases cannot be told apart",
                code: "mixed-attribute-types", setting: setting,
                related: [RelatedLocation(location: location(string), message: "here it is tested as a string")],
                help: "test it as a version everywhere, as in { \"version\": \">=17\" }, or use two attributes")
        }
    }

    private init(_ limit: CaseLimit, of setting: String, in document: LoadedDocument) {
        let what =
            switch limit.kind {
            case .states: "its entries can be combined in more than \(limit.limit) ways"
            case .cases: "it has more than \(limit.limit) cases"
            case .conditions: "its cases have more than \(limit.limit) conditions"
            }
        let axes = limit.axes.map { PlainText.escaped($0.description) }.joined(separator: ", ")
        let node = document.settings.index(named: setting).map { Int(document.loaded[$0].key) }
        self.init(
            subject: document.subject(node.map { document.tree.nodes[$0].span }), severity: .error,
            message: "\(NameText.quoted(setting)) is too complex to be analysed: \(what)",
            code: "too-many-cases", setting: setting,
            notes: ["most of them come from \(axes)"],
            help: "test fewer attributes, or use one salt for several entries")
    }
}
