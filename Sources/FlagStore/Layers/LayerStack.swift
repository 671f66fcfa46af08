import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// All layers of a store at one moment.
struct LayerStack: Sendable {
    var overrides = DebugOverrides()

    /// The documents and the sources of the app, the highest layer first.
    private(set) var documents: [LayeredDocument] = []

    /// Counts how often the documents were resolved for another context.
    var contextRevision = 0

    /// Counts the changes that do not come from a new document.
    var revision: Int { overrides.revision &+ contextRevision }

    /// The context for which values are resolved.
    var context: EvaluationContext

    let makeDecoder: @Sendable () -> JSONDecoder

    init(context: EvaluationContext, makeDecoder: @escaping @Sendable () -> JSONDecoder) {
        self.context = context
        self.makeDecoder = makeDecoder
    }

    /// The document of a layer.
    subscript(layer: SettingLayer) -> LayeredDocument? {
        documents.first { $0.layer == layer }
    }

    /// Adds a layer at its place: sources above all documents, documents in the order in which they are added, other sources.
    mutating func add(_ layer: LayeredDocument) {
        let position = documents.firstIndex { $0.place > layer.place } ?? documents.endIndex
        documents.insert(layer, at: position)
    }

    /// Replaces the fetched or cached document.
    ///
    /// Only the bundled document stays below it, as after a restart: a setting that the new document lacks, or has with the
    /// wrong type, never gets its value from a document that was replaced.
    mutating func activate(_ document: LayeredDocument) {
        let bundled = self[.bundled]
        documents.removeAll { $0.source == nil }
        add(document)
        if let bundled { add(bundled) }
    }

    /// Replaces the values of a source; `nil` if it has none.
    mutating func replace(_ source: SourceLayer, with layer: LayeredDocument?) {
        documents.removeAll { $0.source == source }
        if let layer { add(layer) }
    }

    /// The values of a source.
    func layer(of source: SourceLayer) -> LayeredDocument? {
        documents.first { $0.source == source }
    }

    /// Whether there is no document, whatever the sources of the app have.
    var hasNoDocument: Bool { documents.allSatisfy { $0.source != nil } }
}

/// A document in a layer, resolved for a context, with its age.
///
/// A class, so that reading a setting does not copy the parts of the snapshot.
final class LayeredDocument: Sendable {
    let snapshot: SettingsSnapshot
    let schedule: DocumentSchedule
    let layer: SettingLayer

    /// The source of the app that has these values; `nil` for a document.
    let source: SourceLayer?

    /// The age of the document at ``since``, according to the wall clock.
    let initialAge: Duration

    /// The monotonic time at which the document was loaded or fetched.
    let since: Duration

    /// Whether conditional requests ask about this document.
    let isNewest: Bool

    /// The instant for which the document is resolved; `nil` for that of the context.
    private let resolutionInstant: Instant?

    convenience init(
        snapshot: SettingsSnapshot, layer: SettingLayer, initialAge: Duration, since: Duration, isNewest: Bool
    ) {
        self.init(
            snapshot: snapshot, schedule: DocumentSchedule(of: snapshot), layer: layer, source: nil,
            initialAge: initialAge, since: since, isNewest: isNewest, resolutionInstant: nil)
    }

    /// The values of a source of the app, which have neither an age nor schedules.
    convenience init(_ snapshot: SettingsSnapshot, of source: SourceLayer) {
        self.init(
            snapshot: snapshot, schedule: .none, layer: .app, source: source, initialAge: .zero, since: .zero,
            isNewest: false, resolutionInstant: nil)
    }

    private init(
        snapshot: SettingsSnapshot, schedule: DocumentSchedule, layer: SettingLayer, source: SourceLayer?,
        initialAge: Duration, since: Duration, isNewest: Bool, resolutionInstant: Instant?
    ) {
        self.snapshot = snapshot
        self.schedule = schedule
        self.resolutionInstant = resolutionInstant
        self.layer = layer
        self.source = source
        self.initialAge = initialAge
        self.since = since
        self.isNewest = isNewest
    }

    /// The same document, resolved for another context.
    func resolved(
        for context: EvaluationContext, makeDecoder: @escaping @Sendable () -> JSONDecoder
    ) -> LayeredDocument {
        let snapshot = document.snapshot(for: resolvable(context), makeDecoder: makeDecoder)
        return LayeredDocument(
            snapshot: snapshot, schedule: schedule.moved(to: snapshot), layer: layer, source: source,
            initialAge: initialAge, since: since, isNewest: isNewest, resolutionInstant: resolutionInstant)
    }

