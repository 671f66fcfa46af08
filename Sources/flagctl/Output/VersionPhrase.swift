import FlagAnalysis
import FlagResolver

/// Version intervals as part of a sentence.
enum VersionPhrase {
    /// A longer list is shortened.
    private static let maximumCount = 12
    private static let shownCount = 3

    /// `for >=1.4.0 <1.4.1 and from 1.4.3 on`, `for every version`, `from 2.0.0 on`
    ///
    /// A long list is shortened: `for 1.0.0, 1.0.2, 1.0.4 and 1,497 more version ranges`
    static func of(_ intervals: some Collection<VersionInterval>) -> String {
        if intervals.count == 1, intervals.first == .all { return "for every version" }
        let isLong = intervals.count > maximumCount
        var result = ""
        for (index, interval) in intervals.prefix(isLong ? shownCount : maximumCount).enumerated() {
            if index > 0 { result += index == intervals.count - 1 ? " and " : ", " }
            if interval.upper == .highest, case .before(let version) = interval.lower.side {
                result += "from \(version) on"
            } else {
                result += (index == 0 ? "for " : "") + interval.description
            }
        }
        if isLong { result += " and \(ShortText.grouped(intervals.count - shownCount)) more version ranges" }
        return result
    }
}
