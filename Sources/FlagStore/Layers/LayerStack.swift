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
