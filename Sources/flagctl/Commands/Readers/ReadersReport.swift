import FlagAnalysis
import FlagReaders
import FlagResolver

/// The result of `readers`.
struct ReadersReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
    }

    /// A record that was made, or not.
    struct Made {
        enum Outcome: String, CaseIterable {
            case created
            case updated
            case unchanged
            case skipped
        }

        /// The version; the tag of one that was skipped.
        let name: String
        let outcome: Outcome
        /// Why it was skipped.
        var reason: String?
        var record: ReaderRecord?
    }

    /// A setting that two releases read differently.
    struct Difference {
        let name: String
        let old: TypedReads?
        let new: TypedReads?
    }

    enum Content {
        case releases([(file: String, record: ReaderRecord)])
        case release(file: String, ReaderRecord)
        case differences(old: AppVersion, new: AppVersion, [Difference])
        case made([Made])
    }

    let content: Content
    var failures = RunFailures()

    init(_ content: Content) {
        self.content = content
    }

    var status: ExitStatus {
        if case .differences(_, _, let found) = content, !found.isEmpty { return .found }
        return .clean
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        }
    }

    private func writeText(to buffer: inout TextBuffer) {
        switch content {
        case .releases(let records): Self.write(records, to: &buffer)
        case .release(_, let record): Self.write(record, to: &buffer)
        case .differences(let old, let new, let found): Self.write(found, from: old, to: new, &buffer)
        case .made(let made): Self.write(made, to: &buffer)
        }
    }

    private static func write(_ records: [(file: String, record: ReaderRecord)], to buffer: inout TextBuffer) {
        var table = TextTable(columns: 4)
        for (file, record) in records {
            table.cell("\(record.release)")
            table.cell(Count.of(record.settings.count, "setting"))
            table.cell(Self.completeness(of: record))
            table.cell(PlainText.escaped(file))
        }
        table.write(to: &buffer)
    }

    private static func completeness(of record: ReaderRecord) -> String {
        if let attestation = record.attestation {
            return
                "complete by the word of \(PlainText.escaped(attestation.person)): \(PlainText.escaped(attestation.reason))"
        }
        if record.statesComplete, !record.isComplete { return "incomplete: recorded by an older rule" }
        return record.isComplete
            ? "complete"
            : "incomplete" + (record.unseen.isEmpty ? "" : ": \(Count.of(record.unseen.count, "place")) not seen")
    }

    private static func write(_ record: ReaderRecord, to buffer: inout TextBuffer) {
        let origin = record.origin.flatMap { $0.tag ?? $0.revision }.map { ", from \(PlainText.escaped($0))" } ?? ""
        buffer.write(
            "\(record.release): \(Count.of(record.settings.count, "setting"))\(origin), \(completeness(of: record))\n")
        var table = TextTable(columns: 3)
        for setting in record.settings {
            for read in setting.reads.all {
                table.cell(NameText.text(of: setting.name))
                table.cell(
                    read.mention.map { "perhaps: its name is at \(PlainText.escaped($0))" }
                        ?? PlainText.escaped(read.type.phrase))
                table.cell(read.mention == nil ? Self.defaultText(of: read) : "")
            }
        }
        table.write(to: &buffer, indentation: 2)
        for text in record.unseen { buffer.write("  not seen: \(PlainText.escaped(text))\n") }
    }

    private static func defaultText(of read: TypedRead) -> String {
        read.defaultValue.map { "default \(PlainText.escaped($0.description.shortened(to: 60)))" }
            ?? "default not known"
    }

    private static func write(
        _ found: [Difference], from old: AppVersion, to new: AppVersion, _ buffer: inout TextBuffer
    ) {
        guard !found.isEmpty else { return buffer.write("\(old) and \(new) read the same settings in the same ways\n") }
        var table = TextTable(columns: 3)
        for difference in found {
            table.cell(NameText.text(of: difference.name))
            table.cell(difference.old.map(Self.text) ?? "–")
            table.cell("→ " + (difference.new.map(Self.text) ?? "not read"))
        }
        table.write(to: &buffer)
    }

    private static func text(of reads: TypedReads) -> String {
        reads.all.map { read in
            (read.mention.map { "perhaps: its name is at \(PlainText.escaped($0))" }
                ?? PlainText.escaped(read.type.phrase))
                + (read.defaultValue.map { ", default \(PlainText.escaped($0.description.shortened(to: 60)))" } ?? "")
        }.joined(separator: "; ")
    }

    private static func write(_ made: [Made], to buffer: inout TextBuffer) {
        var table = TextTable(columns: 3)
        for item in made {
            table.cell(PlainText.escaped(item.name))
            table.cell(item.outcome.rawValue)
            table.cell(
                item.reason.map { PlainText.escaped($0) }
                    ?? item.record.map { "\(Count.of($0.settings.count, "setting")), \(Self.completeness(of: $0))" }
                    ?? "")
        }
        table.write(to: &buffer)
    }
}

