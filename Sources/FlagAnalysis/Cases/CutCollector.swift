import FlagResolver

/// Collects what the conditions of documents name on each axis.
struct CutCollector {
    private(set) var axes: [Axis] = []
    /// What conditions name on each of the ``axes``.
    private(set) var cuts: [ConditionCuts] = []
    private var numbers: [Axis: Int] = [:]
    private var side = DocumentSide.first
    private var stringTests: [Int: CaseSpace.ConditionNode] = [:]
    private var versionTests: [Int: CaseSpace.ConditionNode] = [:]
    /// The conditions that were collected, labelled with the number of their axis: those with equal texts are read once.
    private var conditions = UniqueLists<UInt8>()

    mutating func insert(_ loaded: LoadedSettings, _ tree: JSONTree, _ side: DocumentSide) {
        self.side = side
        for targeting in loaded.targeting {
            guard let targeting else { continue }
            if let when = targeting.when {
                for (key, condition) in tree.members(of: when) where !tree.isMetadata(key: key) {
                    insert(condition, tree, named: tree.string(at: key) ?? "")
                }
            }
            for instant in [targeting.from, targeting.until].compactMap({ $0 }) {
                cuts[number(of: .date)].instants.insert(instant)
            }
            for rollout in targeting.rollout.map({ tree.rollouts(at: $0) }) ?? [] {
                _ = number(of: Axis(attribute: rollout.by))
                let buckets = number(of: .bucket(salt: rollout.salt, by: rollout.by))
                for slice in rollout.slices { cuts[buckets].buckets.formUnion([slice.lowerBound, slice.upperBound]) }
            }
        }
    }

    private mutating func number(of axis: Axis) -> Int {
        if let known = numbers[axis] { return known }
        numbers[axis] = axes.count
        axes.append(axis)
        cuts.append(ConditionCuts())
        return axes.count - 1
    }

    private mutating func insert(_ condition: Int, _ tree: JSONTree, named name: String) {
        // Within the space there is always an app version.
        guard name != "appVersion" else { return }
        let axis = number(of: name == "date" ? .date : Axis(attribute: name))
        let count = conditions.count
        for index in tree.nodes[condition].span { conditions.append(tree.bytes[index]) }
        guard conditions.finish(label: axis) == count else { return }
        cuts[axis].insert(condition, of: tree)
        if let node = cuts[axis].stringTest, stringTests[axis] == nil {
            stringTests[axis] = CaseSpace.ConditionNode(side: side, node: node)
        }
        if let node = cuts[axis].versionTest, versionTests[axis] == nil {
            versionTests[axis] = CaseSpace.ConditionNode(side: side, node: node)
        }
    }

    /// Why the conditions on an axis cannot be answered: its attribute is tested both as a string and as a version.
    func mixedTypes(ofAxis number: Int) -> CaseSpace.Failure? {
        guard let string = stringTests[number], let version = versionTests[number] else { return nil }
        return .mixedTypes(attribute: axes[number].description, string: string, version: version)
    }
}
