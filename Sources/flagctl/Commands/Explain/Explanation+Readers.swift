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

    /// Which supported releases have a record; `nil` without records.
    var readerCoverage: ReaderCoverage? { readers?.coverage(from: settings.minimumVersion, of: releases) }
}
