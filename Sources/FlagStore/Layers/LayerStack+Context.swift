import FlagResolver

extension LayerStack {
    /// Resolves each layer for another context.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    mutating func resolve(for context: EvaluationContext) {
        for index in documents.indices { documents[index].resolve(for: context, makeDecoder: makeDecoder) }
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
        // A type may reject the value of the winner, and read that of a later entry.
        for name in keys.keys where mayRead(pastWinnerOf: name.text) { candidates.insert(name) }
        return changedNames(to: newer, among: candidates, keys: keys)
    }

    private func mayRead(pastWinnerOf name: String) -> Bool {
        documents.contains { layer in
            layer.document.index(named: name).map { layer.snapshot.hasEntries(afterWinnerOf: $0) } ?? false
        }
    }
}
