extension StaleFinding {
    /// Whether its edit is made without changing the default.
    package var isEdit: Bool {
        missingAttributes.isEmpty && (isRemoval || code == .satisfiedCondition)
    }

    /// Whether it proposes to remove an entry and nothing else.
    package var isRemoval: Bool {
        switch kind {
        case .belowFloor, .expired, .unmatched, .unreachable, .sameValue: true
        case .satisfied, .collapsible, .constant: false
        }
    }

    /// The names of the kinds, in reports and in `"$allow"`.
    package enum Code: String, CaseIterable {
        case belowFloor = "below-floor"
        case unreachableEntry = "unreachable-entry"
        case expiredSchedule = "expired-schedule"
        case unmatchedEntry = "unmatched-entry"
        case sameValue = "same-value"
        case satisfiedCondition = "satisfied-condition"
        case collapsibleEntry = "collapsible-entry"
        case constantSetting = "constant-setting"
    }

    package var code: Code {
        switch kind {
        case .belowFloor: .belowFloor
        case .unreachable: .unreachableEntry
        case .expired: .expiredSchedule
        case .unmatched: .unmatchedEntry
        case .sameValue: .sameValue
        case .satisfied: .satisfiedCondition
        case .collapsible: .collapsibleEntry
        case .constant: .constantSetting
        }
    }
}
