package import FlagResolver

/// A setting as rules see it: its entries, and who gets which one.
///
/// It is a class, so that passing it to every rule copies nothing.
package final class CheckedSetting {
    package let document: CheckedDocument
    package let settingIndex: SettingIndex
    let spaces: CheckedSpaces
    /// All well-formed entries.
    let entries: [CheckedEntry]
    /// The entries that test more than the version.
    let targetedEntries: [TargetedEntry]
    /// The versions that each entry matches, apart from its other conditions.
    let versions: [VersionSet]
    /// Which entry wins, and which value it gives; a failure if that is too complex. The default may be missing here.
    let function: Result<SettingFunction, CaseSpace.Failure>
    /// When each entry can win; empty if the setting tests only versions, or is too complex.
    let conditions: [CaseMap]
    /// The order of the entries along the version line; `nil` if the setting tests more than the version.
    let order: VersionOrder?
    /// The entries that can match and never win, with or without an app version.
    private(set) var unreachable: [UnreachableEntry] = []
    /// For every version, the value as a function of the other axes; `nil` if that is too complex, or if the setting tests
    /// more than the version and has no default.
    private(set) lazy var values: CaseMap? =
        order == nil && record.isUnresolvable ? nil : try? (try? function.get())?.valueMap()

    /// A setting of a document; `nil` if it has no well-formed entry.
    ///
    /// - Parameter classes: The numbers of the document's values. They are reset for the setting; passing them in
    ///   reuses their memory.
    init?(
        _ settingIndex: SettingIndex, of document: CheckedDocument, _ spaces: CheckedSpaces,
        numbering classes: inout ValueClasses
    ) {
        // Each use of the document's copy would copy the tables' references again.
        let loaded = document.loaded
        let record = loaded[settingIndex]
        guard !record.entries.isEmpty else { return nil }
        self.document = document
        self.settingIndex = settingIndex
        self.spaces = spaces
        let testsMore = loaded.testsMoreThanVersion(settingIndex)
        var entries: [CheckedEntry] = []
        var targetedEntries: [TargetedEntry] = []
        var versions: [VersionSet] = []
        entries.reserveCapacity(record.entries.count)
        versions.reserveCapacity(record.entries.count)
        for (position, index) in record.entries.enumerated() {
            let entry = loaded[index]
            let targeting = testsMore ? loaded.targeting(of: index) : nil
            versions.append(targeting?.testsVersion ?? true ? loaded.versions(of: index) : .all)
            entries.append(CheckedEntry(entry, targeting, versions[position], of: record, in: document))
            if let targeting {
                targetedEntries.append(TargetedEntry(index, entry, targeting, at: position, in: document, loaded))
            }
        }
        self.entries = entries
        self.targetedEntries = targetedEntries
        self.versions = versions
        classes.removeAll()
        let space = spaces.withVersion
        guard testsMore else {
            let function = SettingFunction(
                of: settingIndex, in: space, winners: space.versionWinners(of: settingIndex), numbering: &classes)
            let order = VersionOrder(of: entries, versions, function, numbering: classes)
            self.function = .success(function)
            self.order = order
            conditions = []
            unreachable = order.unreachable
            keepEntriesOfReleases()
            return
        }
        order = nil
        do throws(CaseSpace.Failure) {
            let conditions = try space.conditions(of: settingIndex)
            function = .success(
                SettingFunction(
                    of: settingIndex, in: space, winners: try space.firstMatch(of: conditions), numbering: &classes))
            self.conditions = conditions
        } catch {
            function = .failure(error)
            conditions = []
        }
        unreachable = unreachableEntries()
        keepEntriesOfReleases()
    }

    /// An entry that never wins as the document is written does win for a release that cannot read those before it.
    private func keepEntriesOfReleases() {
        guard !unreachable.isEmpty, let readers = document.readers else { return }
        do throws(CaseSpace.Failure) {
            let winning = try ReleaseWinners(
                of: settingIndex, in: document.settings, readers, from: document.floor, space)
            unreachable.removeAll { winning.contains(entry: $0.index) }
        } catch {
            // It is not known which entries releases get.
            unreachable = []
        }
    }

    var tree: JSONTree { document.tree }
    var space: CaseSpace { spaces.withVersion }
    var record: SettingRecord { document.loaded[settingIndex] }

    /// The bytes that locate a finding about an entry.
    func span(of entry: Int) -> Range<Int> { document.span(of: entries[entry].marked) }

    /// Whether two entries give the same value.
    func haveSameValue(_ left: Int, _ right: Int) -> Bool {
        tree.isEqual(Int(entries[left].record.value), to: tree, Int(entries[right].record.value))
    }

    /// The name of the setting, in quotes.
    var quotedName: String { SettingProblem.quoted(document.settings.name(of: settingIndex)) }

    /// The value of an entry, for messages.
    func text(ofValueOf entry: Int) -> String { document.text(ofValue: Int(entries[entry].record.value)) }

    /// The location of an earlier entry.
    func related(_ index: Int, toEntryWithValue showsValue: Bool) -> RelatedLocation {
        RelatedLocation(
            span(of: index), "this entry comes first\(showsValue ? ", with \(text(ofValueOf: index))" : "")")
    }

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
struct CheckedEntry: Sendable {
    let record: EntryRecord
    /// The node that locates the entry: its requirement, or else its first other condition.
    let marked: Int
    /// Whether the entry has a requirement, whose node is ``marked``.
    let hasRequirement: Bool
    /// Whether the entry may match without an app version.
    let canMatchWithoutVersion: Bool
    /// What the text of the requirement may contain.
    let traits: RequirementTraits
    /// Whether the entry can win: it contains a version, and its value is of the declared type.
    let canWin: Bool

    /// - Parameter targeting: The conditions of the entry that test more than the version.
    init(
        _ record: EntryRecord, _ targeting: EntryTargeting?, _ versions: VersionSet, of setting: SettingRecord,
        in document: CheckedDocument
    ) {
        self.record = record
        let testsVersion = targeting?.testsVersion ?? true
        canMatchWithoutVersion = !testsVersion
        let requirement = testsVersion ? document.settings.requirementNode(of: record) : nil
        hasRequirement = requirement != nil
        traits = requirement.map { RequirementTraits(of: $0, in: document.tree) } ?? []
        marked = requirement ?? Self.condition(of: record, targeting, in: document)
        canWin = !versions.isEmpty && setting.isEligible(record, in: document.tree)
    }

    /// The node of the first condition of an entry without a requirement.
    private static func condition(
        of record: EntryRecord, _ targeting: EntryTargeting?, in document: CheckedDocument
    ) -> Int {
        if let node = targeting?.when ?? targeting?.rollout { return node }
        for name in ["from", "until", "requires"] {
            if let node = document.tree.member(named: name, of: Int(record.node)) { return node }
        }
        return Int(record.node)
    }
}
