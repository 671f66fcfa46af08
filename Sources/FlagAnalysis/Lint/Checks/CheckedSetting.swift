package import FlagResolver

/// A setting as rules see it: its entries, the versions of each, and which entry wins for which versions.
package struct CheckedSetting {
    package let document: CheckedDocument
    package let settingIndex: SettingIndex
    package let entries: [CheckedEntry]
    /// The versions that the requirement of each entry contains.
    package let versions: [VersionSet]
    /// Which entry wins, as an index into ``entries``. The default may be missing here.
    let history: SettingHistory
    /// The value for every version, as the number of its class.
    let values: VersionMap<Int>
    /// The segments of the history that each entry wins, in ascending order.
    let segmentsWonByEntry: [[Int]]
    /// The segments of ``values`` that have each class, in ascending order.
    let segmentsByClass: [[Int]]
    /// The entries that could win and never do, with the versions for which they give another value.
    let unreachable: [(index: Int, others: OtherValues)]
    /// A node for each class of values: the default, or the first entry that has the value.
    private let valueNodes: [Int]

    /// A setting of a document; `nil` if it has no well-formed entry.
    ///
    /// - Parameter classes: Numbers for the values of the document, which are made anew for the setting.
    init?(_ settingIndex: SettingIndex, of document: CheckedDocument, numbering classes: inout ValueClasses) {
        let loaded = document.loaded
        let record = loaded[settingIndex]
        guard !record.entries.isEmpty else { return nil }
        self.document = document
        self.settingIndex = settingIndex
        let versions = record.entries.map { loaded[$0].bounds.versions(sets: loaded.sets) }
        self.versions = versions
        entries = zip(record.entries, versions).map { entry, versions in
            CheckedEntry(entry, isEmpty: versions.isEmpty, of: record, in: document)
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

    package var record: SettingRecord { document.loaded[settingIndex] }
    package var tree: JSONTree { document.tree }

    /// The bytes of the requirement of an entry.
    package func span(ofRequirement index: Int) -> Range<Int> {
        document.span(of: Int(entries[index].requirement))
    }

    /// The node of a value, by the number of its class.
    package func value(ofClass number: Int) -> UInt32 { UInt32(truncatingIfNeeded: valueNodes[number]) }

    /// Adds the cuts at which the versions of entries begin or end, without the two ends of the version line.
    func insertCuts(into cuts: inout Set<VersionCut>) {
        for set in versions {
            for index in 0..<set.intervalCount {
                let interval = set.interval(at: index)
                if interval.lower != .lowest { cuts.insert(interval.lower) }
                if interval.upper != .highest { cuts.insert(interval.upper) }
            }
        }
    }
}

/// A well-formed entry as rules see it.
package struct CheckedEntry: Sendable, BitwiseCopyable {
    package let record: EntryRecord
    /// The node of `appVersion`.
    package let requirement: UInt32
    /// What the text of the requirement may contain.
    package let traits: RequirementTraits
    /// Whether the entry can win: it contains a version, and its value is of the declared type.
    package let canWin: Bool

    /// - Parameter isEmpty: Whether its requirement contains no version.
    init(_ entry: EntryIndex, isEmpty: Bool, of setting: SettingRecord, in document: CheckedDocument) {
        record = document.loaded[entry]
        // A loaded entry has a requirement.
        let requirement = document.settings.requirementNode(of: record) ?? Int(record.node)
        self.requirement = UInt32(truncatingIfNeeded: requirement)
        traits = RequirementTraits(of: requirement, in: document.tree)
        canWin = !isEmpty && setting.isEligible(record, in: document.tree)
    }

    /// The nodes of the texts that the requirement consists of: itself, or the elements of a list.
    package func texts(in tree: JSONTree) -> RequirementTexts { RequirementTexts(Int(requirement), in: tree) }
}

/// The texts of a requirement, one after the other.
package struct RequirementTexts: Sequence, IteratorProtocol {
    private var single: Int?
    private var elements: JSONTree.Elements

    fileprivate init(_ requirement: Int, in tree: JSONTree) {
        single = tree.kind(of: requirement) == .string ? requirement : nil
        elements = tree.elements(of: requirement)
    }

    package mutating func next() -> Int? {
        guard let node = single else { return elements.next() }
        single = nil
        return node
    }
}
