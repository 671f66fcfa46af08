#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension SettingsDocument {
    /// Decodes a model whose properties are settings, and resolves them for a context.
    ///
    /// ```swift
    /// struct RemoteConfig: Decodable {
    ///     let checkout: PropertySetting<String>
    /// }
    ///
    /// let config = try document.decode(RemoteConfig.self, for: context)
    /// print(config.checkout.value)
    /// ```
    ///
    /// Unlike a decoder alone, this knows the whole document, so that entries with `requires` can match.
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - context: What is known about the running app. It replaces the context and the version of the decoder.
    ///   - makeDecoder: Makes the decoder. For example, set its key strategy here.
    /// - Throws: `DecodingError` from the model.
    /// - Complexity: O(*n*) for *n* bytes, and the costs of decoding.
    public func decode<Model: Decodable>(
        _ type: Model.Type,
        for context: EvaluationContext,
        makeDecoder: () -> JSONDecoder = { JSONDecoder() }
    ) throws -> Model {
        let document = tree.sources.count > 1 ? try SettingsDocument(parsing: tree.compactText) : self
        let entries = DocumentEntries(document)
        let decoder = makeDecoder()
        decoder.appVersion = nil
        decoder.evaluationContext = context
        decoder.userInfo[.documentEntries] = entries
        return try decoder.decode(type, from: Data(entries.markedText))
    }

    /// Decodes a model whose properties are settings, and resolves them for an app version.
    ///
    /// The same as ``decode(_:for:makeDecoder:)-(_,EvaluationContext,_)`` for a context with that version.
    public func decode<Model: Decodable>(
        _ type: Model.Type,
        for version: AppVersion,
        makeDecoder: () -> JSONDecoder = { JSONDecoder() }
    ) throws -> Model {
        try decode(type, for: EvaluationContext(appVersion: version), makeDecoder: makeDecoder)
    }
}

/// Tells typed decoding which entry of a document it decodes, so that `requires` finds the other settings.
///
/// A decoder gives no positions. Therefore a member is added to each entry with `requires`: its name starts with `$`, so that
/// everything else ignores it, and is random, so that no document can have it.
struct DocumentEntries: Sendable {
    private let document: SettingsDocument

    /// The name of the member.
    let marker: String

    init(_ document: SettingsDocument) {
        self.document = document
        marker = "$entry\(UInt64.random(in: .min ... .max))"
    }

    /// The text of the document, with the marker in each entry that has `requires`.
    ///
    /// The number in it is the index of the entry, or, counted from there, of one of ``LoadedSettings/circularEntries``.
    var markedText: [UInt8] {
        let (tree, loaded) = (document.tree, document.loaded)
        guard !loaded.prerequisites.isEmpty else { return tree.bytes }
        let withRequires = loaded.entryIndices.filter { !(loaded.targeting(of: $0)?.prerequisites.isEmpty ?? true) }
        let wellFormed = withRequires.map { (node: loaded[$0].node, index: $0.position) }
        let circular = loaded.circularEntries.enumerated()
            .map { (node: $0.element, index: loaded.entries.count + $0.offset) }
        var text: [UInt8] = []
        var end = 0
        for (node, index) in (wellFormed + circular).sorted(by: { $0.node < $1.node }) {
            let start = tree.nodes[Int(node)].span.lowerBound + 1
            text += tree.bytes[end..<start]
            text += "\"\(marker)\":\(index),".utf8
            end = start
        }
        return text + tree.bytes[end...]
    }

    /// The entry with the number of a marker.
    ///
    /// - Throws: The problem for which the document discarded the entry.
    func entry(_ number: Int) throws(SettingProblem) -> TargetedEntry {
        if let entry = TargetedEntry(EntryIndex(number), of: document) { return entry }
        let circular = document.issues.lazy.map(\.problem).filter { $0.code == .circularRequires }
        throw circular.dropFirst(number - document.loaded.entries.count).first ?? .condition(.requiresWithoutDocument)
    }
}
