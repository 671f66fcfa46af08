import FlagResolver

/// A setting of two documents by its name.
struct SettingPair: BitwiseCopyable {
    /// Its slots; ``ChangeTable/none`` where a document has none of the name.
    let old: UInt32
    let new: UInt32

    /// Whether the setting is one of those that are named; all are where no names are given.
    func isNamed(among names: Set<String>, _ oldDocument: SettingsDocument, _ newDocument: SettingsDocument) -> Bool {
        guard !names.isEmpty else { return true }
        return new.known.map { names.contains(newDocument.name(of: $0)) }
            ?? old.known.map { names.contains(oldDocument.name(of: $0)) } ?? false
    }
}

/// The settings of two documents, each once.
enum SettingPairs {
    /// The settings of both documents, sorted by the bytes of their names.
    ///
    /// - Complexity: O(*n* log *n*) in the number of settings.
    static func sorted(_ old: SettingsDocument, _ new: SettingsDocument) -> [SettingPair] {
        let (oldNames, newNames) = (old.loaded.names, new.loaded.names)
        var met = [Bool](repeating: false, count: old.slots.count)
        var pairs: [SettingPair] = []
        pairs.reserveCapacity(new.slots.count)
        for slot in NameOrder(new).sorted(Array(new.slots)) {
            let oldSlot = oldNames.slot(namedAs: slot, of: newNames)
            if let oldSlot { met[oldSlot] = true }
            pairs.append(SettingPair(old: UInt32(known: oldSlot), new: UInt32(known: slot)))
        }
        let gone = old.slots.filter { !met[$0] }
        guard !gone.isEmpty else { return pairs }
        return merged(pairs, NameOrder(old).sorted(gone), oldNames, newNames)
    }

    /// Settings of the new document, with those between them that are gone.
    private static func merged(
        _ pairs: [SettingPair], _ gone: [Int], _ oldNames: SettingNames, _ newNames: SettingNames
    ) -> [SettingPair] {
        var merged: [SettingPair] = []
        merged.reserveCapacity(pairs.count + gone.count)
        var rest = gone[...]
        for pair in pairs {
            let name = newNames[Int(pair.new)]
            while let slot = rest.first, oldNames[slot].lexicographicallyPrecedes(name) {
                merged.append(SettingPair(old: UInt32(known: slot), new: ChangeTable.none))
                rest.removeFirst()
            }
            merged.append(pair)
        }
        merged += rest.map { SettingPair(old: UInt32(known: $0), new: ChangeTable.none) }
        return merged
    }
}
