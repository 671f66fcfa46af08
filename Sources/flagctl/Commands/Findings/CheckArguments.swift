import FlagResolver

// Values of check's options that project files also contain.

/// The date that schedules are compared with.
enum CheckedDate: Sendable {
    case instant(Instant)
    /// The date of the run, which it prints.
    case today

    /// The word on a command line and in a project file.
    static let todayWord = "today"
}

/// Which findings a check reports.
enum ReportedFindings: String, CaseIterable, Sendable {
    case all
    /// Those that the revision does not have.
    case new
}
