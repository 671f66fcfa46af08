package import FlagResolver

/// What a document no longer needs under some assumptions, and the document without it.
///
/// 1. Nobody who satisfies the assumptions gets another value, and no recorded release does as its code reads it. Both
///    documents are compared for all versions, users and dates.
/// 2. An entry is removed if it matches only versions below the floor, never wins, or has the value that the remaining
///    entries or the default give anyway. Conditions that hold for everybody are removed from the other entries.
/// 3. A new default is only proposed, and applied on request: apps that do not know their version use the default.
/// 4. If a rollout includes all keys, but the assumptions do not say that every app gives one, its findings state the
///    missing assumption. Nothing is edited for them.
/// 5. Entries that are malformed, can match nobody, or do not have the declared type stay: they are mistakes, which `check`
///    reports, or rollouts that have not begun.
package struct StaleDocument {
    package let original: SettingsDocument
    /// The assumptions about what the document tests.
    package let assumptions: StaleAssumptions
    /// All findings, in document order.
    package let findings: [StaleFinding]
    /// The number of findings that the document allows, which are not among ``findings``.
    package let suppressedCount: Int
    /// The suppressions of stale findings that no finding needed, as far as the assumptions suffice to tell.
    package let unusedSuppressions: [Suppression]
    /// The settings that are too complex to be analysed, and why. They are not edited.
    package let failures: [(setting: SettingIndex, failure: CaseSpace.Failure)]
    /// The document without what it no longer needs; `nil` if there is nothing to remove.
    package let edited: EditedDocument?
    /// The changes for users whom the assumptions exclude for reasons other than their version, by the indices of the
    /// findings whose edits make them.
    ///
    /// The edits of a setting depend on each other, so the last finding among those edited together has all changes.
    package let effects: [Int: Effect]

    /// Changed values.
    package struct Effect {
        /// The changes of the finding's setting, and of settings without findings that require such settings.
        package fileprivate(set) var changes: [(setting: String, change: ValueChange)] = []
        /// The comparison that the changes are from.
        package let difference: DocumentDifference
    }

    package var floor: AppVersion { assumptions.floor }

    /// Finds what a document no longer needs if only versions from a floor up are supported.
    ///
    /// - Parameters:
    ///   - floor: The oldest supported version. Its pre-releases are below it.
    ///   - changesDefaults: Whether defaults may change too, so that more entries can be removed.
    /// - Throws: ``EditedDocument/Failure`` if the document was merged from several texts.
    /// - Complexity: O(*n* log *n*) in the number of intervals of all requirements, and linear in the text. A setting that
    ///   tests more than the version is limited by ``CaseLimit``.
    package init(
        _ document: SettingsDocument, floor: AppVersion, changesDefaults: Bool = false
    ) throws(EditedDocument.Failure) {
        try self.init(document, StaleAssumptions(floor: floor), changesDefaults: changesDefaults)
    }

    /// Finds what a document no longer needs under some assumptions.
    ///
    /// - Parameter readers: The recorded releases that get the same values as before, too, as their code reads them; `nil`
    ///   without records.
    package init(
        _ document: SettingsDocument, _ assumptions: StaleAssumptions, changesDefaults: Bool = false,
        readers: DocumentReaders? = nil
    ) throws(EditedDocument.Failure) {
        original = document
        let axes = CaseAxes(document)
        let suppressions = Suppressions(of: document)
        let found = StaleSearch.found(in: document, assumptions, suppressions, axes, readers)
        self.assumptions = assumptions.relevant(to: axes)
        findings = found.findings
        suppressedCount = found.suppressedCount
        unusedSuppressions = found.unused(of: suppressions, in: document, assumptions)
        failures = found.failures

        let edits = document.edits(making: findings, changingDefaults: changesDefaults)
        edited =
            edits.isEmpty
            ? nil : try document.applying(edits, self.assumptions, changesDefaults: changesDefaults, readers)
        var effects = Effects(findings, assumptions.versions, readers)
        effects.add(edited) { $0.missingAttributes.isEmpty && (changesDefaults || !$0.changesDefault) }
        // Proposals are verified as well.
        if !changesDefaults { try effects.addNewDefaults(of: document, self.assumptions) }
        try effects.add(
            found.proposals, of: document, giving: assumptions.assuming(stringAttributes: found.missingAttributes),
            among: self.assumptions)
        self.effects = effects.byFinding
    }

    /// Collects the changes that edited documents make.
    private struct Effects {
        private let findings: [StaleFinding]
        private let versions: VersionSet
        private let readers: DocumentReaders?
        private(set) var byFinding: [Int: Effect] = [:]

        init(_ findings: [StaleFinding], _ versions: VersionSet, _ readers: DocumentReaders?) {
            self.findings = findings
            self.versions = versions
            self.readers = readers
        }

        /// Adds the changes that the proposed defaults would make.
        mutating func addNewDefaults(
            of document: SettingsDocument, _ assumptions: StaleAssumptions
        ) throws(EditedDocument.Failure) {
            let settings = Set(findings.filter(\.changesDefault).map(\.settingIndex))
            guard !settings.isEmpty else { return }
            let edits = document.edits(
                making: findings.filter { settings.contains($0.settingIndex) }, changingDefaults: true)
            let edited = try document.applying(edits, assumptions, changesDefaults: true, readers)
            add(edited) { $0.missingAttributes.isEmpty && $0.changesDefault }
        }

        /// Adds the changes that findings in need of further assumptions would make.
        mutating func add(
            _ proposals: [StaleFinding], of document: SettingsDocument, giving further: StaleAssumptions,
            among assumptions: StaleAssumptions
        ) throws(EditedDocument.Failure) {
            let edits = document.edits(making: proposals, changingDefaults: true)
            guard !edits.isEmpty else { return }
            let edited = try document.applying(edits, further, changesDefaults: true, readers)
            add(edited, among: assumptions) { !$0.missingAttributes.isEmpty }
        }

        /// Adds the changes of a document to the last finding of each setting among those whose edits it has.
        ///
        /// - Parameter assumptions: Only changes for users who satisfy these assumptions are added; `nil` for all
        ///   changes.
        mutating func add(
            _ edited: EditedDocument?, among assumptions: StaleAssumptions? = nil, for isMade: (StaleFinding) -> Bool
        ) {
            guard let edited, let end = findings.lastIndex(where: isMade) else { return }
            var last: [SettingIndex: Int] = [:]
            for (index, finding) in findings.enumerated() where isMade(finding) { last[finding.settingIndex] = index }
            for setting in edited.difference.settings {
                let changes = setting.changes.compactMap { $0.within(versions) }
                    .filter { change in assumptions.map { change.affects($0, in: edited.difference.space) } ?? true }
                guard !changes.isEmpty else { continue }
                // A setting without findings changes because it requires one that has some.
                let index = setting.oldSetting.flatMap { last[$0] } ?? end
                byFinding[index, default: Effect(difference: edited.difference)].changes +=
                    changes.map { (setting.name, $0) }
            }
        }
    }
}

