package import FlagResolver

/// A setting as rules see it: its entries, the versions of each, and which entry wins for which versions.
package struct CheckedSetting: CheckedEntries {
    package let document: CheckedDocument
    package let settingIndex: SettingIndex
    let entries: [CheckedEntry]
    /// The versions that the requirement of each entry contains.
    let versions: [VersionSet]
    /// Which entry wins, as an index into ``entries``. The default may be missing here.
    let history: SettingHistory
    /// The value for every version, as the number of its class.
    let values: VersionMap<Int>
    /// The segments of the history that each entry wins, in ascending order.
    let segmentsWonByEntry: [[Int]]
    /// The segments of ``values`` that have each class, in ascending order.
    private let segmentsByClass: [[Int]]
    /// The entries that could win and never do, with the versions that get another value.
    let unreachable: [(index: Int, others: OtherValues)]
    /// A node for each class of values: the default, or the first entry that has the value.
    private let valueNodes: [Int]

    /// A setting of a document; `nil` if it has no well-formed entry, or an entry that tests more than the app version.
    ///
    /// - Parameter classes: The numbers of the document's values. They are reset for the setting; passing them in
    ///   reuses their memory.
    init?(_ settingIndex: SettingIndex, of document: CheckedDocument, numbering classes: inout ValueClasses) {
        let loaded = document.loaded
        let record = loaded[settingIndex]
        guard !record.entries.isEmpty, !loaded.testsMoreThanVersion(settingIndex) else { return nil }
        self.document = document
        self.settingIndex = settingIndex
        let versions = record.entries.map { loaded.versions(of: $0) }
        self.versions = versions
        entries = zip(record.entries, versions).map { entry, versions in
            CheckedEntry(loaded[entry], versions, of: record, in: document)
        }
        classes.removeAll()
        history = SettingHistory(of: settingIndex, in: loaded, document.tree, numbering: &classes)
        values = history.valueClasses
        valueNodes = (0..<classes.count).map { classes.representative(of: $0) }

        var wonSegments: [[Int]] = Array(repeating: [], count: entries.count)
        for index in history.winners.indices {
            if let winner = history.winners.value(at: index) { wonSegments[winner].append(index) }
        }
        segmentsWonByEntry = wonSegments
        var classSegments: [[Int]] = Array(repeating: [], count: classes.count)
        for index in values.indices where values.value(at: index) != SettingHistory.noValue {
            classSegments[values.value(at: index)].append(index)
        }
        segmentsByClass = classSegments

        var unreachable: [(index: Int, others: OtherValues)] = []
        for index in entries.indices where entries[index].canWin && wonSegments[index].isEmpty {
            let valueClass = history.entryValues[index].valueClass
            unreachable.append(
                (index, OtherValues(than: valueClass, at: classSegments[valueClass], among: values, versions[index])))
        }
        self.unreachable = unreachable
    }

    var record: SettingRecord { document.loaded[settingIndex] }

    /// The node of a value, by the number of its class.
    func value(ofClass number: Int) -> Int { valueNodes[number] }

    /// The versions of an entry for which the setting has another value than the entry gives.
    ///
    /// - Complexity: O(*k* log *n*) for *k* intervals of the entry, regardless of how many are in the result.
    func otherValues(of index: Int) -> OtherValues {
        let valueClass = history.entryValues[index].valueClass
        return OtherValues(than: valueClass, at: segmentsByClass[valueClass], among: values, versions[index])
    }
}
