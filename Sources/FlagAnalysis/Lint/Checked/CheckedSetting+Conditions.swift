import FlagResolver

extension CheckedSetting {
    /// The prerequisites of all entries: the node of each name, and the setting; `nil` if it does not exist.
    var prerequisites: [(name: Int, setting: SettingIndex?)] {
        targetedEntries.flatMap { entry in
            entry.targeting.prerequisites.map { index in
                let prerequisite = document.loaded.prerequisites[index]
                return (Int(prerequisite.name), prerequisite.setting)
            }
        }
    }

    /// Whether a setting is `true` for nobody, with or without an app version. `false` if that is too complex.
    func isNeverTrue(_ setting: SettingIndex) -> Bool {
        guard document.canBeTrue(setting) else { return true }
        guard (try? spaces.withVersion.isTrue(setting, in: .first))?.neverHolds == true else { return false }
        return (try? spaces.withoutVersion.isTrue(setting, in: .first))?.neverHolds == true
    }

    /// Whether two entries have the same conditions, apart from their schedules.
    func areEqualExceptDates(_ left: TargetedEntry, _ right: TargetedEntry) -> Bool {
        let loaded = document.loaded
        guard left.targeting.testsVersion == right.targeting.testsVersion,
            loaded.versions(of: left.index) == loaded.versions(of: right.index),
            space.requiresVersion(left.index) == space.requiresVersion(right.index),
            names(ofPrerequisites: left) == names(ofPrerequisites: right),
            let leftTerms = try? space.terms(of: left.index), let rightTerms = try? space.terms(of: right.index)
        else { return false }
        let date = space.indices[.date]
        return leftTerms.filter { $0.axis != date } == rightTerms.filter { $0.axis != date }
    }

    private func names(ofPrerequisites entry: TargetedEntry) -> Set<SettingIndex?> {
        Set(entry.targeting.prerequisites.map { document.loaded.prerequisites[$0].setting })
    }

    /// Whether the value of an entry has the declared type, so that the entry can win.
    func isEligible(_ entry: TargetedEntry) -> Bool { record.isEligible(entry.record, in: tree) }

    /// Whether an entry matches in no context with an app version, although its value has the declared type.
    func neverMatches(_ entry: TargetedEntry) -> Bool {
        !conditions.isEmpty && conditions[entry.position].neverHolds && isEligible(entry)
    }

    /// Whether there is a context with an app version that two entries both match.
    func canMatchTogether(_ left: Int, _ right: Int) -> Bool {
        guard !conditions.isEmpty else { return false }
        return (try? space.areCompatible(conditions[left], conditions[right])) ?? false
    }
}

extension CheckedDocument {
    /// Whether the default or an entry of a setting is `true`.
    func canBeTrue(_ setting: SettingIndex) -> Bool {
        let record = loaded[setting]
        guard !record.isUnresolvable else { return false }
        return record.defaultKind == .true || loaded[record.entries].contains { $0.valueKind == .true }
    }
}

extension RolloutForm {
    /// The rollout at a node; `nil` if it is malformed.
    init?(at node: Int, in tree: JSONTree) {
        guard let form = tree.rollouts(at: node).first else { return nil }
        self = form
    }

    /// How many buckets the rollout includes.
    var bucketCount: Int { BucketSet(slices).ranges.reduce(0) { $0 + $1.count } }
}

/// A set of buckets.
struct BucketSet: Equatable {
    private let segments: SegmentSet

    private init(_ segments: SegmentSet) {
        self.segments = segments
    }

    init(_ slices: [Range<Int>]) {
        // Buckets are below 100,000, so nothing is truncated.
        segments = SegmentSet(
            slices.map { Int32(truncatingIfNeeded: $0.lowerBound)..<Int32(truncatingIfNeeded: $0.upperBound) })
    }

    var isEmpty: Bool { segments.isEmpty }
    var ranges: [Range<Int>] { segments.ranges.map { Int($0.lowerBound)..<Int($0.upperBound) } }

    func intersection(_ other: BucketSet) -> BucketSet { BucketSet(segments.intersection(other.segments)) }
    func subtracting(_ other: BucketSet) -> BucketSet { BucketSet(segments.subtracting(other.segments)) }
}
