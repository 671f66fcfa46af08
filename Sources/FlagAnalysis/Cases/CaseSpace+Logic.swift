package import FlagResolver

// Conditions, as functions whose leaves are no and yes.
extension CaseSpace {
    /// Holds for the contexts in a case.
    package func map(of item: Case) -> CaseMap {
        VersionMap(item.versions, inside: path(item.terms, yes: .yes), outside: .no)
    }

    package func negated(_ condition: CaseMap) throws(Failure) -> CaseMap {
        try mapped(condition) { (holds: Bool) in !holds }
    }

    /// Holds where all conditions hold.
    package func all(_ conditions: ArraySlice<CaseMap>) throws(Failure) -> CaseMap {
        try merged(conditions, empty: .yes) { $0 && $1 }
    }

    /// Holds where at least one condition holds.
    package func any(_ conditions: ArraySlice<CaseMap>) throws(Failure) -> CaseMap {
        try merged(conditions, empty: .no) { $0 || $1 }
    }

    /// Combines conditions in pairs, then pairs of pairs.
    private func merged(
        _ conditions: ArraySlice<CaseMap>, empty: Decision, _ combine: (Bool, Bool) -> Bool
    ) throws(Failure) -> CaseMap {
        guard conditions.count > 1 else { return conditions.first ?? VersionMap(empty) }
        let middle = conditions.startIndex + conditions.count / 2
        return try combined(
            merged(conditions[..<middle], empty: empty, combine), merged(conditions[middle...], empty: empty, combine),
            combine)
    }
}

extension CaseMap {
    /// The ``Winner`` among entries that match the versions of some sets.
    static func winners(among versions: [VersionSet]) -> CaseMap {
        firstMatch(of: versions, otherwise: .always(Winner.default)) { .always(Winner.entry($0)) }
    }

    /// Whether a function depends on nothing but the version, so that a sweep along the version line is enough.
    var hasOnlyLeaves: Bool {
        for index in indices where !value(at: index).isLeaf { return false }
        return true
    }

    /// Whether a condition holds for no context.
    var neverHolds: Bool { count == 1 && value(at: 0) == .no }

    /// The versions for which a condition holds for at least one context.
    package var possibleVersions: VersionSet { versions { $0 != .no } }

    /// The versions for which a condition holds, if it depends on nothing else; otherwise `nil`.
    package var onlyVersions: VersionSet? {
        hasOnlyLeaves ? possibleVersions : nil
    }
}