    /// A context with the instant for which the document is resolved.
    func resolvable(_ context: EvaluationContext) -> EvaluationContext {
        guard let resolutionInstant else { return context }
        var context = context
        context.instant = resolutionInstant
        return context
    }

    /// The same document, whose schedules stand still at an instant.
    func stopped(at instant: Instant, makeDecoder: @escaping @Sendable () -> JSONDecoder) -> LayeredDocument {
        LayeredDocument(
            snapshot: snapshot, schedule: .none, layer: layer, source: source, initialAge: initialAge, since: since,
            isNewest: isNewest, resolutionInstant: instant
        ).resolved(for: snapshot.context, makeDecoder: makeDecoder)
    }

    var document: SettingsDocument { snapshot.document }

    /// The place among the layers, the highest first. All documents share one; sources have the order of the configuration.
    fileprivate var place: (priority: Int, index: Int) {
        switch source?.priority {
        case .aboveDocuments: (0, source?.index ?? 0)
        case nil: (1, 0)
        case .belowDocuments: (2, source?.index ?? 0)
        }
    }
}

extension LayerStack {
    /// The sorted names of the settings whose values differ in a newer stack.
    ///
    /// If a key declares the type of a setting, decoded values are compared, otherwise JSON values. Another spelling of the
    /// same value is not a change.
    ///
    /// - Parameters:
    ///   - newer: The newer stack.
    ///   - candidates: The settings to compare; `nil` for all.
    ///   - keys: The declared keys, by name.
    /// - Complexity: O(*n* log *n*) for *n* settings to compare.
    func changedNames(
        to newer: LayerStack,
        among candidates: Set<ExactText>?,
        keys: [ExactText: [RegisteredKey]]
    ) -> [String] {
        let names = candidates ?? names.union(newer.names).union(keys.keys)
        return names.filter { name in
            if let keys = keys[name] {
                keys.contains { $0.differs(self, newer) }
            } else {
                jsonValue(of: name.text) != newer.jsonValue(of: name.text)
            }
        }.sorted().map(\.text)
    }

    /// The names of all settings in the documents.
    var names: Set<ExactText> {
        documents.reduce(into: []) { $0.formUnion($1.document.names.lazy.map { ExactText($0) }) }
    }

    /// The JSON value of a setting in this context, from the highest layer that has it.
    private func jsonValue(of name: String) -> JSONValue? {
        for document in documents {
            guard let setting = document.document.index(named: name), let node = document.snapshot.node(of: setting)
            else { continue }
            return document.document.tree[node]
        }
        return nil
    }
}

extension LayerStack {
    /// Resolves each layer for another context.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    mutating func resolve(for context: EvaluationContext) {
        self.context = context
        overrides.removeExpired(at: context.instant)
        documents = documents.map { $0.resolved(for: context, makeDecoder: makeDecoder) }
        contextRevision &+= 1
    }

    /// The sorted names of the settings whose values differ in a stack of the same documents for another context.
    ///
    /// Gives the same result as ``changedNames(to:among:keys:)`` for all settings, without comparing most of them.
    func changedNames(forContextOf newer: LayerStack, keys: [ExactText: [RegisteredKey]]) -> [String] {
        var candidates: Set<ExactText> = []
        for (old, new) in zip(documents, newer.documents) {
            for setting in old.snapshot.settings(changedIn: new.snapshot) {
                candidates.insert(ExactText(old.document.name(of: setting)))
            }
        }
        for (name, keys) in keys {
            // A type may reject the value of the winner, and read that of a later entry.
            let mayDiffer =
                mayRead(pastWinnerOf: name.text)
                || keys.contains { $0.scalarDefault == nil } && mayContainSettings(name)
            if mayDiffer { candidates.insert(name) }
        }
        for name in overrides.values.keys where newer.overrides.values[name] == nil { candidates.insert(name) }
        return changedNames(to: newer, among: candidates, keys: keys)
    }

    /// Whether a value may contain a `PropertySetting` with entries, which depends on the context.
    private func mayContainSettings(_ name: ExactText) -> Bool {
        if overrides.values[name] != nil || overrides.texts.text(for: name.text) != nil { return true }
        return documents.contains { layer in
            let tree = layer.document.tree
            let values = layer.document.index(named: name.text).map { layer.document.valueNodes(of: $0) }
            return (values ?? [tree.group(named: name.text)].compactMap(\.self)).contains { value in
                (value..<Int(tree.nodes[value].next)).contains { tree.isString(at: $0, equalTo: "valuesByVersion") }
            }
        }
    }

    private func mayRead(pastWinnerOf name: String) -> Bool {
        documents.contains { layer in
            layer.document.index(named: name).map { layer.snapshot.hasEntries(afterWinnerOf: $0) } ?? false
        }
    }
}
