import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// All layers of a store at one moment.
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

    /// Puts a fetched document on top. The document that it replaces stays below it, for settings that have the wrong type
    /// in the new one.
    mutating func activate(_ document: LayeredDocument) {
        let previous = self[.remote] ?? self[.lastKnownGood]
        documents =
            [document] + [previous?.replaced, self[.bundled]].compactMap(\.self)
    }

    /// The documents that may provide a setting, the highest layer first.
    ///
    /// A setting that the fetched document lacks was deleted on the server: the previous document must not restore it.
    func documents(for name: String) -> [LayeredDocument] {
        documents { $0.index(named: name) != nil }
    }

    /// The documents that may provide what a predicate looks for, the highest layer first.
    func documents(where isThere: (SettingsDocument) -> Bool) -> [LayeredDocument] {
        guard let remote = self[.remote], !isThere(remote.document) else { return documents }
        return documents.filter { $0.layer != .lastKnownGood }
    }
}

/// A document in a layer, resolved for a context, with its age.
struct LayeredDocument: Sendable {
    let snapshot: SettingsSnapshot
    let layer: SettingLayer

    /// The age of the document at ``since``, according to the wall clock.
    let initialAge: Duration

    /// The monotonic time at which the document was loaded or fetched.
    let since: Duration

    /// Whether conditional requests ask about this document; the others were replaced.
    let isNewest: Bool

    var document: SettingsDocument { snapshot.document }

    /// This document after another one has replaced it.
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
    /// The sorted names of the settings whose values differ in a newer stack.
    ///
    /// If a key declares the type of a setting, decoded values are compared, otherwise JSON values. Another spelling of the
    /// same value is not a change.
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

    /// The JSON value of a setting in this context, from the highest layer that has it.
    private func effectiveJSON(of name: String) -> EffectiveJSON? {
        for document in documents(for: name) {
            guard let setting = document.document.index(named: name),
                let node = document.document.resolve(setting, for: document.snapshot.context).value
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
