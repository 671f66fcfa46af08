import FlagResolver

/// How far a time zone is ahead of UTC, at each instant.
package struct TimeZoneRules: Sendable {
    /// When an offset begins, in seconds since 1970, in ascending order.
    private let transitions: [(start: Int64, offset: Int64)]
    /// The offset before the first transition.
    private let first: Int64
    /// The rule for instants after the last transition; `nil` if the last offset remains.
    private let future: RecurringZone?

    package static let utc = TimeZoneRules(first: 0)

    init(first: Int64, transitions: [(start: Int64, offset: Int64)] = [], future: RecurringZone? = nil) {
        self.first = first
        self.transitions = transitions
        self.future = future
    }

    /// The seconds that local time is ahead of UTC.
    package func offset(at seconds: Int64) -> Int64 {
        let index = transitions.partitionPoint { $0.start > seconds }
        if index == transitions.endIndex, let future { return future.offset(at: seconds) }
        return index > 0 ? transitions[index - 1].offset : first
    }

    /// When a clock shows a local time.
    package enum Moment: Hashable, Sendable {
        case once(Int64)
        /// The clock shows it twice, because it is turned back.
        case twice(Int64, Int64)
        /// The clock never shows it, because it is turned forward. By the offset after that it is the first instant, by the
        /// offset before that the second one.
        case never(Int64, Int64)
    }

    /// When a clock of this zone shows a local time, which is given as seconds since 1970 in local time.
    package func moment(ofLocal local: Int64) -> Moment {
        // No zone is a day or more ahead or behind, so these are the offsets before and after.
        let offsets = Set([offset(at: local - 93_600), offset(at: local + 93_600), offset(at: local)])
        let instants = offsets.map { local - $0 }.filter { $0 + offset(at: $0) == local }.sorted()
        if let first = instants.first, let last = instants.last {
            return first == last ? .once(first) : .twice(first, last)
        }
        let candidates = offsets.map { local - $0 }
        return .never(candidates.min() ?? local, candidates.max() ?? local)
    }
}
