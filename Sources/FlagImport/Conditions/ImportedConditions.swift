package import FlagResolver

/// Conditions that all must hold, in the terms of a document.
///
/// ```swift
/// var conditions = ImportedConditions(platform: .one(of: ["ios"]))
/// conditions.formIntersection(ImportedConditions(versions: versions))
/// ```
package struct ImportedConditions: Hashable, Sendable {
    package private(set) var versions: VersionSet = .all
    /// The tests of attributes, in the order in which the other system names them.
    package private(set) var attributes: [Attribute] = []
    package private(set) var rollouts: [ImportedRollout] = []
    package private(set) var from: Instant?
    package private(set) var until: Instant?
    /// The settings that must be `true`.
    package private(set) var requires: [String] = []
    /// Whether the conditions contradict each other.
    package private(set) var neverHold = false

    package struct Attribute: Hashable, Sendable {
        package let name: String
        package let test: AttributeTest
    }

    /// No condition, which always holds.
    package static let always = ImportedConditions()
    package static let never: ImportedConditions = {
        var conditions = ImportedConditions()
        conditions.neverHold = true
        return conditions
    }()

    private init() {}

    package init(versions: VersionSet) {
        self.versions = versions
        neverHold = versions.isEmpty
    }

    package init(_ name: String, _ test: AttributeTest) {
        attributes = [Attribute(name: name, test: test)]
        neverHold = test == .never
    }

    package init(_ rollout: ImportedRollout) {
        rollouts = [rollout]
        neverHold = rollout.slices.isEmpty
    }

    package init(from: Instant? = nil, until: Instant? = nil) {
        self.from = from
        self.until = until
        if let from, let until, from >= until { neverHold = true }
    }

    package init(requires: String) {
        self.requires = [requires]
    }

    /// Adds the conditions of another list.
    package mutating func formIntersection(_ other: ImportedConditions) {
        versions = versions.intersection(other.versions)
        for attribute in other.attributes {
            if let index = attributes.firstIndex(where: { ExactText($0.name) == ExactText(attribute.name) }) {
                let test = attributes[index].test.intersection(attribute.test)
                attributes[index] = Attribute(name: attribute.name, test: test)
                if test == .never { neverHold = true }
            } else {
                attributes.append(attribute)
            }
        }
        for rollout in other.rollouts {
            if let index = rollouts.firstIndex(where: { $0.hasSameBuckets(as: rollout) }) {
                rollouts[index].formIntersection(rollout)
                if rollouts[index].slices.isEmpty { neverHold = true }
            } else {
                rollouts.append(rollout)
            }
        }
        from = [from, other.from].compactMap { $0 }.max()
        until = [until, other.until].compactMap { $0 }.min()
        if let from, let until, from >= until { neverHold = true }
        requires = (requires + other.requires).withoutRepetition
        neverHold = neverHold || other.neverHold || versions.isEmpty
    }

    package func intersection(_ other: ImportedConditions) -> ImportedConditions {
        var result = self
        result.formIntersection(other)
        return result
    }
}

/// A share of users: slices of the buckets of a salt.
package struct ImportedRollout: Hashable, Sendable {
    /// Whose buckets they are.
    package enum Key: Hashable, Sendable {
        case targetingKey
        case attribute(String)
        /// Users of the other system, whose buckets nobody knows here. Such a rollout is never written to an imported document.
        case unknown
    }

    package let salt: String
    package let key: Key
    /// Ascending, disjoint ranges of the 100,000 buckets.
    package private(set) var slices: [Range<Int>]

    package init(salt: String, key: Key = .targetingKey, slices: [Range<Int>]) {
        self.salt = salt
        self.key = key
        self.slices = slices.filter { !$0.isEmpty }
    }

    func hasSameBuckets(as other: ImportedRollout) -> Bool {
        ExactText(salt) == ExactText(other.salt) && key == other.key
    }

    mutating func formIntersection(_ other: ImportedRollout) {
        slices = slices.flatMap { slice in
            other.slices.map { slice.clamped(to: $0) }.filter { !$0.isEmpty }
        }
    }

    /// The number of buckets of a salt.
    package static let bucketCount = RolloutBucket.count
}

/// Users of whom nothing is known but how they answer a question.
///
/// Each answer has its buckets: yes; no; the other system gives up the whole setting. In the other buckets, the question has no
/// answer, so that neither it nor its opposite holds.
enum UnknownAnswer {
    case yes
    case no
    case failure
    /// Any answer but yes.
    case notYes

    fileprivate var slice: Range<Int> {
        let quarter = ImportedRollout.bucketCount / 4
        return switch self {
        case .yes: 0..<quarter
        case .no: quarter..<(2 * quarter)
        case .failure: (2 * quarter)..<(3 * quarter)
        case .notYes: quarter..<ImportedRollout.bucketCount
        }
    }
}

extension ImportedRollout {
    /// Users who answer a question in one way. Equal texts are the same question.
    static func unknown(_ text: String, _ answer: UnknownAnswer = .yes) -> ImportedRollout {
        unknown(text, slices: [answer.slice])
    }

    /// Users of whom nothing is known but that a text selects them. Equal texts select the same users.
    ///
    /// - Parameter slices: The users with another answer of the same question.
    static func unknown(_ text: String, slices: [Range<Int>]) -> ImportedRollout {
        // These salts come after all others, so that what is unknown is decided last.
        ImportedRollout(salt: "\u{10FFFD}\(text)", key: .unknown, slices: slices)
    }
}

extension ImportedConditions {
    /// Users for whom the other system gives up a setting, because of a condition.
    static func failure(of text: String) -> ImportedConditions { ImportedConditions(.unknown(text, .failure)) }

    /// Whether the conditions hold for everybody.
    var isAlways: Bool {
        versions == .all && attributes.isEmpty && rollouts.isEmpty && requires.isEmpty && from == nil && until == nil
            && !neverHold
    }
}
