import FlagAnalysis
import FlagReaders
import FlagResolver

/// How a recorded release reads a setting.
struct RecordedRead {
    let release: AppVersion
    let reads: TypedReads

    static let json = JSONObject<RecordedRead>("recordedRead") {
        Member("release", .version, "The release.") { $0.release }
        Member("reads", .list(of: TypedRead.json), "The ways in which its code reads the setting.") { $0.reads.all }
    }
}

extension Explanation {
    /// The supported recorded releases that read the setting; `nil` without records.
    var recordedReads: [RecordedRead]? {
        guard let readers else { return nil }
        return readers.recorded.reads(of: name, from: settings.minimumVersion).map {
            RecordedRead(release: $0.release.version, reads: $0.reads)
        }
    }

    /// The supported releases without a record; `nil` without records, or without a list of releases.
    var unrecorded: [AppVersion]? {
        guard let coverage = readers?.coverage(from: settings.minimumVersion, of: releases), coverage.listed != nil
        else {
            return nil
        }
        return coverage.unrecorded.map(\.version)
    }
}
