import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a store starts with: found synchronously, on disk and in the bundle, and without a network.
struct StoreStart {
    let stack: LayerStack
    let context: EvaluationContext
    let newest: NewestDocument?
    let keys: [String: [RegisteredKey]]
    let diagnostics: [StoreDiagnostic]
    let event: StoreMachine.Start

    init(
        appVersion: Result<AppVersion, VersionSyntaxError>,
        text: String,
        _ configuration: StoreConfiguration,
        cache: DocumentCache?
    ) {
        var diagnostics: [StoreDiagnostic] = []
        switch appVersion {
        case .success(let version): context = EvaluationContext(appVersion: version)
        case .failure(let error):
            context = EvaluationContext()
            diagnostics.append(text.isEmpty ? .missingAppVersion : .unreadableAppVersion(text, error))
        }
        var stack = LayerStack(makeDecoder: configuration.makeDecoder)
        let now = configuration.clock.monotonicTime
        let cached = cache?.start()
        diagnostics += cached?.diagnostics ?? []
        if let document = cached?.document {
            let (age, overflow) = configuration.clock.wallTime.subtractingReportingOverflow(document.writtenAt)
            stack.documents.append(
                LayeredDocument(
                    snapshot: document.document.snapshot(for: context, makeDecoder: configuration.makeDecoder),
                    layer: .lastKnownGood,
                    // A wall clock that went back since then tells nothing.
                    initialAge: .seconds(overflow ? 0 : max(0, age)),
                    since: now,
                    isNewest: true
                )
            )
        }
        newest = cached?.document.map { document in
            NewestDocument(
                document: document.document,
                identity: document.identity,
                entityTag: document.entityTag,
                isActive: true
            )
        }
        if let bytes = configuration.bundledDocument {
            do throws(DocumentError) {
                let document = try SettingsDocument(parsing: bytes, limits: configuration.limits)
                stack.documents.append(
                    LayeredDocument(
                        snapshot: document.snapshot(for: context, makeDecoder: configuration.makeDecoder),
                        layer: .bundled,
                        initialAge: .zero,
                        since: now,
                        isNewest: false
                    )
                )
            } catch {
                diagnostics.append(.bundledDocumentUnreadable(error))
            }
        }
        for document in stack.documents where !document.document.issues.isEmpty {
            diagnostics.append(.settingIssues(document.document.issues, in: document.layer))
        }
        stack.overrides.texts = TextOverrides(
            arguments: configuration.arguments,
            environment: configuration.environment
        )
        let keys = configuration.keys.compactMap { ($0 as? any RegistrableKey)?.registered }
        diagnostics += Self.overrideProblems(stack, keys)
        self.keys = Dictionary(grouping: keys, by: \.name)
        self.stack = stack
        self.diagnostics = diagnostics
        event = StoreMachine.Start(
            hasReadableVersion: context.appVersion != nil,
            hasDocument: cached?.document != nil,
            hasBundledDocument: stack[.bundled] != nil,
            isPending: cached?.document?.isPending ?? false
        )
    }

    private static func overrideProblems(_ stack: LayerStack, _ keys: [RegisteredKey]) -> [StoreDiagnostic] {
        let malformed = stack.overrides.texts.malformed.map { StoreDiagnostic.malformedOverride($0) }
        guard !keys.isEmpty else { return malformed }
        let unknown = stack.overrides.texts.unknown(besides: keys.map(\.name)).map {
            StoreDiagnostic.unknownOverride($0)
        }
        return malformed + unknown + keys.flatMap { $0.overrideProblems(stack) }
    }
}
