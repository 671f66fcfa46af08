import FlagResolver

/// The body of a question of the inspector.
struct InspectorBody {
    private let tree: JSONTree
    private let context: EvaluationContext?

    /// - Throws: `Refusal` if the body is not an object or exceeds a limit.
    init(parsing bytes: [UInt8], limits: ServerLimits, allowsDate: Bool, now: Instant) throws(Refusal) {
        let tree = try EvaluationBody.tree(parsing: bytes, limits: limits)
        self.tree = tree
        let hasContext = tree.member(named: "context" as StaticString, of: 0).map { tree.kind(of: $0) == .object }
        context =
            hasContext == true
            ? try EvaluationBody(tree, limits: limits, allowsDate: allowsDate, now: now).context : nil
    }

    /// The question about a subject.
    ///
    /// - Throws: `Refusal` if the body lacks what the question is about.
    func question(_ subject: Route.Question) throws(Refusal) -> InspectorQuestion {
        switch subject {
        case .document: return .document
        case .change: return .change
        case .setting: return .setting(try text("setting", "such as {\"setting\": \"checkout\"}"), context)
        case .users:
            return .users(
                expression: try text("expression", "such as {\"expression\": \"checkout == \\\"modern\\\"\"}"))
        case .matrix:
            var settings = InspectedSettings()
            settings.filter = string("filter") ?? ""
            settings.first = max(0, integer("first") ?? 0)
            settings.count = min(max(1, integer("count") ?? settings.count), InspectedSettings.maximumSettingCount)
            settings.changesOnly =
                tree.member(named: "changesOnly" as StaticString, of: 0).map { tree.kind(of: $0) == .true } ?? false
            return .matrix(settings)
        }
    }

    private func text(_ name: StaticString, _ example: String) throws(Refusal) -> String {
        guard let text = string(name) else {
            throw .unreadableBody("the body has no string \"\(name)\", expected an object \(example)")
        }
        return text
    }

    private func string(_ name: StaticString) -> String? {
        tree.member(named: name, of: 0).flatMap { tree.string(at: $0) }
    }

    private func integer(_ name: StaticString) -> Int? { tree.member(named: name, of: 0).flatMap { tree.int(at: $0) } }
}
