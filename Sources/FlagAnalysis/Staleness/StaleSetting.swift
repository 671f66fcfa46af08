import FlagResolver

/// What of one setting can go when only the versions from a floor up count.
///
/// Entries are looked at from the last to the first. One can go if, wherever it wins, the entries after it that stay, or
/// the default, give the same value. What is after an entry then gives the same values as all of the entries after it,
/// so that a single pass finds everything: an entry that has to stay when it is looked at has to stay in the end.
struct StaleSetting {
    private let document: SettingsDocument
    private let slot: Int
    private let first: Int
    private let sets: [VersionSet]
    private let places: FirstMatchPlaces
    private let entryClasses: [Int]
    private let defaultClass: Int

    /// A setting's entries; `nil` where it has none, or has no value.
    init?(_ slot: Int, of document: SettingsDocument, floor: VersionCut) {
        let loaded = document.loaded
        let record = loaded.settings[slot]
        guard record.firstEntry < record.endEntry, !record.isUnresolvable else { return nil }
        self.document = document
        self.slot = slot
        first = Int(record.firstEntry)
        let positions = Int(record.firstEntry)..<Int(record.endEntry)
        sets = positions.map { position in
            let entry = loaded.entries[position]
            let isMistyped =
                record.hasMistypedEntries && !record.declaredType.contains(Int(entry.value), of: document.tree)
            return isMistyped ? .none : entry.bounds.versions(sets: loaded.sets)
        }
        places = FirstMatchPlaces(sets, from: floor)
        var classes = ValueClasses(of: document.tree)
        defaultClass = classes.number(of: Int(record.defaultValue))
        entryClasses = positions.map { classes.number(of: Int(loaded.entries[$0].value)) }
    }

    /// Everything that can go, in no special order.
    func findings() -> [StaleFinding] {
        // An entry that contains no version, or has another type than declared, is a mistake for `check` to report.
        guard sets.contains(where: { !$0.isEmpty }) else { return [] }
        let pass = pass(defaultClass: defaultClass)
        var findings = pass.removed.map { finding(of: $0) }
        let removed = pass.removed.map { first + $0.position }
        if let constant = constantClass {
            let entry = places.winners[places.supported].first.flatMap { $0 }
            let all = sets.indices.filter { !sets[$0].isEmpty }.map { first + $0 }
            findings.append(
                finding(
                    .constant, entry: entry, removed: constant == defaultClass ? removed : all,
                    changesDefault: constant != defaultClass))
        } else if let last = pass.kept.last, !pass.needsDefault {
            let further = self.pass(defaultClass: entryClasses[last])
            // Beside entries of another type a default would be one that does not fit them.
            guard hasTypeOfDefault(last) else { return findings }
            findings.append(
                finding(
                    .collapsible, entry: last, removed: further.removed.map { first + $0.position },
                    changesDefault: true))
        }
        return findings
    }

    /// The class of the one value from the floor up; `nil` where there are several.
    private var constantClass: Int? {
        func valueClass(_ winner: Int?) -> Int { winner.map { entryClasses[$0] } ?? defaultClass }
        let winners = places.winners[places.supported]
        guard let first = winners.first.map({ valueClass($0) }) else { return nil }
        return winners.allSatisfy { valueClass($0) == first } ? first : nil
    }

    private struct Removed {
        /// Counted within the setting.
        let position: Int
        let kind: StaleFinding.Kind
        let isIndependent: Bool
    }

    private struct Pass {
        var removed: [Removed] = []
        /// The entries that stay and take part, counted within the setting, in ascending order.
        var kept: [Int] = []
        /// Whether the default applies to some version from the floor up.
        var needsDefault = false
    }

    private func pass(defaultClass: Int) -> Pass {
        var result = Pass()
        var kept = LatestAssignments(count: places.count)
        var all = LatestAssignments(count: places.count)
        func provider(_ number: Int) -> Int? { number == 0 ? nil : sets.count - number }
        func valueClass(_ number: Int) -> Int { provider(number).map { entryClasses[$0] } ?? defaultClass }
        for position in sets.indices.reversed() where !sets[position].isEmpty {
            let won = places.won[position].filter { places.supported.contains($0) }
            let own = entryClasses[position]
            let number = sets.count - position
            if won.allSatisfy({ valueClass(kept.latest(at: $0)) == own }) {
                let kind: StaleFinding.Kind =
                    if places.contained[position].allSatisfy({ $0.upperBound <= places.supported.lowerBound }) {
                        .belowFloor
                    } else if won.isEmpty {
                        .unreachable(isForEveryVersion: places.won[position].isEmpty)
                    } else {
                        .sameValue(from: fallback(won.map { provider(kept.latest(at: $0)) }))
                    }
                let isIndependent = won.allSatisfy { valueClass(all.latest(at: $0)) == own }
                result.removed.append(Removed(position: position, kind: kind, isIndependent: isIndependent))
            } else {
                kept.assign(number, to: places.contained[position])
                result.kept.append(position)
            }
            all.assign(number, to: places.contained[position])
        }
        result.kept.reverse()
        result.needsDefault = places.supported.contains(where: { kept.latest(at: $0) == 0 })
        return result
    }

    /// The first few entries that take the versions of one which never wins; those below the floor count only if it is
    /// hidden there too.
    private func blockers(of position: Int, isForEveryVersion: Bool) -> [Int] {
        var blockers: [Int] = []
        for range in places.contained[position] {
            let start = isForEveryVersion ? range.lowerBound : max(range.lowerBound, places.supported.lowerBound)
            for place in range.clamped(to: start..<max(start, range.upperBound)).prefix(Self.greatestLook) {
                guard let winner = places.winners[place].map({ first + $0 }), !blockers.contains(winner) else {
                    continue
                }
                blockers.append(winner)
                if blockers.count == Self.greatestBlockerCount { return blockers }
            }
        }
        return blockers
    }

    private static let greatestBlockerCount = 3
    private static let greatestLook = 64

    private func fallback(_ providers: [Int?]) -> StaleFinding.Fallback {
        guard let provider = providers.first, providers.allSatisfy({ $0 == provider }) else { return .several }
        return provider.map { .entry(first + $0) } ?? .default
    }

    private func finding(of removed: Removed) -> StaleFinding {
        finding(
            removed.kind, entry: removed.position, removed: [first + removed.position],
            isIndependent: removed.isIndependent)
    }

    private func finding(
        _ kind: StaleFinding.Kind, entry: Int?, removed: [Int], isIndependent: Bool = true, changesDefault: Bool = false
    ) -> StaleFinding {
        let position = entry.map { first + $0 }
        let value = position.map { document.loaded.entries[$0].value } ?? document.loaded.settings[slot].defaultValue
        var blockers: [Int] = []
        if case .unreachable(let isForEveryVersion) = kind, let entry {
            blockers = self.blockers(of: entry, isForEveryVersion: isForEveryVersion)
        }
        return StaleFinding(
            kind: kind, slot: slot, entry: position, value: Int(value), blockers: blockers, removed: removed,
            isIndependent: isIndependent, changesDefault: changesDefault)
    }

    private func hasTypeOfDefault(_ entry: Int) -> Bool {
        let tree = document.tree
        let node = Int(document.loaded.settings[slot].defaultValue)
        return tree.kind(of: node).name == tree.kind(of: Int(document.loaded.entries[first + entry].value)).name
    }
}