/// Collects the findings of some settings.
private struct StaleSearch {
    private let document: SettingsDocument
    private let given: StaleAssumptions
    private let suppressions: Suppressions
    private let spaces: StaleSpaces
    private let readers: DocumentReaders?
    private(set) var found = Found()

    /// What is found in some settings.
    struct Found: Sendable {
        fileprivate(set) var findings: [StaleFinding] = []
        fileprivate(set) var failures: [(setting: SettingIndex, failure: CaseSpace.Failure)] = []
        /// The findings in settings that need further assumptions, with those of these settings that do not.
        fileprivate(set) var proposals: [StaleFinding] = []
        fileprivate(set) var missingAttributes: Set<String> = []
        fileprivate(set) var suppressedCount = 0
        /// The positions of the suppressions that findings needed.
        fileprivate var usedSuppressions: Set<Int> = []

        /// Adds what is found in later settings.
        mutating func append(_ later: Found) {
            findings += later.findings
            failures += later.failures
            proposals += later.proposals
            missingAttributes.formUnion(later.missingAttributes)
            suppressedCount += later.suppressedCount
            usedSuppressions.formUnion(later.usedSuppressions)
        }
    }

    init(
        _ document: SettingsDocument, _ given: StaleAssumptions, _ suppressions: Suppressions, _ axes: CaseAxes,
        _ readers: DocumentReaders?
    ) {
        self.readers = readers
        self.document = document
        self.given = given
        self.suppressions = suppressions
        spaces = StaleSpaces(axes, given)
    }

    /// What is found in all settings of a document.
    static func found(
        in document: SettingsDocument, _ given: StaleAssumptions, _ suppressions: Suppressions, _ axes: CaseAxes,
        _ readers: DocumentReaders?
    ) -> Found {
        let parts = document.indices.concurrentMap(partsOfAtLeast: ConcurrentParts.leastSettingCount) { part in
            var search = StaleSearch(document, given, suppressions, axes, readers)
            for setting in part { search.examine(setting) }
            return search.found
        }
        return parts.reduce(into: Found()) { $0.append($1) }
    }

