import FlagResolver

/// Collects what the conditions of documents name on each axis.
struct CutCollector {
    var cuts: [Axis: ConditionCuts] = [:]
    private var side = DocumentSide.first
    private var stringTests: [Axis: CaseSpace.ConditionNode] = [:]
    private var versionTests: [Axis: CaseSpace.ConditionNode] = [:]
    /// The conditions that were collected, so that those with equal texts are read once.
    private var known: [Axis: Set<[UInt8]>] = [:]

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
                cuts[.date, default: ConditionCuts()].instants.insert(instant)
            }
            for rollout in targeting.rollout.map({ tree.rollouts(at: $0) }) ?? [] {
                let key = Axis(attribute: rollout.by)
                if cuts[key] == nil { cuts[key] = ConditionCuts() }
                let axis = Axis.bucket(salt: rollout.salt, by: rollout.by)
                for slice in rollout.slices {
                    cuts[axis, default: ConditionCuts()].buckets.formUnion([slice.lowerBound, slice.upperBound])
                }
            }
        }
    }

    private mutating func insert(_ condition: Int, _ tree: JSONTree, named name: String) {
        // Within the space there is always an app version.
        guard name != "appVersion" else { return }
        let axis = name == "date" ? Axis.date : Axis(attribute: name)
        guard known[axis, default: []].insert(tree.text(of: condition)).inserted else { return }
        var found = cuts.removeValue(forKey: axis) ?? ConditionCuts()
        found.insert(condition, of: tree)
        if let node = found.stringTest, stringTests[axis] == nil {
            stringTests[axis] = CaseSpace.ConditionNode(side: side, node: node)
        }
        if let node = found.versionTest, versionTests[axis] == nil {
            versionTests[axis] = CaseSpace.ConditionNode(side: side, node: node)
        }
        cuts[axis] = found
    }

    /// The axes whose attributes are tested both as strings and as versions.
    func mixedTypes(of axes: [Axis]) -> [Int: CaseSpace.Failure] {
        var result: [Int: CaseSpace.Failure] = [:]
        for (index, axis) in axes.enumerated() {
            guard let string = stringTests[axis], let version = versionTests[axis] else { continue }
            result[index] = .mixedTypes(attribute: axis.description, string: string, version: version)
        }
        return result
    }
}