extension ReadersReport {
    static let json = JSONDocument<ReadersReport>("readers", "what recorded releases read", failures: \.failures) {
        Member(optional: "releases", .list(of: release), "The recorded releases, in ascending order.") { report in
            switch report.content {
            case .releases(let records): records
            case .release(let file, let record): [(file, record)]
            case .differences, .made: nil
            }
        }
        Member(optional: "differences", .list(of: difference), "The settings that two releases read differently.") {
            if case .differences(_, _, let found) = $0.content { found } else { nil }
        }
        Member(optional: "records", .list(of: made), "The records that were made.") {
            if case .made(let made) = $0.content { made } else { nil }
        }
    }

    private static let release = JSONObject<(file: String, record: ReaderRecord)> {
        Member("file", .file) { $0.file }
        Member("release", .version, "The release.") { $0.record.release }
        Member("complete", .bool, "Whether the release reads no other setting.") { $0.record.isComplete }
        Member(optional: "attestedBy", .text, "Who says that it is; missing if that was found.") {
            $0.record.attestation?.person
        }
        Member(optional: "because", .text, "Why; missing if that was found.") { $0.record.attestation?.reason }
        Member("formatLevel", .count, "The document format that the library in the release understands.") {
            $0.record.formatLevel
        }
        Member(optional: "tag", .text, "The tag that was recorded.") { $0.record.origin?.tag }
        Member("settings", .list(of: setting), "The settings that the release reads.") { $0.record.settings }
        Member("unseen", .list(of: .text), "The places that may read other settings.") { $0.record.unseen }
    }

    private static let setting = JSONObject<ReaderRecord.Setting> {
        Member("name", .text, "The setting.") { $0.name }
        Member("reads", .list(of: TypedRead.json), "The ways in which the code reads it.") { $0.reads.all }
    }

    private static let difference = JSONObject<Difference> {
        Member("name", .text, "The setting.") { $0.name }
        Member(optional: "old", .list(of: TypedRead.json), "How the old release reads it; missing if it does not.") {
            $0.old?.all
        }
        Member(optional: "new", .list(of: TypedRead.json), "How the new release reads it; missing if it does not.") {
            $0.new?.all
        }
    }

    private static let made = JSONObject<Made> {
        Member("name", .text, "The version, or the tag if it was skipped.") { $0.name }
        Member("outcome", .word, "What became of the record.") { $0.outcome }
        Member(optional: "reason", .text, "Why it was skipped.") { $0.reason }
        Member(optional: "complete", .bool, "Whether the record is complete; missing if there is none.") {
            $0.record?.isComplete
        }
    }
}

extension TypedRead {
    static let json = JSONObject<TypedRead> {
        Member("type", .text, "The type, with the names of documents.") { $0.type.name }
        Member("optional", .bool, "Whether null is a value.") { $0.type.isOptional }
        Member(optional: "default", .value, "The default in code; missing if it is not known.") { $0.defaultValue }
        Member(
            optional: "mention", .text, "Where the code has the name, if it is not known whether it reads the setting."
        ) { $0.mention }
    }
}
