/// The exit status of a run, which scripts and CI distinguish.
///
/// Ordered by severity: a run with several results exits with the greatest.
enum ExitStatus: Int32, Comparable {
    /// It ran, and there is nothing to report.
    case clean = 0

    /// It ran and found something: a finding, a difference, no match, a violated policy.
    case found = 1

    /// It failed: wrong usage, unreadable or unparsable input.
    case failed = 2

    static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

    /// Combines the status with another one of the same run: the more severe one wins.
    mutating func combine(with other: ExitStatus) {
        self = max(self, other)
    }

    /// The status with `--exit-zero`, which ignores findings but not failures.
    var ignoringFindings: ExitStatus { self == .found ? .clean : self }
}
