import FlagAnalysis
import FlagReaders
import FlagResolver

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
        Member(
            optional: "attested", .list(of: attestation),
            "The supported releases whose records count as complete because a person says so; missing if there are none."
        ) { $0.attested.isEmpty ? nil : $0.attested }
        Member(optional: "shareNotRecorded", InstallShare.json) { InstallShare(of: $0.unrecorded) }
    }

    private typealias AttestedRelease = (version: AppVersion, attestation: ReaderRecord.Attestation)

    private static let attestation = JSONObject<AttestedRelease>("attested") {
        Member("release", .version, "The release.") { $0.version }
        Member("by", .text, "The person.") { $0.attestation.person }
        Member("because", .text, "The reason.") { $0.attestation.reason }
    }
}
