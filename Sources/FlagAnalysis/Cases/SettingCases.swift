package import FlagResolver

/// A setting as a function of the version and everything else that its entries test.
///
/// For every context with an app version it has the result of ``SettingsDocument/resolve(_:for:)``.
package struct SettingCases {
    package let space: CaseSpace
    /// For every version, the entry that wins, as its index in the setting plus 1; 0 is the default.
    package let winners: VersionMap<Decision>
    private let record: SettingRecord
    /// The node of the value of each leaf.
    private let values: [Int]
    /// The first leaf with the same value, for each leaf.
    private let firstLeaves: [Int]

    /// A setting of a document; `nil` if it is unresolvable: its default is missing or has the wrong type.
    ///
    /// - Parameters:
    ///   - space: The space of the document, or of it and another one.
    ///   - context: Parts of the context that are given; other parts vary.
    package init?(
        of setting: SettingIndex, in document: SettingsDocument, _ space: CaseSpace,
        side: DocumentSide = .first, fixing context: EvaluationContext? = nil
    ) throws(CaseSpace.Failure) {
        record = document.loaded[setting]
        guard !record.isUnresolvable else { return nil }
        self.space = space
        let winners = try space.winners(of: setting, in: side)
        self.winners = if let context { try space.fixing(context, in: winners) } else { winners }
        let loaded = document.loaded
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

    /// The entry of a leaf; `nil` for the default.
    package func entry(of leaf: Int) -> EntryIndex? { leaf == 0 ? nil : record.entry(at: leaf - 1) }

    /// The node of a leaf's value.
    package func value(of leaf: Int) -> Int { values.indices.contains(leaf) ? values[leaf] : values[0] }

    /// How many leaves there are: the default, and each entry.
    package var leafCount: Int { values.count }

    /// The first leaf that has the value of a leaf.
    package func firstLeaf(withValueOf leaf: Int) -> Int { firstLeaves.indices.contains(leaf) ? firstLeaves[leaf] : 0 }

    /// For every version, the value: the first leaf that has it.
    package func valueMap() throws(CaseSpace.Failure) -> VersionMap<Decision> {
        try space.mapped(winners) { .leaf(firstLeaf(withValueOf: $0)) }
    }

    /// The nodes of the values that the setting has, each value once, in the order of its cases.
    package func distinctValues() throws(CaseSpace.Failure) -> [Int] {
        var known: Set<Int> = []
        return space.leaves(of: winners).filter { known.insert(firstLeaf(withValueOf: $0)).inserted }.map {
            value(of: $0)
        }
    }
}
