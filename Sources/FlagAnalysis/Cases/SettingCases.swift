package import FlagResolver

/// A setting as a function of the version and everything else that its entries test.
///
/// For every context with an app version, its result is that of ``SettingsDocument/resolve(_:for:)``.
package struct SettingCases {
    package let space: CaseSpace
    /// For every version, the entry that wins, as its index in the setting plus 1; 0 is the default.
    package private(set) var winners: CaseMap
    private let record: SettingRecord
    /// The node of the value of each leaf.
    private let values: [Int]
    /// The first leaf with the same value, for each leaf.
    private let firstLeaves: [Int]

    /// A setting of a document; `nil` if it is unresolvable: its default is missing or has the wrong type.
    ///
    /// - Parameters:
    ///   - space: The space of the document, or of it and another one.
    ///   - axes: Axes on which a value is given; others vary.
    package init?(
        of setting: SettingIndex, in document: SettingsDocument, _ space: CaseSpace,
        side: DocumentSide = .first, fixing axes: FixedAxes = .none
    ) throws(CaseSpace.Failure) {
        let loaded = document.loaded
        record = loaded[setting]
        guard !record.isUnresolvable else { return nil }
        self.space = space
        winners = try space.fixing(axes, in: space.winners(of: setting, in: side))
        values = [Int(record.defaultValue)] + record.entries.map { Int(loaded[$0].value) }
        var classes = ValueClasses(of: document.tree)
        var leafOfClass: [Int: Int] = [:]
        var firstLeaves: [Int] = []
        for (leaf, value) in values.enumerated() {
            let number = classes.number(of: value)
            firstLeaves.append(leafOfClass[number] ?? leaf)
            leafOfClass[number] = leafOfClass[number] ?? leaf
        }
        self.firstLeaves = firstLeaves
    }

    /// The same setting where a value is given on some axes.
    package func fixing(_ axes: FixedAxes) throws(CaseSpace.Failure) -> SettingCases {
        var cases = self
        cases.winners = try space.fixing(axes, in: winners)
        return cases
    }

    /// The entry of a leaf; `nil` for the default.
    package func entry(of leaf: Int) -> EntryIndex? { leaf == 0 ? nil : record.entry(at: leaf - 1) }

    /// The node of a leaf's value.
    package func value(of leaf: Int) -> Int { values.indices.contains(leaf) ? values[leaf] : values[0] }

    /// The first leaf that has the value of a leaf.
    package func firstLeaf(withValueOf leaf: Int) -> Int { firstLeaves.indices.contains(leaf) ? firstLeaves[leaf] : 0 }

    /// For every version, the value: the first leaf that has it.
    package func valueMap() throws(CaseSpace.Failure) -> CaseMap {
        guard firstLeaves.indices.contains(where: { firstLeaves[$0] != $0 }) else { return winners }
        return try space.mapped(winners) { .leaf(firstLeaf(withValueOf: $0)) }
    }

    /// The nodes of the values that the setting has, each value once, in the order of its cases.
    package func distinctValues() throws(CaseSpace.Failure) -> [Int] {
        var known: Set<Int> = []
        return space.leaves(of: winners).filter { known.insert(firstLeaf(withValueOf: $0)).inserted }.map {
            value(of: $0)
        }
    }
}

extension SettingCases {
    /// Users for whom a setting has an unexpected value, and that value.
    package struct Mismatch: Hashable, Sendable {
        package let versions: VersionSet
        /// The users and their versions.
        package let cases: [Case]
        /// The node of the value, in the winning entry or the default.
        package let value: Int
    }

    /// Everybody among some users for whom the setting does not have an expected value, grouped by the node of the value
    /// and ordered by the lowest versions.
    ///
    /// - Parameters:
    ///   - expected: The node of the expected value in `other`.
    ///   - tree: The tree of the document of the setting.
    ///   - users: A condition.
    package func mismatches(
        with expected: Int, of other: JSONTree, in tree: JSONTree, among users: CaseMap
    ) throws(CaseSpace.Failure) -> [Mismatch] {
        let isExpected = values.map { tree.isEqual($0, to: other, expected) }
        let found = try space.combined(users, winners) { $0 == 0 || isExpected[$1] ? .no : .leaf($1 + 1) }
        return try space.casesByLeaf(of: found).map { leaf, cases in
            Mismatch(
                versions: VersionSet(cases.flatMap(\.versions.intervals)), cases: cases, value: value(of: leaf - 1))
        }
    }
}

extension SettingCases {
    /// Users whose value in one version differs from that in another one.
    package struct Difference {
        /// The users, of every version.
        package let users: Case
        /// The leaves of both versions.
        package let old: Int
        package let new: Int
    }

    /// Everybody whose value differs between two versions.
    package func differences(
        from old: AppVersion, to new: AppVersion
    ) throws(CaseSpace.Failure) -> [Difference] {
        let before = VersionMap(winners.value(at: winners.index(containing: old)))
        let after = VersionMap(winners.value(at: winners.index(containing: new)))
        let (map, pairs) = try space.pairs(before, after) { firstLeaf(withValueOf: $0) != firstLeaf(withValueOf: $1) }
        return try space.cases(of: map).compactMap { item in
            guard let number = item.decision.leaf, number > 0 else { return nil }
            return Difference(users: item, old: pairs[number - 1].left, new: pairs[number - 1].right)
        }
    }

    /// Everybody whose value in a version differs from that in at least one of other versions.
    package func usersWithOtherValue(
        than version: AppVersion, in versions: VersionSet
    ) throws(CaseSpace.Failure) -> [Case] {
        let own = VersionMap(winners.value(at: winners.index(containing: version)))
        let others = try space.combined(winners, own) {
            firstLeaf(withValueOf: $0) == firstLeaf(withValueOf: $1) ? .no : .yes
        }
        let selected = try space.all([others, VersionMap(versions, inside: .yes, outside: .no)])
        return try space.cases(of: selected).filter { $0.decision == .yes }
    }
}
