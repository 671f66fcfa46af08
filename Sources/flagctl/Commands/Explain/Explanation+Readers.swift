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

    /// What recorded releases get, wherever that is not what the document says as it is written; `nil` without records.
    ///
    /// - Throws: A failure if that is too complex.
    func releaseWinners() throws(CaseSpace.Failure) -> ReleaseWinners? {
        guard let readers else { return nil }
        return try ReleaseWinners(
            of: settingIndex, in: settings, readers, from: settings.minimumVersion, document.space)
    }

    /// Who gets an entry that nobody gets as the document is written, in words: `never`, `only 1.8.0`.
    func users(ofUnreached entry: EntryIndex) -> String {
        do throws(CaseSpace.Failure) {
            let releases = try releaseWinners()?.releases(getting: .entry(setting.firstEntry.distance(to: entry))) ?? []
            return releases.isEmpty ? "never" : "only \(SettingProblem.listed(releases.map { "\($0)" }, "and"))"
        } catch {
            return "never, as written"
        }
    }

    /// Releases that get the same values, and the document of which they are.
    struct ReadValues {
        let explanation: Explanation
        let values: ReleaseWinners.Values

        static let json = JSONObject<ReadValues>("releaseValues") {
            Member("releases", .list(of: .version), "The releases.") { $0.values.releases }
            Member("values", .list(of: given), "What their users get: more than one if more than the version decides.")
            {
                item in
                item.values.given.map { (explanation: item.explanation, given: $0) }
            }
        }

        private static let given = JSONObject<(explanation: Explanation, given: ReaderAnalysis.Given)>("releaseValue") {
            Member(optional: "value", .value, "The value; missing if it is not known.") { $0.given.value }
            Member("from", .word, "Where the release gets it from.") { ReleaseSource($0.given) }
            Member(optional: "line", .line) { item in
                item.explanation.node(of: item.given).map { item.explanation.document.location(of: $0).location.line }
            }
        }

        /// `1.8.0 gets legacy from app.json:6, as its code reads it`
        var text: String {
            let listed = SettingProblem.listed(values.releases.map { "\($0)" }, "and")
            let isOne = values.releases.count == 1
            let texts = values.given.map { given in
                let value = given.value.map { ValueText.clipped($0) } ?? "a value that is not known"
                let place =
                    explanation.node(of: given).map { explanation.document.line(of: $0) }
                    ?? (given.source == .code ? "code" : "the bundled document")
                return "\(value) from \(place)"
            }
            return "\(listed) \(isOne ? "gets" : "get") \(SettingProblem.listed(texts, "or")), "
                + "as \(isOne ? "its" : "their") code reads it"
        }
    }

    /// The values of releases, wherever these are not those of the document as it is written; `nil` without records, and if they
    /// are too complex.
    var releaseValues: [ReadValues]? {
        guard let readers, let winners = try? releaseWinners(), let values = try? winners.values(readers) else {
            return nil
        }
        return values.map { ReadValues(explanation: self, values: $0) }
    }

    /// A line for each value of releases.
    func writeReleaseValues(to buffer: inout TextBuffer) {
        guard readers != nil else { return }
        guard let releaseValues else {
            return buffer.write("what the code of each release makes of it is too complex to be said\n")
        }
        for values in releaseValues { buffer.write("\(PlainText.escaped(values.text))\n") }
    }

    /// The node of a value that the document gives.
    fileprivate func node(of given: ReaderAnalysis.Given) -> Int? {
        guard case .document(let winner) = given.source else { return nil }
        return settings.value(of: winner, in: settingIndex)
    }

    /// Which supported releases have a record; `nil` without records.
    var readerCoverage: ReaderCoverage? { readers?.coverage(from: settings.minimumVersion, of: releases) }
}
