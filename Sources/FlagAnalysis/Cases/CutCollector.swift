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
    /// The number of different conditions.
    private(set) var conditionCount = 0

    /// Collects what the entries of a document name.
    ///
    /// - Returns: Their conditions, with the indices of the ``axes``.
    mutating func insert(_ loaded: LoadedSettings, _ tree: JSONTree, _ side: DocumentSide) -> NumberedConditions {
        self.side = side
        var result = NumberedConditions()
        result.reserveCapacity(loaded.targeting.count)
        // Only conditions of entries that can match count.
        var tests: [Test?] = Array(repeating: nil, count: loaded.conditions.keys.count)
        for targeting in loaded.targeting {
            result.appendEntry()
            for index in targeting.conditions {
                let condition = Int(loaded.conditions.indices[index])
                let test = tests[condition] ?? test(named: Int(loaded.conditions.keys[condition]), in: tree)
                tests[condition] = test
                switch test {
                case .attribute(let attribute): result.append(attribute)
                case .version(let isRequired): result.requireVersion(isRequired)
                }
            }
            for instant in loaded.schedule(of: targeting)?.boundaries ?? [] {
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

    /// What a condition of `when` tests.
    private enum Test {
        case attribute(NumberedConditions.Attribute)
        /// Whether there is an app version, which is not an axis.
        case version(isRequired: Bool)
    }

    /// Returns what a condition tests, by the node of its key, and adds what it names to the cuts of its axis.
    private mutating func test(named key: Int, in tree: JSONTree) -> Test {
        let (name, condition) = (tree.string(at: key) ?? "", key + 1)
        guard name != "appVersion" else { return .version(isRequired: !tree.requiresAbsence(condition)) }
        let axis = number(of: name == "date" ? .date : Axis(attribute: name))
        let number = conditions.number(of: tree, node: condition, label: axis)
        let test = Test.attribute(NumberedConditions.Attribute(axis: axis, number: number, node: condition))
        guard number == conditionCount else { return test }
        conditionCount += 1
        cuts[axis].insert(condition, of: tree)
        if let node = cuts[axis].stringTest, stringTests[axis] == nil {
            stringTests[axis] = CaseSpace.ConditionNode(side: side, node: node)
        }
        if let node = cuts[axis].versionTest, versionTests[axis] == nil {
            versionTests[axis] = CaseSpace.ConditionNode(side: side, node: node)
        }
        return test
    }

    /// Why the conditions on an axis cannot be analysed: its attribute is tested both as a string and as a version.
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
    /// Whether a condition that tests only presence requires absence.
    fileprivate func requiresAbsence(_ condition: Int) -> Bool {
        members(of: condition).contains { key, value in
            if case .absent = conditionMember(key) { kind(of: value) == .true } else { false }
        }
    }
}