    private mutating func examine(_ setting: SettingIndex) {
        // An entry whose finding is allowed stays, so the search for other findings must include it.
        var kept: Set<EntryIndex> = []
        let tables = spaces.known.space.side(.first)
        let (proposalCount, knownAttributes) = (found.proposals.count, found.missingAttributes)
        do throws(CaseSpace.Failure) {
            while true {
                let all = try findings(of: setting, keeping: kept)
                let allowed = suppressions.isEmpty ? [] : all.filter { isAllowed($0) }
                found.usedSuppressions.formUnion(allowed.compactMap { suppression(of: $0) })
                let entries = allowed.filter(\.isRemoval).compactMap(\.entry)
                guard entries.isEmpty else {
                    kept.formUnion(entries)
                    found.proposals.removeSubrange(proposalCount...)
                    found.missingAttributes = knownAttributes
                    continue
                }
                found.suppressedCount += kept.count + allowed.count
                let others = allowed.isEmpty ? all : all.filter { !isAllowed($0) }
                if !allowed.isEmpty { found.proposals = found.proposals.filter { !isAllowed($0) } }
                found.findings += others.sorted { tables.offset(of: $0) < tables.offset(of: $1) }
                return
            }
        } catch {
            found.failures.append((setting, error))
        }
    }

    private mutating func findings(
        of setting: SettingIndex, keeping kept: Set<EntryIndex>
    ) throws(CaseSpace.Failure) -> [StaleFinding] {
        guard let examined = try StaleSetting(setting, of: document, spaces, readers) else { return [] }
        let all = try examined.findings(keeping: kept)
        let keys = examined.keysOfCompleteRollouts
        guard !keys.isEmpty else { return all }
        let strings = Set(spaces.assumptions.attributes.filter { $0.type == .string }.map(\.name))
        let missing = keys.subtracting(strings)
        guard !missing.isEmpty else { return all }
        let more = spaces.with(given.assuming(stringAttributes: missing))
        let proposed = try StaleSetting(setting, of: document, more, readers)?.findings(keeping: kept) ?? []
        let known = Set(all.map(\.identity))
        var further = proposed.filter { !known.contains($0.identity) }
        guard !further.isEmpty else { return all }
        for index in further.indices { further[index].missingAttributes = missing.sorted() }
        found.proposals += proposed
        found.missingAttributes.formUnion(missing)
        return all + further
    }

    private func isAllowed(_ finding: StaleFinding) -> Bool { suppression(of: finding) != nil }

    /// The position of the suppression of a finding.
    private func suppression(of finding: StaleFinding) -> Int? {
        let node = finding.entry.map { Int(document.loaded[$0].node) } ?? Int(document.loaded[finding.settingIndex].key)
        return suppressions.position(of: finding.code.rawValue, coveringNode: node)
    }
}

extension StaleSearch.Found {
    /// The suppressions of stale findings that no finding needed.
    ///
    /// Without a date and a targeting key, more may be found in a setting that tests them.
    func unused(
        of suppressions: Suppressions, in document: SettingsDocument, _ given: StaleAssumptions
    ) -> [Suppression] {
        let unused = suppressions.all.indices.filter { position in
            !usedSuppressions.contains(position) && StaleFinding.Code(rawValue: suppressions.all[position].code) != nil
        }
        guard !unused.isEmpty else { return [] }
        let failed = Set(failures.map(\.setting))
        // The nodes of settings in which more may be found, in document order.
        let unknown = document.indices.compactMap { setting -> Range<Int>? in
            let record = document.loaded[setting]
            let isUnknown =
                record.isUnresolvable || failed.contains(setting)
                || document.loaded.testsMoreThanVersion(setting) && !given.includeDateAndKey
            return isUnknown ? Int(record.key)..<Int(document.tree.nodes[Int(record.node)].next) : nil
        }
        return unused.map { suppressions.all[$0] }.filter { suppression in
            let index = unknown.partitionPoint { $0.upperBound > suppression.scope.lowerBound }
            return index == unknown.count || unknown[index].lowerBound >= suppression.scope.upperBound
        }
    }
}

extension ValueChange {
    /// Whether a change affects anybody who satisfies some assumptions.
    fileprivate func affects(_ assumptions: StaleAssumptions, in space: CaseSpace) -> Bool {
        let item = Case(versions: versions, terms: users, decision: .yes)
        let admitted = space.users(of: assumptions, versions: assumptions.versions)
        // If this is too complex to decide, the change is shown.
        return (try? space.areCompatible(space.map(of: item), admitted)) ?? true
    }
}

extension StaleFinding {
    /// What a finding is about, regardless of the assumptions that it needs.
    fileprivate struct Identity: Hashable {
        let entry: EntryIndex?
        let condition: SatisfiedCondition?
        let isAboutSetting: Bool
    }

    fileprivate var identity: Identity {
        switch kind {
        case .satisfied(let condition): Identity(entry: entry, condition: condition, isAboutSetting: false)
        case .constant, .collapsible: Identity(entry: nil, condition: nil, isAboutSetting: true)
        default: Identity(entry: entry, condition: nil, isAboutSetting: false)
        }
    }
}
