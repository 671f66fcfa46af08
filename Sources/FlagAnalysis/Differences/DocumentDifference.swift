package import FlagResolver

/// Everything in which the values of two documents differ, for every version.
///
/// 1. A setting is compared by its values along the whole version line, so two texts that mean the same have no
///    difference, however they are written.
/// 2. For every version, a change says exactly what resolution in the old and in the new document gives.
/// 3. A setting that has no value in either document, its default being missing or mistyped, is not compared.
package struct DocumentDifference: Sendable {
    private let comparison: ComparedDocuments
    private var changed: [ChangeTable.Setting]
    /// The compared settings that have the same value for every version, as slots of the new document.
    private var same: [Int]

    package var old: SettingsDocument { comparison.old }
    package var new: SettingsDocument { comparison.new }

    /// The settings that differ, sorted by the bytes of their names unless it was asked otherwise.
    package var settings: SettingDifferences { SettingDifferences(changed, in: comparison) }

    /// The names of the compared settings that have the same value for every version, in the same order.
    package var unchanged: [String] { same.map { new.name(of: $0) } }

    /// Compares two documents.
    ///
    /// - Parameter names: The only settings to compare; empty for all.
    /// - Complexity: O(*n* log *n*) in the number of stretches of all requirements, and linear in the text of settings
    ///   that are written alike.
    package init(from old: SettingsDocument, to new: SettingsDocument, names: Set<String> = []) {
        var same: [Int] = []
        // In memory that is not touched before it is needed; grown bit by bit, all of it would be moved several times.
        var table = ChangeTable(reserving: old.loaded.entries.count + new.loaded.entries.count)
        var settings = SettingComparison(from: old, to: new)
        let texts = WrittenSettings(old, new)
        for pair in SettingPairs.sorted(old, new) where pair.isNamed(among: names, old, new) {
            let (oldSlot, newSlot) = (pair.old.known, pair.new.known)
            let isAlike = texts.isAlike(oldSlot, newSlot)
            guard let differs = isAlike ? false : settings.compare(old: oldSlot, new: newSlot, into: &table) else {
                continue
            }
            // A setting that only one of the documents has differs.
            if !differs, let newSlot { same.append(newSlot) }
        }
        table.cuts = settings.numberedCuts
        changed = table.settings
        self.same = same
        comparison = ComparedDocuments(old, new, table)
    }

    /// The same difference with the settings as the new document has them, and after them those that are gone.
    ///
    /// - Complexity: O(*n* log *n*) in the number of settings.
    package var inDocumentOrder: DocumentDifference {
        var ordered = self
        func place(_ setting: ChangeTable.Setting) -> (Int, UInt32) {
            setting.newSlot.known.map { ($0, 0) } ?? (Int.max, setting.oldSlot)
        }
        ordered.changed.sort { place($0) < place($1) }
        ordered.same.sort()
        return ordered
    }
}

/// The texts of the settings of two documents: what is written alike need not be looked at.
private struct WrittenSettings {
    private let old: JSONTree
    private let new: JSONTree
    private let oldSettings: [SettingRecord]
    private let newSettings: [SettingRecord]

    init(_ old: SettingsDocument, _ new: SettingsDocument) {
        self.old = old.tree
        self.new = new.tree
        oldSettings = old.loaded.settings
        newSettings = new.loaded.settings
    }

    /// Whether a setting that has a value has the same text in both documents.
    func isAlike(_ oldSlot: Int?, _ newSlot: Int?) -> Bool {
        guard let oldSlot, let newSlot else { return false }
        let (oldSetting, newSetting) = (oldSettings[oldSlot], newSettings[newSlot])
        let (oldNode, newNode) = (old.nodes[Int(oldSetting.node)], new.nodes[Int(newSetting.node)])
        let count = oldNode.span.count
        // What a merge has built has no text of its own.
        guard !oldNode.isMerged, !newNode.isMerged, count == newNode.span.count else { return false }
        guard oldSetting.defaultValue != SettingRecord.missing, !newSetting.isUnresolvable else { return false }
        return old.bytes.withRawSpan { oldBytes in
            new.bytes.withRawSpan { newBytes in
                oldBytes.isEqual(at: oldNode.span.lowerBound, to: newBytes, at: newNode.span.lowerBound, count: count)
            }
        }
    }
}
