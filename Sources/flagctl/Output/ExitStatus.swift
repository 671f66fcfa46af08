/// How a run ends, as the three answers that scripts and CI tell apart.
///
/// Ordered by weight: of several answers in one run the greatest is the one of the run.
enum ExitStatus: Int32, Comparable {
    /// It ran, and there is nothing to report.
    case clean = 0

    /// It ran and found something: a finding, a difference, no match, a violated policy.
    case found = 1

    /// It could not do the job: usage, unreadable or unparsable input.
    case failed = 2

    static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

    /// Takes up another answer of the same run; the greater stays.
    mutating func take(_ other: ExitStatus) {
        self = max(self, other)
    }

    /// The status under `--exit-zero`, which forgives what was found but never that the job could not be done.
    var forgivingFindings: ExitStatus { self == .found ? .clean : self }
}
