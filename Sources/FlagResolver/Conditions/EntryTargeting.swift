/// The conditions of a well-formed entry that test more than the app version, as nodes of its document.
package struct EntryTargeting: Sendable, BitwiseCopyable {
    private let whenNode: UInt32
    private let firstCondition: UInt32
    private let endOfConditions: UInt32
    private let rolloutNode: UInt32
    private let scheduleIndex: UInt32
    private static let noSchedule = UInt32.max

    /// Where the prerequisites are in ``LoadedSettings/prerequisites``.
    private let firstPrerequisite: UInt32
    private let endOfPrerequisites: UInt32

    /// Whether the entry has a condition on the app version.
    package let testsVersion: Bool

    init(
        testsVersion: Bool, when: Int?, conditions: Range<Int>, rollout: Int?, schedule: Int?, prerequisites: Range<Int>
    ) {
        self.testsVersion = testsVersion
        // The root, node 0, is never a condition.
        whenNode = UInt32(truncatingIfNeeded: when ?? 0)
        firstCondition = UInt32(truncatingIfNeeded: conditions.lowerBound)
        endOfConditions = UInt32(truncatingIfNeeded: conditions.upperBound)
        rolloutNode = UInt32(truncatingIfNeeded: rollout ?? 0)
        scheduleIndex = schedule.map { UInt32(truncatingIfNeeded: $0) } ?? Self.noSchedule
        firstPrerequisite = UInt32(truncatingIfNeeded: prerequisites.lowerBound)
        endOfPrerequisites = UInt32(truncatingIfNeeded: prerequisites.upperBound)
    }

    /// The object that maps attributes to conditions.
    package var when: Int? { whenNode == 0 ? nil : Int(whenNode) }

    /// The conditions of ``when``, as a range of ``ConditionTable/indices``.
    package var conditions: Range<Int> { Int(firstCondition)..<Int(endOfConditions) }

    /// The rollout, or a list of rollouts that must all hold.
    package var rollout: Int? { rolloutNode == 0 ? nil : Int(rolloutNode) }

    /// The index of the schedule; ``LoadedSettings/schedule(of:)-(EntryTargeting)`` returns it.
    var schedule: Int? { hasSchedule ? Int(scheduleIndex) : nil }

    /// Whether the entry has a schedule.
    package var hasSchedule: Bool { scheduleIndex != Self.noSchedule }

    /// The settings that must be `true`, as a range of ``LoadedSettings/prerequisites``.
    package var prerequisites: Range<Int> { Int(firstPrerequisite)..<Int(endOfPrerequisites) }
}

/// The period in which an entry matches.
package struct EntrySchedule: Sendable {
    /// The first instant at which the entry matches; `nil` if it has no beginning.
    package let from: Instant?

    /// The instant from which the entry no longer matches; `nil` if it has no end.
    package let until: Instant?

    /// Whether ``until`` is not after ``from``, so that the entry matches at no instant.
    package var isEmpty: Bool {
        guard let from, let until else { return false }
        return until <= from
    }

    /// The instants at which the schedule begins and ends.
    package var boundaries: [Instant] { [from, until].compactMap(\.self) }

    /// Whether the entry matches at an instant.
    func contains(_ instant: Instant) -> Bool {
        if let from, instant < from { return false }
        if let until, instant >= until { return false }
        return true
    }
}

/// A setting that an entry requires to be `true`.
package struct Prerequisite: Sendable, BitwiseCopyable {
    /// The node of its name.
    package let name: UInt32

    /// The setting with that name; `nil` if the document has none.
    package internal(set) var setting: SettingIndex?
}
