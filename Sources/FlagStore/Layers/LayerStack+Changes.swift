import FlagResolver

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
