import FlagResolver

/// What the entries of a document test besides versions and prerequisites, read once: by the numbers of axes and
/// conditions.
struct NumberedConditions: Sendable {
    /// A condition on an attribute, on the targeting key, or on whether there is a date.
    struct Attribute: BitwiseCopyable, Sendable {
        let axis: Int
        /// Equal conditions on one axis have equal numbers.
        let number: Int
        let node: Int
    }

    struct Rollout: Sendable {
        let keyAxis: Int
        let bucketAxis: Int
        /// The buckets that are included. Ranges may be empty, overlap, and come in any order.
        let slices: [Range<Int>]
    }

    /// The conditions of one entry.
    struct Entry: Sendable {
        fileprivate(set) var attributes = 0..<0
        fileprivate(set) var rollouts = 0..<0
        /// Whether there must be an app version; `nil` if the entry does not test this.
        fileprivate(set) var requiresVersion: Bool?
    }

    /// The conditions of the entries, by their indices in ``LoadedSettings/targeting``.
    private(set) var entries: [Entry] = []
    private(set) var attributes: [Attribute] = []
    private(set) var rollouts: [Rollout] = []

    mutating func reserveCapacity(_ entryCount: Int) {
        entries.reserveCapacity(entryCount)
        attributes.reserveCapacity(entryCount)
    }

    /// Begins the conditions of the next entry.
    mutating func appendEntry() {
        entries.append(
            Entry(
                attributes: attributes.count..<attributes.count, rollouts: rollouts.count..<rollouts.count,
                requiresVersion: nil))
    }

    /// Adds a condition to the last entry.
    mutating func append(_ attribute: Attribute) {
        attributes.append(attribute)
        let end = attributes.count
        updateLast { $0.attributes = $0.attributes.lowerBound..<end }
    }

    /// Adds a rollout to the last entry.
    mutating func append(_ rollout: Rollout) {
        rollouts.append(rollout)
        let end = rollouts.count
        updateLast { $0.rollouts = $0.rollouts.lowerBound..<end }
    }

    /// Requires for the last entry that there is an app version, or that there is none.
    mutating func requireVersion(_ isRequired: Bool) {
        updateLast { $0.requiresVersion = isRequired }
    }

    private mutating func updateLast(_ update: (inout Entry) -> Void) {
        guard !entries.isEmpty else { return }
        update(&entries[entries.count - 1])
    }

    /// The same conditions with renumbered axes.
    func renumberingAxes(_ numbers: [Int]) -> NumberedConditions {
        var result = self
        result.attributes = attributes.map {
            Attribute(axis: numbers[$0.axis], number: $0.number, node: $0.node)
        }
        result.rollouts = rollouts.map {
            Rollout(keyAxis: numbers[$0.keyAxis], bucketAxis: numbers[$0.bucketAxis], slices: $0.slices)
        }
        return result
    }
}
