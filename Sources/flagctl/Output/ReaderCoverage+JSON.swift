import FlagAnalysis

extension ReaderCoverage {
    static let json = JSONObject<ReaderCoverage>("readers") {
        Member("recordedCount", .count, "The number of supported releases with a record.") { $0.recordedCount }
        Member(
            optional: "notRecorded", .list(of: .version),
            "With --releases: the supported releases without a record, about which nothing is claimed."
        ) { coverage in coverage.listed.map { _ in coverage.unrecorded.map(\.version) } }
        Member(
            optional: "incomplete", .list(of: .version),
            "With --releases: the supported releases whose record does not list everything that they read."
        ) { coverage in coverage.listed.map { _ in coverage.incomplete.map(\.version) } }
        Member(optional: "shareNotRecorded", InstallShare.json) { InstallShare(of: $0.unrecorded) }
    }
}
