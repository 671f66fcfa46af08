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
    /// Unlike a decoder alone, this knows the whole document: entries with `requires` can match, numbers in conditions
    /// are exact, whatever their length, and every property reads the numbers that a snapshot reads.
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - context: What is known about the running app. It replaces the context and the version of the decoder.
    ///   - makeDecoder: Makes the decoder. For example, set its key strategy here.
    /// - Throws: `DecodingError` from the model.
    /// - Complexity: O(*n*) for *n* bytes, plus the cost of decoding.
    public func decode<Model: Decodable>(
        _ type: Model.Type,
        for context: EvaluationContext,
        makeDecoder: () -> JSONDecoder = { JSONDecoder() }
    ) throws -> Model {
        try decode(type, at: 0, for: context, with: makeDecoder())
    }

    /// Decodes a model from a node of a document that consists of one text.
    package func decode<Model: Decodable>(
        _ type: Model.Type, at node: Int, for context: EvaluationContext, with decoder: JSONDecoder
    ) throws -> Model {
        let entries = DocumentEntries(self)
        decoder.setContext(context)
        decoder.userInfo[.documentEntries] = entries
        let text = entries.markedText(of: node)
        return try decoder.decodeExactly(type, text, MarkedNumbers.nodes(in: node, of: tree))
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

/// Tells typed decoding which entry of a document it decodes, so that `requires` finds the other settings, and conditions
/// are those of the document: a decoder would round their numbers.
///
/// A decoder gives no positions. Therefore a member is added to each entry that tests more than the version: its name
/// starts with `$`, so that everything else ignores it, and is random, so that no document can have it.
struct DocumentEntries: Sendable {
    private let document: SettingsDocument

    /// The name of the member.
    let marker: String

    init(_ document: SettingsDocument) {
        self.document = document
        marker = "$entry\(UInt64.random(in: .min ... .max))"
    }

    /// The text of a node, with the marker in each entry that tests more than the version.
    ///
    /// Its value is the index of the entry. Those of ``LoadedSettings/circularEntries`` follow the others.
    func markedText(of node: Int) -> MarkedText {
        let (tree, loaded) = (document.tree, document.loaded)
        var text = MarkedText(tree.nodes[node].span, of: tree)
        guard !loaded.targeting.isEmpty else { return text }
        let targeted = loaded.entryIndices.filter { loaded[$0].targetingIndex != nil }
        let wellFormed = targeted.map { (node: loaded[$0].node, index: $0.position) }
        let circular = loaded.circularEntries.enumerated()
            .map { (node: $0.element, index: loaded.entries.count + $0.offset) }
        for (entry, index) in wellFormed + circular {
            let start = tree.nodes[Int(entry)].span.lowerBound + 1
            text.replace(start..<start, with: Array("\"\(marker)\":\(index),".utf8))
        }
        return text
    }

    /// The entry that the number of a marker refers to.
    ///
    /// - Throws: The problem for which the document discarded the entry.
    func entry(_ number: Int) throws(SettingProblem) -> TargetedEntry {
        if let entry = TargetedEntry(EntryIndex(number), of: document) { return entry }
        let circular = document.issues.lazy.filter { $0.code == .circularRequires }
        let issue = circular.dropFirst(number - document.loaded.entries.count).first
        throw issue?.problem ?? .condition(.requiresWithoutDocument)
    }
}
