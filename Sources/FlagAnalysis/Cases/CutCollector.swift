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
    /// The texts of conditions, labelled with the index of their axis: those with equal texts are read once.
    private var conditions = UniqueLists<UInt8>()
    /// How many different conditions there are.
    private(set) var conditionCount = 0
    /// The keys of conditions, and the index of the axis that each names.
    private var names = UniqueLists<UInt8>()
    private var axesOfNames: [Int?] = []

    /// Collects what the entries of a document name.
    ///
    /// - Returns: Their conditions, with the indices of the ``axes``.
    mutating func insert(_ loaded: LoadedSettings, _ tree: JSONTree, _ side: DocumentSide) -> NumberedConditions {
        self.side = side
        var result = NumberedConditions()
        result.reserveCapacity(loaded.targeting.count)
        for targeting in loaded.targeting {
            result.appendEntry()
            guard let targeting else { continue }
            if let when = targeting.when {
                for (key, condition) in tree.members(of: when) where !tree.isMetadata(key: key) {
                    insert(condition, named: key, in: tree, into: &result)
                }
            }
            for instant in [targeting.from, targeting.until].compactMap({ $0 }) {
                cuts[number(of: .date)].instants.insert(instant)
            }
            for rollout in targeting.rollout.map({ tree.rollouts(at: $0) }) ?? [] {
                let key = number(of: Axis(attribute: rollout.by))
                let buckets = number(of: .bucket(salt: rollout.salt, by: rollout.by))
                for slice in rollout.slices { cuts[buckets].buckets.formUnion([slice.lowerBound, slice.upperBound]) }
                result.append(
                    NumberedConditions.Rollout(keyAxis: key, bucketAxis: buckets, slices: rollout.slices))
            }
        }
        return result
    }

    private mutating func number(of axis: Axis) -> Int {
        if let known = numbers[axis] { return known }
        numbers[axis] = axes.count
        axes.append(axis)
        cuts.append(ConditionCuts())
        return axes.count - 1
    }

    private mutating func insert(
        _ condition: Int, named key: Int, in tree: JSONTree, into result: inout NumberedConditions
    ) {
        guard let axis = axis(named: key, in: tree) else {
            result.requireVersion(!tree.requiresAbsence(condition))
            return
        }
        let number = conditions.number(of: tree, node: condition, label: axis)
        result.append(NumberedConditions.Attribute(axis: axis, number: number, node: condition))
        guard number == conditionCount else { return }
        conditionCount += 1
        cuts[axis].insert(condition, of: tree)
        if let node = cuts[axis].stringTest, stringTests[axis] == nil {
            stringTests[axis] = CaseSpace.ConditionNode(side: side, node: node)
        }
        if let node = cuts[axis].versionTest, versionTests[axis] == nil {
            versionTests[axis] = CaseSpace.ConditionNode(side: side, node: node)
        }
    }

    /// The index of the axis that the key of a condition names; `nil` for the app version, which is no axis.
    private mutating func axis(named key: Int, in tree: JSONTree) -> Int? {
        let name = names.number(of: tree, node: key, label: 0)
        if name < axesOfNames.count { return axesOfNames[name] }
        let text = tree.string(at: key) ?? ""
        let axis: Int? =
            switch text {
            case "appVersion": nil
            case "date": number(of: .date)
            default: number(of: Axis(attribute: text))
            }
        axesOfNames.append(axis)
        return axis
    }

    /// Why the conditions on an axis cannot be answered: its attribute is tested both as a string and as a version.
    func mixedTypes(ofAxis number: Int) -> CaseSpace.Failure? {
        guard let string = stringTests[number], let version = versionTests[number] else { return nil }
        return .mixedTypes(attribute: axes[number].description, string: string, version: version)
    }
}

extension UniqueLists<UInt8> {
    /// The number of the text of a node.
    fileprivate mutating func number(of tree: JSONTree, node: Int, label: Int) -> Int {
        for index in tree.nodes[node].span { append(tree.bytes[index]) }
        return finish(label: label)
    }
}

extension JSONTree {
    /// Whether a condition that tests only whether something is absent requires that it is.
    fileprivate func requiresAbsence(_ condition: Int) -> Bool {
        members(of: condition).contains { key, value in
            if case .absent = conditionMember(key) { kind(of: value) == .true } else { false }
        }
    }
}
