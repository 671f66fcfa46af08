import FlagResolver

/// The contexts that satisfy assumptions, in one case space.
struct StaleSpace {
    let space: CaseSpace
    /// A condition that holds for these contexts.
    let users: CaseMap
    /// Their versions.
    let versions: VersionSet

    init(_ space: CaseSpace, _ assumptions: StaleAssumptions, versions: VersionSet) {
        self.space = space
        self.versions = versions
        users = space.users(of: assumptions, versions: versions)
    }

    /// Whether a condition holds for any of these contexts.
    func canHold(_ condition: CaseMap) throws(CaseSpace.Failure) -> Bool {
        try space.areCompatible(condition, users)
    }

    /// Whether a condition holds for all of these contexts.
    func alwaysHolds(_ condition: CaseMap) throws(CaseSpace.Failure) -> Bool {
        try space.implies(users, condition)
    }
}

/// The contexts that satisfy assumptions: those with an app version, and those without one.
struct StaleSpaces {
    let assumptions: StaleAssumptions
    let known: StaleSpace
    let unknown: StaleSpace

    init(_ axes: CaseAxes, _ assumptions: StaleAssumptions) {
        self.init(CaseSpace(axes), CaseSpace(axes, isWithoutVersion: true), assumptions)
    }

    private init(_ known: CaseSpace, _ unknown: CaseSpace, _ assumptions: StaleAssumptions) {
        self.assumptions = assumptions.relevant(to: known.axes)
        self.known = StaleSpace(known, assumptions, versions: assumptions.versions)
        self.unknown = StaleSpace(unknown, assumptions, versions: .all)
    }

    /// The same spaces with other assumptions.
    func with(_ assumptions: StaleAssumptions) -> StaleSpaces {
        StaleSpaces(known.space, unknown.space, assumptions)
    }
}
