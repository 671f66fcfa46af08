/// The conditions of a well-formed entry that test more than the app version, as nodes of its document.
package struct EntryTargeting: Sendable, BitwiseCopyable {
    /// The node of the entry's object.
    package let entry: UInt32

    /// Whether the entry has a condition on the app version.
    package let testsVersion: Bool

    private let whenNode: UInt32
    private let firstCondition: UInt32
    private let endOfConditions: UInt32
    private let rolloutNode: UInt32

    /// The first instant for which the entry matches, and the first after it.
    private let hasFrom: Bool
    private let hasUntil: Bool
    private let fromInstant: Instant
    private let untilInstant: Instant

    /// Where the prerequisites are in ``LoadedSettings/prerequisites``.
    private let firstPrerequisite: UInt32
    private let endOfPrerequisites: UInt32

    init(
        entry: Int, testsVersion: Bool, when: Int?, conditions: Range<Int>, rollout: Int?, from: Instant?,
        until: Instant?, prerequisites: Range<Int>
    ) {
        self.entry = UInt32(truncatingIfNeeded: entry)
        self.testsVersion = testsVersion
        // The root, node 0, is never a condition.
        whenNode = UInt32(truncatingIfNeeded: when ?? 0)
        firstCondition = UInt32(truncatingIfNeeded: conditions.lowerBound)
        endOfConditions = UInt32(truncatingIfNeeded: conditions.upperBound)
        rolloutNode = UInt32(truncatingIfNeeded: rollout ?? 0)
        hasFrom = from != nil
        hasUntil = until != nil
        fromInstant = from ?? Instant(seconds: 0)
        untilInstant = until ?? Instant(seconds: 0)
        firstPrerequisite = UInt32(truncatingIfNeeded: prerequisites.lowerBound)
        endOfPrerequisites = UInt32(truncatingIfNeeded: prerequisites.upperBound)
    }

    /// The object of conditions by attributes.
    package var when: Int? { whenNode == 0 ? nil : Int(whenNode) }

    /// The conditions of ``when``, as a part of ``ConditionTable/indices``.
    package var conditions: Range<Int> { Int(firstCondition)..<Int(endOfConditions) }

    /// The rollout, or a list of rollouts that must all hold.
    package var rollout: Int? { rolloutNode == 0 ? nil : Int(rolloutNode) }

    /// The first instant for which the entry matches.
    package var from: Instant? { hasFrom ? fromInstant : nil }

    /// The first instant after those for which the entry matches.
    package var until: Instant? { hasUntil ? untilInstant : nil }

    /// The settings that must be `true`, as a part of ``LoadedSettings/prerequisites``.
    package var prerequisites: Range<Int> { Int(firstPrerequisite)..<Int(endOfPrerequisites) }
}

/// A setting that an entry requires to be `true`.
package struct Prerequisite: Sendable, BitwiseCopyable {
    /// The node of its name.
    package let name: UInt32

    /// The setting with that name; `nil` if the document has none.
    package internal(set) var setting: SettingIndex?
}
