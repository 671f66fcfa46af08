package import FlagResolver

extension CaseSpace {
    /// What an entry allows on each axis, apart from its versions and prerequisites.
    private struct Terms {
        /// The axes that the entry tests, in no order.
        var terms: [Case.Term] = []
        /// Whether the entry names keys, so that some of their buckets are known.
        var namesKey = false
        /// Whether the entry cannot match because of the presence or absence of an app version.
        var isImpossible = false

        /// The positions of the terms by their axes, if there are many.
        private var positions: [Int: Int] = [:]
        /// A search among so few terms is faster than a table.
        private static let maximumSearchedCount = 16

        mutating func add(_ set: SegmentSet, _ axis: Int) {
            guard let index = position(of: axis) else {
                terms.append(Case.Term(axis: axis, segments: set))
                if terms.count > Self.maximumSearchedCount { index(from: positions.count) }
                return
            }
            terms[index] = Case.Term(axis: axis, segments: terms[index].segments.intersection(set))
        }

        /// What the entry allows on an axis; `nil` if it does not test it.
        func segments(on axis: Int) -> SegmentSet? { position(of: axis).map { terms[$0].segments } }

        private func position(of axis: Int) -> Int? {
            terms.count > Self.maximumSearchedCount ? positions[axis] : terms.firstIndex { $0.axis == axis }
        }

        private mutating func index(from start: Int) {
            for position in start..<terms.count { positions[terms[position].axis] = position }
        }
    }

    /// The terms of an entry, by its index in ``LoadedSettings/targeting``.
    private func terms(_ index: Int, _ side: CaseAxes.Side) throws(Failure) -> Terms {
        var terms = Terms()
        let entry = side.conditions.entries[index]
        terms.isImpossible = entry.requiresVersion == isWithoutVersion
        for condition in side.conditions.attributes[entry.attributes] {
            if let failure = mixedAxes[condition.axis] { throw failure }
            terms.add(segments(satisfying: condition, side.tree), condition.axis)
        }
        if let date = axes.dateAxis, let schedule = side.schedule(of: side.loaded.targeting[index]) {
            let line = lines[date]
            let first = schedule.from.map { line.segment(of: $0) } ?? 1
            let end = schedule.until.map { line.segment(of: $0) } ?? line.segmentCount
            terms.add(first < end ? SegmentSet(first..<end) : .none, date)
        }
        for rollout in side.conditions.rollouts[entry.rollouts] {
            let (key, bucket) = (rollout.keyAxis, rollout.bucketAxis)
            if let failure = mixedAxes[key] { throw failure }
            let anyKey = SegmentSet(lines[key].stringSegments)
            if let segments = terms.segments(on: key), segments != anyKey { terms.namesKey = true }
            let line = lines[bucket]
            let included = rollout.slices.map {
                line.segment(ofBucket: $0.lowerBound)..<line.segment(ofBucket: $0.upperBound)
            }
            terms.add(SegmentSet(included), bucket)
            terms.add(anyKey, key)
        }
        return terms
    }

    /// The condition of an entry apart from its versions and prerequisites: a decision between yes and no.
    private func condition(_ index: Int, _ side: CaseAxes.Side, yes: Decision) throws(Failure) -> Decision {
        let terms = try terms(index, side)
        guard !terms.isImpossible else { return .no }
        guard terms.namesKey else { return path(terms.terms, yes: yes) }
        // The buckets of the keys that the entry names are known; a product looks them up.
        let keys = path(terms.terms.filter { keyAxes[$0.axis] == nil }, yes: yes)
        let buckets = path(terms.terms.filter { keyAxes[$0.axis] != nil }, yes: yes)
        return try product(VersionMap(keys), VersionMap(buckets), DecisionDiagram.conjunction).value(at: 0)
    }

    /// What an entry allows on each axis that it tests, apart from versions and prerequisites, in the order of the
    /// axes.
    func terms(of entry: EntryIndex, in side: DocumentSide = .first) throws(Failure) -> [Case.Term] {
        let document = self.side(side)
        return try document[entry].targetingIndex.map { (index) throws(Failure) in
            try terms(index, document).terms.sorted { $0.axis < $1.axis }
        } ?? []
    }

    /// Whether an entry requires that there is an app version, or that there is none; `nil` if it tests neither.
    func requiresVersion(_ entry: EntryIndex, in side: DocumentSide = .first) -> Bool? {
        let document = self.side(side)
        return document[entry].targetingIndex.flatMap { document.conditions.entries[$0].requiresVersion }
    }

    /// The decision that is `yes` where the value of each axis is in its set.
    func path(_ terms: [Case.Term], yes: Decision) -> Decision {
        guard !terms.contains(where: \.segments.isEmpty) else { return .no }
        return terms.sorted { $0.axis > $1.axis }.reduce(yes) { rest, term in
            diagram.node(axis: term.axis, term.segments, inside: rest, outside: .no)
        }
    }

    private func segments(satisfying condition: NumberedConditions.Attribute, _ tree: JSONTree) -> SegmentSet {
        if let known = conditionSegments[condition.number] { return known }
        let segments = lines[condition.axis].segments(satisfying: condition.node, of: tree)
        conditionSegments[condition.number] = segments
        return segments
    }

    /// For every version, when an entry can win: a decision between no and yes.
    ///
    /// - Parameter yes: The decision where it can win.
    package func condition(
        of entry: EntryIndex, in side: DocumentSide, yes: Decision = .yes
    ) throws(Failure) -> CaseMap {
        let condition = try conditionWithoutPrerequisites(of: entry, in: side, yes: yes)
        let document = self.side(side)
        var required: [SettingIndex] = []
        for index in document.targeting(of: entry)?.prerequisites ?? 0..<0 {
            guard let setting = document.loaded.prerequisites[index].setting else { return VersionMap(.no) }
            required.append(setting)
        }
        guard !required.isEmpty else { return condition }
        return try product(condition, areTrue(required, in: side), DecisionDiagram.conjunction)
    }

    /// For every version, when the conditions of an entry other than its prerequisites hold.
    func conditionWithoutPrerequisites(
        of entry: EntryIndex, in side: DocumentSide = .first, yes: Decision = .yes
    ) throws(Failure) -> CaseMap {
        let document = self.side(side)
        let index = document[entry].targetingIndex
        let testsVersion = index.map { document.loaded.targeting[$0].testsVersion } ?? true
        if isWithoutVersion, testsVersion { return VersionMap(.no) }
        let versions = testsVersion ? document.versions(of: entry) : .all
        guard let index else { return VersionMap(versions, inside: yes, outside: .no) }
        let condition = try condition(index, document, yes: yes)
        return VersionMap(versions, inside: condition, outside: .no)
    }
}
