package import FlagResolver

/// A document in which only the percentage of one rollout is replaced.
///
/// 1. Only a rollout with a single percentage can be changed: for a slice, or a list of slices or rollouts, one number
///    does not determine which edge moves.
/// 2. The number is replaced in the text. The result is parsed, and compared with the original node by node.
package struct RolloutEdit: Sendable {
    /// Why a percentage cannot be replaced.
    package enum Refusal: Error, Hashable, Sendable {
        case unknownSetting(nearest: String?)
        /// No well-formed entry of the setting has a rollout. The node is that of its key.
        case noRollout(key: Int)
        /// Several entries have one.
        case severalRollouts(entries: [EntryIndex])
        case unknownEntry(key: Int, nearest: String?)
        case severalEntries(nodes: [Int])
        case malformedEntry(node: Int)
        case entryWithoutRollout(node: Int)
        /// The rollout is a list of rollouts that must all hold.
        case severalConditions(node: Int)
        /// The percentage is a slice, or a list of slices.
        case slice(node: Int)
        /// The result differs from the document in more than the percentage. This is a bug in this program.
        case failedVerification
    }

    package let original: SettingsDocument
    package let setting: SettingIndex
    package let entry: EntryIndex

    /// The node of the percentage, in both documents.
    package let node: Int
    package let salt: String
    /// The attribute whose value is the key.
    package let attribute: String
    package let before: RolloutPercentage
    package let after: RolloutPercentage

    /// The document with the new percentage; `nil` if the percentage is unchanged.
    package let edited: SettingsDocument?

    /// Replaces the percentage of a rollout.
    ///
    /// - Parameters:
    ///   - name: The name of the setting.
    ///   - label: The label of the entry, see ``label(of:in:)``; `nil` if only one entry of the setting has a rollout.
    /// - Throws: ``Refusal``.
    /// - Complexity: O(*n*) for *n* bytes of the document.
    package init(
        _ document: SettingsDocument, setting name: String, entry label: String?, percentage: RolloutPercentage
    ) throws(Refusal) {
        original = document
        let tree = document.tree
        guard let setting = document.index(named: name) else {
            throw .unknownSetting(nearest: Spelling.nearestSetting(to: name, in: document.names))
        }
        self.setting = setting
        entry = try Self.entry(labelled: label, of: setting, in: document)
        guard let rollout = document.loaded.targeting(of: entry)?.rollout else {
            throw .entryWithoutRollout(node: Int(document.loaded[entry].node))
        }
        guard tree.kind(of: rollout) == .object,
            let percent = tree.member(named: "percent" as StaticString, of: rollout)
        else { throw .severalConditions(node: rollout) }
        guard tree.kind(of: percent) == .number, let count = tree.bucketCount(ofPercentage: percent) else {
            throw .slice(node: percent)
        }
        node = percent
        before = RolloutPercentage(bucketCount: count)
        after = percentage
        salt = tree.member(named: "salt" as StaticString, of: rollout).flatMap { tree.string(at: $0) } ?? ""
        attribute =
            tree.member(named: "by" as StaticString, of: rollout).flatMap { tree.string(at: $0) } ?? "targetingKey"
        edited = before == after ? nil : try Self.document(document, replacing: percent, with: after)
    }

    /// The label of an entry: its name, or `entry-` and its number, counted from 1.
    package static func label(of entry: EntryIndex, in document: SettingsDocument) -> String {
        let record = document.loaded[entry]
        return EntryName.of(entry: Int(record.documentIndex), named: document.name(of: record))
    }

    private static func entry(
        labelled label: String?, of setting: SettingIndex, in document: SettingsDocument
    ) throws(Refusal) -> EntryIndex {
        let entries = Array(document.entryIndices(of: setting))
        let rollouts = entries.filter { document.loaded.targeting(of: $0)?.rollout != nil }
        let key = Int(document.loaded[setting].key)
        guard let label else {
            guard let only = rollouts.first else { throw .noRollout(key: key) }
            guard rollouts.count == 1 else { throw .severalRollouts(entries: rollouts) }
            return only
        }
        let named = entries.filter { document.name(of: document.loaded[$0])?.hasSameBytes(as: label) ?? false }
        let found = named.isEmpty ? entries.filter { Self.label(of: $0, in: document).hasSameBytes(as: label) } : named
        if let only = found.first {
            guard found.count == 1 else { throw .severalEntries(nodes: found.map { Int(document.loaded[$0].node) }) }
            return only
        }
        if let node = malformedEntry(labelled: label, of: setting, in: document) { throw .malformedEntry(node: node) }
        let labels = rollouts.map { Self.label(of: $0, in: document) }
        throw rollouts.isEmpty
            ? .noRollout(key: key) : .unknownEntry(key: key, nearest: Spelling.nearest(to: label, in: labels))
    }

    /// The node of a malformed entry with a label.
    private static func malformedEntry(
        labelled label: String, of setting: SettingIndex, in document: SettingsDocument
    ) -> Int? {
        let tree = document.tree
        let node = Int(document.loaded[setting].node)
        guard tree.kind(of: node) == .object,
            let list = tree.member(named: "valuesByVersion" as StaticString, of: node), tree.kind(of: list) == .array
        else { return nil }
        return tree.elements(of: list).enumerated().first { index, entry in
            let name = tree.member(named: "name" as StaticString, of: entry).flatMap { tree.string(at: $0) }
            return EntryName.of(entry: index, named: name).hasSameBytes(as: label)
        }?.element
    }

    private static func document(
        _ original: SettingsDocument, replacing node: Int, with percentage: RolloutPercentage
    ) throws(Refusal) -> SettingsDocument {
        let tree = original.tree
        let edit = TextEdit(tree.nodes[node].span, replacement: percentage.description)
        guard let source = tree.sources.first, tree.sources.count == 1,
            let bytes = [edit].applied(to: tree.bytes),
            let edited = try? SettingsDocument(parsing: bytes, sourceName: source.name),
            edited.tree.nodes.count == tree.nodes.count,
            edited.tree.bucketCount(ofPercentage: node) == percentage.bucketCount,
            tree.nodes.indices.allSatisfy({ $0 == node || tree.isSame(at: $0, in: edited.tree) })
        else { throw .failedVerification }
        return edited
    }
}

extension JSONTree {
    /// Whether a node of another tree has the same kind and, if it is a scalar or a key, the same text.
    fileprivate func isSame(at node: Int, in other: JSONTree) -> Bool {
        let (own, its) = (nodes[node], other.nodes[node])
        guard own.kind == its.kind, own.next == its.next else { return false }
        return own.kind == .object || own.kind == .array || bytes[own.span] == other.bytes[its.span]
    }
}
