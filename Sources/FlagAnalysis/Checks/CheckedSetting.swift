package import FlagResolver

/// A setting as rules see it: its entries with their versions, and who wins where.
///
/// It goes from one setting of a document to the next, in the same memory: documents have thousands of settings with a
/// handful of entries each.
package struct CheckedSetting {
    package let document: CheckedDocument
    package private(set) var slot = 0
    package private(set) var entries: [CheckedEntry] = []
    /// The versions that the requirement of each entry contains.
    package private(set) var versions: [VersionSet] = []
    package private(set) var timeline: SettingTimeline
    /// The entries that could win and never do.
    private(set) var losers: [Loser] = []

    /// An entry that takes part and wins for no version.
    struct Loser {
        /// Its position among the setting's entries.
        let position: Int
        /// What its versions get instead, where that is another value.
        let others: OtherValues
    }

    /// At no setting yet.
    init(of document: CheckedDocument) {
        self.document = document
        timeline = SettingTimeline(of: document.tree)
    }

    /// Goes to a setting of the document.
    ///
    /// - Returns: Whether there is anything to look at: a well-formed entry.
    mutating func move(to slot: Int) -> Bool {
        let record = document.loaded.settings[slot]
        guard record.firstEntry < record.endEntry else { return false }
        self.slot = slot
        entries.removeAll(keepingCapacity: true)
        versions.removeAll(keepingCapacity: true)
        for position in Int(record.firstEntry)..<Int(record.endEntry) {
            let contained = document.loaded.entries[position].bounds.versions(sets: document.loaded.sets)
            entries.append(CheckedEntry(position, isEmpty: contained.isEmpty, of: record, in: document))
            versions.append(contained)
        }
        timeline.fill(entries, versions, record)
        losers.removeAll(keepingCapacity: true)
        for position in entries.indices where entries[position].takesPart && timeline.neverWins(position) {
            let others = timeline.otherValues(of: position, in: versions[position])
            losers.append(Loser(position: position, others: others))
        }
        return true
    }

    package var record: SettingRecord { document.loaded.settings[slot] }
    package var tree: JSONTree { document.tree }

    /// The bytes of the requirement of an entry.
    package func span(ofRequirement position: Int) -> Range<Int> {
        document.span(of: Int(entries[position].requirement))
    }

    /// The node of a value, by its class in the timeline.
    package func value(ofClass number: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: timeline.representative(ofClass: number))
    }

    /// The position of an entry in ``LoadedSettings/entries``.
    func index(ofEntry position: Int) -> UInt32 { record.firstEntry + UInt32(truncatingIfNeeded: position) }

    /// Numbers the cuts of all requirements.
    func numberCuts(in cuts: inout CutNumbers) {
        for position in versions.indices {
            for index in 0..<versions[position].stretchCount {
                let stretch = versions[position].stretch(at: index)
                // The two ends of the line divide nothing.
                if stretch.lower != .lowest { _ = cuts.number(of: stretch.lower) }
                if stretch.upper != .highest { _ = cuts.number(of: stretch.upper) }
            }
        }
    }
}

/// A well-formed entry as rules see it.
package struct CheckedEntry: Sendable, BitwiseCopyable {
    package let record: EntryRecord
    /// The node of `appVersion`.
    package let requirement: UInt32
    /// What the text of the requirement may hold.
    package let traits: RequirementTraits
    /// Whether the entry may win: it contains a version, and its value is of the declared type.
    package let takesPart: Bool

    /// - Parameter isEmpty: Whether its requirement contains no version.
    init(_ position: Int, isEmpty: Bool, of setting: SettingRecord, in document: CheckedDocument) {
        record = document.loaded.entries[position]
        // A loaded entry has a requirement.
        let requirement = document.settings.requirementNode(of: record) ?? Int(record.node)
        self.requirement = UInt32(truncatingIfNeeded: requirement)
        traits = RequirementTraits(of: requirement, in: document.tree)
        let isMistyped =
            setting.hasMistypedEntries && !setting.declaredType.contains(Int(record.value), of: document.tree)
        takesPart = !isMistyped && !isEmpty
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
