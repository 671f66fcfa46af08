import FlagResolver

/// The layers and keys of a store at its start.
struct StoreStart {
    let stack: LayerStack
    let keys: [ExactText: [RegisteredKey]]
    let diagnostics: [StoreDiagnostic]

    init(
        _ documents: DocumentKeeper.StartDocuments,
        _ sources: [LayeredSource],
        _ keptOverrides: [ExactText: DebugOverride],
        context: EvaluationContext,
        _ configuration: StoreConfiguration
    ) {
        let clock = configuration.clock
        let now = clock.monotonicTime
        var stack = LayerStack(context: context, makeDecoder: configuration.makeDecoder)
        func layered(
            _ document: SettingsDocument, _ layer: SettingLayer, age: Duration, isNewest: Bool
        ) -> LayeredDocument {
            let snapshot = document.snapshot(for: context, makeDecoder: configuration.makeDecoder)
            return LayeredDocument(snapshot: snapshot, layer: layer, initialAge: age, since: now, isNewest: isNewest)
        }
        if let cached = documents.cached {
            let document = layered(
                cached.document, .lastKnownGood, age: cached.age(at: clock.wallTime),
                isNewest: documents.cache.quarantined == nil)
            let resolutionInstant = cached.resolutionDate.map { Instant(seconds: $0) }
            stack.add(
                resolutionInstant.map { document.stopped(at: $0, makeDecoder: configuration.makeDecoder) } ?? document)
        }
        if let bundled = documents.bundled {
            stack.add(layered(bundled, .bundled, age: .zero, isNewest: false))
        }
        stack.overrides.texts = TextOverrides(
            arguments: configuration.arguments,
            environment: configuration.environment
        )
        if !keptOverrides.isEmpty { stack.overrides.replaceAll(with: keptOverrides, at: context.instant) }
        let declared = configuration.keys.compactMap { $0 as? any RegistrableKey }
        let documentIssues = stack.documents.filter { !$0.document.issues.isEmpty }.map {
            StoreDiagnostic.settingIssues($0.document.issues, in: $0.layer)
        }
        var sourceDiagnostics: [StoreDiagnostic] = []
        for source in sources {
            let values = source.values()
            stack.replace(source.layer, with: values.layered(for: context, configuration.makeDecoder))
            sourceDiagnostics += values.diagnostics
        }
        diagnostics =
            documents.diagnostics + documentIssues + sourceDiagnostics
            + Self.overrideProblems(stack, declared.map(\.registered))
        keys = declared.reduce(into: [:]) { keys, key in
            let name = ExactText(key.name)
            guard !key.isCovered(by: keys[name] ?? []) else { return }
            keys[name, default: []].append(key.registered)
        }
        self.stack = stack
    }

    private static func overrideProblems(_ stack: LayerStack, _ keys: [RegisteredKey]) -> [StoreDiagnostic] {
        let malformed = stack.overrides.texts.malformed.map { StoreDiagnostic.malformedOverride($0) }
        guard !keys.isEmpty else { return malformed }
        let names = keys.map(\.name)
        let unknown = stack.overrides.unknown(besides: names).map { StoreDiagnostic.unknownOverride($0) }
        let ambiguous = stack.overrides.texts.ambiguousVariables(among: names).map {
            StoreDiagnostic.ambiguousOverride($0.variable, $0.names)
        }
        return malformed + unknown + ambiguous + keys.flatMap { $0.overrideProblems(stack) }
    }
}
