package import FlagResolver

/// Everything in which the values of two documents differ, for every version.
///
/// 1. A setting is compared by its values along the whole version line, so two texts that mean the same have no
///    difference, however they are written.
/// 2. For every version, a change says exactly what resolution in the old and in the new document gives.
/// 3. A setting that has no value in either document, its default being missing or mistyped, is not compared.
package struct DocumentDifference: Sendable {
    package let old: SettingsDocument
    package let new: SettingsDocument
    /// The settings that differ, sorted by the bytes of their names.
    package let settings: [SettingDifference]
    /// The names of the compared settings that have the same value for every version, sorted by their bytes.
    package let unchanged: [String]

    /// Compares two documents.
    ///
    /// - Parameter names: The only settings to compare; empty for all.
    /// - Complexity: O(*n* log *n*) in the number of stretches of all requirements, and linear in the text of settings
    ///   that are written alike.
    package init(from old: SettingsDocument, to new: SettingsDocument, names: Set<String> = []) {
        self.old = old
        self.new = new
        var settings: [SettingDifference] = []
        var unchanged: [String] = []
        for (name, slots) in Self.pairs(old, new) where names.isEmpty || names.contains(name) {
            if let oldSlot = slots.old, let newSlot = slots.new {
                if old.isWritten(oldSlot, like: newSlot, of: new), !new.loaded.settings[newSlot].isUnresolvable {
                    unchanged.append(name)
                    continue
                }
            }
            guard let difference = SettingDifference(name: name, slots.old, in: old, slots.new, in: new) else {
                continue
            }
            if difference.changes.isEmpty {
                unchanged.append(name)
            } else {
                settings.append(difference)
            }
        }
        self.settings = settings
        self.unchanged = unchanged
    }

    /// The settings of both documents by name, sorted by the bytes of the names.
    private static func pairs(
        _ old: SettingsDocument, _ new: SettingsDocument
    ) -> [(name: String, slots: (old: Int?, new: Int?))] {
        var pairs: [(name: String, slots: (old: Int?, new: Int?))] = []
        pairs.reserveCapacity(new.slots.count)
        var met = [Bool](repeating: false, count: old.slots.count)
        for slot in new.slots {
            let name = new.name(of: slot)
            let oldSlot = old.slot(named: name)
            if let oldSlot { met[oldSlot] = true }
            pairs.append((name, (oldSlot, slot)))
        }
        for slot in old.slots where !met[slot] { pairs.append((old.name(of: slot), (slot, nil))) }
        pairs.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return pairs
    }
}

extension SettingsDocument {
    /// Whether a setting has the same text in another document, so that its values need not be looked at.
    fileprivate func isWritten(_ slot: Int, like otherSlot: Int, of other: SettingsDocument) -> Bool {
        let node = tree.nodes[Int(loaded.settings[slot].node)]
        let otherNode = other.tree.nodes[Int(other.loaded.settings[otherSlot].node)]
        // What a merge has built has no text of its own.
        guard !node.isMerged, !otherNode.isMerged, node.span.count == otherNode.span.count else { return false }
        guard loaded.settings[slot].defaultValue != SettingRecord.missing else { return false }
        return tree.bytes[node.span] == other.tree.bytes[otherNode.span]
    }
}
