package import FlagResolver

extension CaseSpace {
    /// For every version, the ``Winner``.
    ///
    /// - Parameter eligible: For each entry, whether it can win; `nil` if the declared type decides.
    /// - Complexity: O(*n* log *n*) in the number of intervals of all requirements, and linear in the number of different
    ///   states; see ``CaseLimit``.
    package func winners(
        of setting: SettingIndex, in side: DocumentSide = .first, among eligible: [Bool]? = nil
    ) throws(Failure) -> CaseMap {
        guard self.side(side).testsMoreThanVersion(setting) else {
            return versionWinners(of: setting, in: side, among: eligible)
        }
        return try firstMatch(of: conditions(of: setting, in: side, among: eligible))
    }

    /// The same for a setting that tests only versions, which needs only one sweep along the version line.
    func versionWinners(
        of setting: SettingIndex, in side: DocumentSide = .first, among eligible: [Bool]? = nil
    ) -> CaseMap {
        isWithoutVersion
            ? VersionMap(.always(Winner.default))
            : .winners(among: possibleVersions(of: setting, in: side, among: eligible))
    }

    /// The versions for which each entry of a setting can win, apart from its other conditions.
    ///
    /// An entry whose value does not have the declared type can never win.
    func possibleVersions(
        of setting: SettingIndex, in side: DocumentSide = .first, among eligible: [Bool]? = nil
    ) -> [VersionSet] {
        let document = self.side(side)
        let record = document[setting]
        return record.entries.enumerated().map { index, entry in
            eligible?[index] ?? record.isEligible(document[entry], in: document.tree)
                ? document.versions(of: entry) : .none
        }
    }

    /// When each entry of a setting can win: a decision between no and the entry as a ``Winner``.
    ///
    /// An entry whose value does not have the declared type can never win.
    package func conditions(
        of setting: SettingIndex, in side: DocumentSide = .first, among eligible: [Bool]? = nil
    ) throws(Failure) -> [CaseMap] {
        resolvePrerequisites(of: setting, in: side)
        let document = self.side(side)
        let record = document[setting]
        var conditions: [CaseMap] = []
        conditions.reserveCapacity(record.entries.count)
        for (index, entry) in record.entries.enumerated() {
            guard eligible?[index] ?? record.isEligible(document[entry], in: document.tree) else {
                conditions.append(VersionMap(.no))
                continue
            }
            conditions.append(try condition(of: entry, in: side, yes: .always(Winner.entry(index))))
        }
        return conditions
    }

    /// For every version, the first of some conditions that holds; no where none does.
    package func firstMatch(of conditions: [CaseMap]) throws(Failure) -> CaseMap {
        try firstMatch(of: conditions[...])
    }

    /// Each segment of an axis takes time for each condition, so parts of many conditions are combined, as
    /// ``VersionMap/firstMatch(of:otherwise:_:)`` does.
    private func firstMatch(of conditions: ArraySlice<CaseMap>) throws(Failure) -> CaseMap {
        guard conditions.count <= Self.maximumJointCount else {
            let middle = conditions.startIndex + conditions.count / 2
            return try product(
                firstMatch(of: conditions[..<middle]), firstMatch(of: conditions[middle...]),
                DecisionDiagram.firstMatch)
        }
        guard !conditions.allSatisfy(\.hasOnlyLeaves) else { return Self.firstMatch(ofLeaves: conditions) }
        candidateLists.removeAll()
        let candidates = Self.candidates(conditions, &candidateLists)
        return try products(
            of: candidates, operands: { $1 += candidateLists[$0] }, reducedBy: DecisionDiagram.firstMatch)
    }

    /// The same for conditions on nothing but the version.
    private static func firstMatch(ofLeaves conditions: ArraySlice<CaseMap>) -> CaseMap {
        guard conditions.count > 1 else { return conditions.first ?? VersionMap(.no) }
        let middle = conditions.startIndex + conditions.count / 2
        return firstMatch(ofLeaves: conditions[..<middle])
            .combined(with: firstMatch(ofLeaves: conditions[middle...])) { $0 == .no ? $1 : $0 }
    }

    /// Up to this many conditions are combined at once.
    private static var maximumJointCount: Int { 128 }

    /// For every version, the conditions that can hold, in order, up to the first that always holds: the index of a list.
    private static func candidates(
        _ conditions: ArraySlice<CaseMap>, _ lists: inout UniqueLists<Decision>
    ) -> VersionMap<Int> {
        guard conditions.count > 1 else {
            return (conditions.first ?? VersionMap(.no)).mapped { decision in
                if decision != .no { lists.append(decision) }
                return lists.finish(label: 0)
            }
        }
        let middle = conditions.startIndex + conditions.count / 2
        let (earlier, later) = (candidates(conditions[..<middle], &lists), candidates(conditions[middle...], &lists))
        return earlier.combined(with: later) { earlier, later in
            if lists[earlier].last?.isLeaf == true { return earlier }
            lists.append(contentsOf: earlier)
            lists.append(contentsOf: later)
            return lists.finish(label: 0)
        }
    }

    /// For every version, when a setting is `true`.
    func isTrue(_ setting: SettingIndex, in side: DocumentSide) throws(Failure) -> CaseMap {
        let key = SettingOfSide(side: side, setting: setting)
        if let known = trueSettings[key] { return try known.get() }
        let document = self.side(side)
        let record = document[setting]
        guard !record.isUnresolvable else {
            trueSettings[key] = .success(VersionMap(.no))
            return VersionMap(.no)
        }
        var isTrue = [record.defaultKind == .true]
        for entry in record.entries { isTrue.append(document[entry].valueKind == .true) }
        let result: Result<CaseMap, Failure>
        do throws(Failure) {
            let winners = try winners(of: setting, in: side)
            // The leaf of each winner may already be the answer.
            let isMapped = isTrue.indices.contains { Decision.leaf($0) != .always(isTrue[$0]) }
            result = .success(
                isMapped ? try mapped(winners) { (winner: Winner) in isTrue[winner.leaf] } : winners)
        } catch {
            result = .failure(error)
        }
        trueSettings[key] = result
        return try result.get()
    }

    /// Computes the settings that a setting requires, directly or through others, without recursion.
    ///
    /// That one of them is refused is kept, too. Otherwise each setting of a long chain would search the chain for it again.
    private func resolvePrerequisites(of setting: SettingIndex, in side: DocumentSide) {
        let document = self.side(side)
        guard !document.loaded.prerequisites.isEmpty else { return }
        let loaded = document.loaded
        var unresolved = loaded.prerequisites(of: setting)
        while let next = unresolved.last {
            guard trueSettings[SettingOfSide(side: side, setting: next)] == nil else {
                unresolved.removeLast()
                continue
            }
            let missing = loaded.prerequisites(of: next)
                .filter { trueSettings[SettingOfSide(side: side, setting: $0)] == nil }
            if missing.isEmpty {
                _ = try? isTrue(next, in: side)
            } else {
                unresolved += missing
            }
        }
    }
}
