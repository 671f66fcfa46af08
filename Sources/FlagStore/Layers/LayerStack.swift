import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// All layers of a store at one moment: immutable once it is in use, so that a reading never sees two moments.
struct LayerStack: Sendable {
    var overrides = DebugOverrides()

    /// The documents, the highest layer first.
    var documents: [LayeredDocument] = []

    let makeDecoder: @Sendable () -> JSONDecoder

    init(makeDecoder: @escaping @Sendable () -> JSONDecoder) {
        self.makeDecoder = makeDecoder
    }

    /// The document of a layer.
    subscript(layer: SettingLayer) -> LayeredDocument? {
        documents.first { $0.layer == layer }
    }

    /// Puts a document that was fetched on top. The one that it takes the place of stays below it, for settings that
    /// the new one has with a wrong type.
    mutating func activate(_ document: LayeredDocument) {
        let previous = self[.remote] ?? self[.lastKnownGood]
        documents =
            [document] + [previous?.replaced, self[.bundled]].compactMap(\.self)
    }

    /// The documents in which a setting counts, the highest layer first.
    ///
    /// A setting that the fetched document does not have was deleted on the server: the document before it must not
    /// bring it back.
    func documents(for name: String) -> [LayeredDocument] {
        documents { $0.slot(named: name) != nil }
    }

    /// The documents in which something counts, the highest layer first.
    func documents(where isThere: (SettingsDocument) -> Bool) -> [LayeredDocument] {
        guard let remote = self[.remote], !isThere(remote.document) else { return documents }
        return documents.filter { $0.layer != .lastKnownGood }
    }
}

/// A document in a layer: resolved for the app's version, with what is known of its origin.
struct LayeredDocument: Sendable {
    let snapshot: SettingsSnapshot
    let layer: SettingLayer

    /// How old the document was when ``since`` was: what the wall clock told at the start.
    let initialAge: Duration

    /// When, on the monotonic clock, it was loaded from disk or fetched.
    let since: Duration

    /// Whether it is the one that the server is asked about; the others were replaced.
    let isNewest: Bool

    var document: SettingsDocument { snapshot.document }

    /// The same document as the one that another took the place of.
    var replaced: LayeredDocument {
        LayeredDocument(
            snapshot: snapshot,
            layer: .lastKnownGood,
            initialAge: initialAge,
            since: since,
            isNewest: false
        )
    }
}

extension LayerStack {
    /// The names of the settings, sorted, whose values are others in a newer stack.
    ///
    /// Where the code has declared the type of a setting, the decoded values are compared, else the JSON, so that
    /// another spelling of the same value is no change.
    ///
    /// - Complexity: O(*n* log *n*) for *n* settings in both stacks.
    func changedNames(to newer: LayerStack, keys: [String: [RegisteredKey]]) -> [String] {
        var names = Set(keys.keys)
        for document in documents + newer.documents {
            names.formUnion(document.document.names)
        }
        return names.filter { name in
            if let keys = keys[name] {
                keys.contains { $0.differs(self, newer) }
            } else {
                !Self.isSameJSON(effectiveJSON(of: name), newer.effectiveJSON(of: name))
            }
        }.sorted()
    }

    private struct EffectiveJSON {
        let tree: JSONTree
        let node: Int
    }

    /// The JSON of a setting for the version that runs, from the highest layer that has it.
    private func effectiveJSON(of name: String) -> EffectiveJSON? {
        for document in documents(for: name) {
            guard let slot = document.document.slot(named: name),
                let node = document.document.resolve(slot, for: document.snapshot.context).value
            else { continue }
            return EffectiveJSON(tree: document.document.tree, node: node)
        }
        return nil
    }

    private static func isSameJSON(_ old: EffectiveJSON?, _ new: EffectiveJSON?) -> Bool {
        guard let old, let new else { return old == nil && new == nil }
        return old.tree.isEqual(old.node, to: new.tree, new.node)
    }
}
