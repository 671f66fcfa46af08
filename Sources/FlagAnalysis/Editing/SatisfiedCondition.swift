package import FlagResolver

/// A condition of an entry that the assumptions make redundant, because it holds for everybody who satisfies them.
package struct SatisfiedCondition: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A condition in `when`.
        case attribute(name: String)
        /// A rollout that includes all keys.
        case rollout(by: String)
        /// A schedule that has begun.
        case from(Instant)
        /// A setting that is always `true`.
        case requires(setting: String)
    }

    package let kind: Kind
    /// The node that states it: the value of a member, or an element of a list.
    package let node: Int
}

/// The conditions of one entry, other than its versions and the end of its schedule.
struct EntryConditions {
    private let document: SettingsDocument
    private let entry: EntryRecord
    private let targeting: EntryTargeting
    private let schedule: EntrySchedule?

    /// - Returns: `nil` if the entry tests only versions.
    init?(of entry: EntryIndex, in document: SettingsDocument) {
        guard let targeting = document.loaded.targeting(of: entry) else { return nil }
        self.document = document
        self.entry = document.loaded[entry]
        self.targeting = targeting
        schedule = document.loaded.schedule(of: targeting)
    }

    /// One condition, and where it is in the text.
    private struct Part {
        /// The node of the key of the entry's member.
        let member: Int
        /// The list or object that contains it among others; `nil` if it is the whole member.
        let container: Int?
        /// The child of the container: a key or an element.
        let child: Int
        /// The node that states it.
        let node: Int
        /// `nil` for a condition that is not examined.
        let test: Test?
    }

    private enum Test {
        case attribute(name: String)
        case rollout(RolloutForm)
        case from(Instant)
        case requires(SettingIndex)
    }

    /// The conditions that hold for everybody who satisfies the assumptions; none if the entry has no others.
    func satisfied(in spaces: StaleSpaces) throws(CaseSpace.Failure) -> [SatisfiedCondition] {
        let assumed = spaces.known.space.terms(of: spaces.assumptions)
        let terms = Dictionary(assumed.map { ($0.axis, $0.segments) }) { first, _ in first }
        let parts = parts
        var result: [SatisfiedCondition] = []
        for part in parts {
            if let kind = try part.test.flatMap({ (test) throws(CaseSpace.Failure) in
                try kind(of: test, part.node, terms, spaces)
            }) {
                result.append(SatisfiedCondition(kind: kind, node: part.node))
            }
        }
        let count = parts.count + (targeting.testsVersion ? 1 : 0) + (schedule?.until == nil ? 0 : 1)
        return result.count < count ? result : []
    }

    /// The attributes that must be strings for rollouts that include all keys to hold for everybody.
    func keysOfCompleteRollouts(in space: CaseSpace) -> Set<String> {
        var names: Set<String> = []
        for part in parts {
            if case .rollout(let form) = part.test, space.includesAllBuckets(form) { names.insert(form.by) }
        }
        return names
    }

    /// The edits that delete conditions, by the nodes that state them.
    func edits(deleting conditions: Set<Int>) -> [TextEdit] {
        let tree = document.tree
        let parts = parts
        var members: Set<Int> = []
        var edits: [TextEdit] = []
        for (member, all) in Dictionary(grouping: parts, by: \.member) {
            let deleted = all.filter { conditions.contains($0.node) }
            if deleted.count == all.count {
                members.insert(member)
            } else if let container = deleted.first?.container {
                edits += tree.edits(deleting: Set(deleted.map(\.child)), from: container)
            }
        }
        return edits + tree.edits(deleting: members, from: Int(entry.node))
    }

    // MARK: Parts

    private var parts: [Part] {
        let tree = document.tree
        var parts: [Part] = []
        for (key, value) in tree.members(of: Int(entry.node)) {
            switch tree.string(at: key) {
            case "when":
                for (name, condition) in tree.members(of: value) where !tree.isMetadata(key: name) {
                    let text = tree.string(at: name) ?? ""
                    // Nothing is assumed about the presence of an app version.
                    let test = text == "appVersion" ? nil : Test.attribute(name: text)
                    parts.append(Part(member: key, container: value, child: name, node: condition, test: test))
                }
            case "rollout":
                parts += children(of: value, member: key) { node in tree.rollouts(at: node).first.map { .rollout($0) } }
            case "from":
                parts.append(
                    Part(member: key, container: nil, child: value, node: value, test: schedule?.from.map { .from($0) })
                )
            case "requires":
                let required = requiredSettings
                parts += children(of: value, member: key) { node in required[node].map { .requires($0) } }
            default: break
            }
        }
        return parts
    }

    /// The elements of a list, or the value itself.
    private func children(of value: Int, member: Int, _ test: (Int) -> Test?) -> [Part] {
        let tree = document.tree
        guard tree.kind(of: value) == .array else {
            return [Part(member: member, container: nil, child: value, node: value, test: test(value))]
        }
        return tree.elements(of: value).map {
            Part(member: member, container: value, child: $0, node: $0, test: test($0))
        }
    }

    /// The settings that the entry requires, by the nodes of their names.
    private var requiredSettings: [Int: SettingIndex] {
        var result: [Int: SettingIndex] = [:]
        for prerequisite in document.loaded.prerequisites[targeting.prerequisites] {
            result[Int(prerequisite.name)] = prerequisite.setting
        }
        return result
    }

    // MARK: Tests

    /// The kind of a condition that holds for everybody who satisfies the assumptions; `nil` for other conditions.
    private func kind(
        of test: Test, _ node: Int, _ terms: [Int: SegmentSet], _ spaces: StaleSpaces
    ) throws(CaseSpace.Failure) -> SatisfiedCondition.Kind? {
        let space = spaces.known.space
        func contains(_ set: SegmentSet, _ axis: Int) -> Bool {
            (terms[axis] ?? space.lines[axis].all).subtracting(set).isEmpty
        }
        switch test {
        case .attribute(let name):
            guard let axis = space.indices[name == "date" ? .date : Axis(attribute: name)],
                contains(space.lines[axis].segments(satisfying: node, of: document.tree), axis)
            else { return nil }
            return .attribute(name: name)
        case .rollout(let form):
            guard space.includesAllBuckets(form), let key = space.indices[Axis(attribute: form.by)],
                contains(SegmentSet(space.lines[key].stringSegments), key)
            else { return nil }
            return .rollout(by: form.by)
        case .from(let instant):
            guard let date = space.indices[.date] else { return nil }
            let line = space.lines[date]
            return contains(SegmentSet(line.segment(of: instant)..<line.segmentCount), date) ? .from(instant) : nil
        case .requires(let setting):
            guard try spaces.known.alwaysHolds(space.isTrue(setting, in: .first)),
                try spaces.unknown.alwaysHolds(spaces.unknown.space.isTrue(setting, in: .first))
            else { return nil }
            return .requires(setting: document.name(of: setting))
        }
    }
}

extension CaseSpace {
    /// Whether a rollout includes every bucket.
    fileprivate func includesAllBuckets(_ form: RolloutForm) -> Bool {
        guard let bucket = indices[.bucket(salt: form.salt, by: form.by)] else { return false }
        let line = lines[bucket]
        let included = form.slices.map {
            line.segment(ofBucket: $0.lowerBound)..<line.segment(ofBucket: $0.upperBound)
        }
        return SegmentSet(included) == line.all
    }
}
