import FlagResolver

/// What a store resolves its settings for: the context of the app, and what the store adds to it.
struct StoreContext: Sendable {
    /// The context of the app, without a date.
    var app: EvaluationContext {
        didSet { app.instant = nil }
    }

    private let installationKey: InstallationKey
    private let commonAttributes: [String: AttributeValue]

    /// The name of the attribute that holds the installation key.
    static let installationKeyName = "installationKey"

    init(_ app: EvaluationContext, _ installationKey: InstallationKey, commonAttributes: [String: AttributeValue]) {
        self.app = app
        self.app.instant = nil
        self.installationKey = installationKey
        self.commonAttributes = commonAttributes
    }

    /// The context at a time in seconds since 1970.
    ///
    /// Values from the app take precedence. Without a targeting key, the installation key takes its place.
    func complete(at wallTime: Int64) -> EvaluationContext {
        var context = app
        for (name, value) in commonAttributes where context[name] == nil { context[name] = value }
        let given = context[Self.installationKeyName]
        if given == nil { context[Self.installationKeyName] = .string(installationKey.text) }
        if context.targetingKey == nil {
            if case .string(let key) = given {
                context.targetingKey = key
            } else {
                context.targetingKey = installationKey.text
            }
        }
        context.instant = Instant(seconds: wallTime)
        return context
    }

    /// Whether the values of a document may depend on the installation key.
    func usesInstallationKey(in document: SettingsDocument) -> Bool {
        guard app[Self.installationKeyName] == nil else { return false }
        let inputs = ContextInputs(of: document.loaded.indices, in: document)
        return (inputs.testsTargetingKey && app.targetingKey == nil)
            || inputs.attributes.contains(Self.installationKeyName)
    }
}
