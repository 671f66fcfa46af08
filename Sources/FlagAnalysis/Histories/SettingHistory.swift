package import FlagResolver

/// The value of one setting along the whole version line: a piecewise-constant map, exact for every version.
///
/// 1. The parts cover the line in ascending order, each beginning where the one before it ends.
/// 2. A part names the entry that is responsible, or none where it is the default; two neighbours have different ones.
/// 3. For every version it gives what ``SettingsDocument/resolve(_:for:)`` gives.
package struct SettingHistory: Sendable {
    /// Versions side by side that have their value from the same place.
    package struct Part: Hashable, Sendable {
        package let stretch: VersionStretch
        /// The responsible entry, as a position in ``LoadedSettings/entries``; `nil` for the default.
        package let entry: Int?
        /// The node of the value.
        package let value: Int
        /// The class of the value: parts have equal values exactly where the numbers are the same.
        package let valueClass: Int
    }

    /// Versions side by side that have the same value, wherever it comes from.
    package struct Run: Hashable, Sendable {
        package let stretch: VersionStretch
        /// The node of the value in the lowest part.
        package let value: Int
        package let valueClass: Int

        package init(stretch: VersionStretch, value: Int, valueClass: Int) {
            self.stretch = stretch
            self.value = value
            self.valueClass = valueClass
        }
    }

    package let parts: [Part]
    /// The entries that win for no version, as positions in ``LoadedSettings/entries``, in ascending order.
    package let neverWinning: [Int]

    /// The history of a setting; `nil` where the setting has no value, its default being missing or mistyped.
    ///
    /// - Complexity: O(*n* log *n*) in the number of stretches of all requirements, and linear in the values' text.
    package init?(of slot: Int, in document: SettingsDocument) {
        var reader = SettingHistoryReader(document)
        guard let history = reader.history(of: slot) else { return nil }
        self = history
    }

    init(parts: [Part], neverWinning: [Int]) {
        self.parts = parts
        self.neverWinning = neverWinning
    }

    /// The parts joined where neighbours have equal values.
    package var runs: [Run] {
        var runs: [Run] = []
        for part in parts {
            if let last = runs.last, last.valueClass == part.valueClass,
                let joined = VersionStretch(from: last.stretch.lower, to: part.stretch.upper)
            {
                runs[runs.count - 1] = Run(stretch: joined, value: last.value, valueClass: last.valueClass)
            } else {
                runs.append(Run(stretch: part.stretch, value: part.value, valueClass: part.valueClass))
            }
        }
        return runs
    }
}

extension SettingsDocument {
    /// The versions that an entry is for, by its position in ``LoadedSettings/entries``.
    package func versions(ofEntryAt position: Int) -> VersionSet {
        loaded.entries[position].bounds.versions(sets: loaded.sets)
    }
}

extension LoadedSettings {
    /// The versions for which an entry can win: none where its value is not of the declared type, since resolution
    /// passes over it then.
    func effectiveVersions(of position: Int, in setting: SettingRecord, of tree: JSONTree) -> VersionSet {
        let entry = entries[position]
        if setting.hasMistypedEntries, !setting.declaredType.contains(Int(entry.value), of: tree) { return .none }
        return entry.bounds.versions(sets: sets)
    }
}
