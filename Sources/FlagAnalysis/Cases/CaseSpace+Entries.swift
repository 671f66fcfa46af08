package import FlagResolver

extension CaseSpace {
    /// What an entry allows on each axis beside its versions and its prerequisites.
    private struct Terms {
        /// The axes that the entry tests, in no order.
        var terms: [Case.Term] = []
        /// Whether the entry names keys, so that some of their buckets are known.
        var namesKey = false
        /// Whether the entry cannot match because of the presence or absence of an app version.
        var isImpossible = false

        mutating func add(_ set: SegmentSet, _ axis: Int) {
            guard let index = terms.firstIndex(where: { $0.axis == axis }) else {
                terms.append(Case.Term(axis: axis, segments: set))
                return
            }
            terms[index] = Case.Term(axis: axis, segments: terms[index].segments.intersection(set))
        }
    }

    private func terms(_ targeting: EntryTargeting, _ side: Side) throws(Failure) -> Terms {
        var terms = Terms()
        if let when = targeting.when {
            for (key, node) in side.tree.members(of: when) where !side.tree.isMetadata(key: key) {
                let name = side.tree.string(at: key) ?? ""
                if name == "appVersion" {
                    if side.tree.requiresAbsence(node) != isWithoutVersion { terms.isImpossible = true }
                    continue
                }
                let axis = name == "date" ? Axis.date : Axis(attribute: name)
                guard let index = indices[axis] else { continue }
                if let failure = mixedAxes[index] { throw failure }
                terms.add(segments(satisfying: node, side.tree, axis: index), index)
            }
        }
        if targeting.from != nil || targeting.until != nil, let date = indices[.date] {
            let line = lines[date]
            let first = targeting.from.map { line.segment(of: $0) } ?? 1
            let end = targeting.until.map { line.segment(of: $0) } ?? line.segmentCount
            terms.add(first < end ? SegmentSet(first..<end) : .none, date)
        }
        let rollouts = targeting.rollout.map { side.tree.rollouts(at: $0) } ?? []
        for rollout in rollouts {
            guard let key = indices[Axis(attribute: rollout.by)],
                let bucket = indices[.bucket(salt: rollout.salt, by: rollout.by)]
            else { continue }
            if let failure = mixedAxes[key] { throw failure }
            let anyKey = SegmentSet(lines[key].stringSegments)
            if terms.terms.contains(where: { $0.axis == key && $0.segments != anyKey }) { terms.namesKey = true }
            let line = lines[bucket]
            let included = rollout.slices.map {
                line.segment(ofBucket: $0.lowerBound)..<line.segment(ofBucket: $0.upperBound)
            }
            terms.add(SegmentSet(included), bucket)
            terms.add(anyKey, key)
        }
        return terms
    }

    /// The condition of an entry beside its versions and its prerequisites: a decision between yes and no.
    private func condition(_ targeting: EntryTargeting, _ side: Side, yes: Decision) throws(Failure) -> Decision {
        let terms = try terms(targeting, side)
        guard !terms.isImpossible else { return .no }
        guard terms.namesKey else { return path(terms.terms, yes: yes) }
        // The buckets of strings that the entry names are known, which a product finds out.
        let keys = path(terms.terms.filter { keyAxes[$0.axis] == nil }, yes: yes)
        let buckets = path(terms.terms.filter { keyAxes[$0.axis] != nil }, yes: yes)
        return try combined(VersionMap(keys), VersionMap(buckets), DecisionDiagram.conjunction).value(at: 0)
    }

    /// What an entry allows on each axis that it tests, beside the versions and prerequisites, in the order of the axes.
    func terms(of entry: EntryIndex, in side: DocumentSide = .first) throws(Failure) -> [Case.Term] {
        let document = self.side(side)
        return try document.loaded.targeting(of: entry).map { (targeting) throws(Failure) in
            try terms(targeting, document).terms.sorted { $0.axis < $1.axis }
        } ?? []
    }

    /// The decision that is `yes` where the value of each axis is in its set.
    func path(_ terms: [Case.Term], yes: Decision) -> Decision {
        guard !terms.contains(where: \.segments.isEmpty) else { return .no }
        return terms.sorted { $0.axis > $1.axis }.reduce(yes) { rest, term in
            diagram.node(axis: term.axis, term.segments, inside: rest, outside: .no)
        }
    }

    private func segments(satisfying condition: Int, _ tree: JSONTree, axis: Int) -> SegmentSet {
        for index in tree.nodes[condition].span { conditionTexts.append(tree.bytes[index]) }
        let number = conditionTexts.finish(label: axis)
        if number == conditionSegments.count {
            conditionSegments.append(lines[axis].segments(satisfying: condition, of: tree))
        }
        return conditionSegments[number]
    }

    /// For every version, when an entry can win: a decision between no and yes.
    ///
    /// - Parameter yes: The decision where it can.
    package func condition(
        of entry: EntryIndex, in side: DocumentSide, yes: Decision = .yes
    ) throws(Failure) -> CaseMap {
        var map = try conditionWithoutPrerequisites(of: entry, in: side, yes: yes)
        let loaded = self.side(side).loaded
        for index in loaded.targeting(of: entry)?.prerequisites ?? 0..<0 {
            guard let required = loaded.prerequisites[index].setting else { return VersionMap(.no) }
            let isTrue = try self.isTrue(required, in: side)
            map = try combined(map, isTrue, DecisionDiagram.conjunction)
        }
        return map
    }

    /// For every version, when the conditions of an entry other than its prerequisites hold.
    func conditionWithoutPrerequisites(
        of entry: EntryIndex, in side: DocumentSide = .first, yes: Decision = .yes
    ) throws(Failure) -> CaseMap {
        let document = self.side(side)
        let loaded = document.loaded
        let testsVersion = loaded.targeting(of: entry)?.testsVersion ?? true
        if isWithoutVersion, testsVersion { return VersionMap(.no) }
        guard let targeting = loaded.targeting(of: entry) else {
            return VersionMap(loaded[entry].bounds.versions(sets: loaded.sets), inside: yes, outside: .no)
        }
        let versions = testsVersion ? loaded[entry].bounds.versions(sets: loaded.sets) : .all
        let condition = try condition(targeting, document, yes: yes)
        return VersionMap(versions, inside: condition, outside: .no)
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
