import FlagAnalysis
import FlagResolver

/// The result of `release`: what to know before a version is shipped.
struct ReleaseReport: Report {
    enum Format: String, ReportFormat {
        case text
        case markdown
        case json
        case junit
    }

    /// Everything about one document.
    struct Part {
        let document: LoadedDocument
        let checked: CheckedFile
        /// `nil` if no policy was given.
        let proof: ProofReport.Part?
        /// How many policies were given, including those that do not apply to the document.
        let policyCount: Int
        let values: ReleaseValues
        let boundaries: [ReleaseBoundary]
        /// The document and its version at the revision; `nil` if no revision was given.
        let comparison: DiffReport.Pair?
    }

    let request: ReleaseRequest
    let parts: [Part]
    /// Documents deleted since the revision.
    let deleted: [DiffReport.Pair]
    let releases: ReleaseList?
    /// The comparison with the revision; `nil` if no revision was given.
    let comparison: DiffReport?
    var failures = RunFailures()

    /// `2.0.0 after 1.6.0`
    var title: String { "\(request.version) after \(request.previous)" }

    /// The sections of a document, or of one that is deleted.
    var sections: [(name: String, sections: [ReleaseSection])] {
        parts.map { ($0.document.name, sections(of: $0)) }
            + deleted.map { ("\($0.new.name) (deleted)", [shippedSection(of: $0)]) }
    }

    func fails(_ section: ReleaseSection) -> Bool {
        section.outcome == .failed || request.failOn == .warning && section.outcome == .warned
    }

    var status: ExitStatus {
        sections.contains { $0.sections.contains(where: fails) } ? .found : .clean
    }

    /// `2.0.0 is not ready: policies failed`
    var verdict: String {
        guard failures.isEmpty else { return "\(request.version) could not be checked completely" }
        func names(_ isWanted: (ReleaseSection) -> Bool) -> String {
            var names: [String] = []
            for section in sections.flatMap(\.sections) where isWanted(section) && !names.contains(section.name) {
                names.append(section.name)
            }
            return names.joined(separator: ", ")
        }
        let failed = names(fails)
        if !failed.isEmpty { return "\(request.version) is not ready: \(failed)" }
        let warned = names { $0.outcome == .warned }
        return warned.isEmpty ? "\(request.version) is ready" : "\(request.version) is ready, with warnings: \(warned)"
    }

    /// The verdict as one word.
    enum VerdictWord: String, CaseIterable {
        case ready
        case notReady = "not-ready"
        case incomplete
    }

    var verdictWord: VerdictWord { !failures.isEmpty ? .incomplete : status == .clean ? .ready : .notReady }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(to: &buffer)
        case .markdown: writeMarkdown(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        case .junit: junitReport.write(to: &buffer)
        }
    }
}

/// One part of the report, such as the policies.
struct ReleaseSection {
    enum Outcome: String, CaseIterable {
        case passed
        case warned
        case failed
        case skipped

        var word: String { rawValue.uppercased() }
    }

    let name: String
    let outcome: Outcome
    let summary: String
    /// Rows of cells, to be shown in columns.
    var rows: [[String]] = []
}

/// The values of a document that differ between two versions.
struct ReleaseValues {
    struct Change {
        let settingIndex: SettingIndex
        /// The nodes of both values.
        let before: Int
        let after: Int
        /// The node that explains the new value: the entry, or the value of the default.
        let origin: Int
        /// The users whose value differs, if not everybody's does.
        var users: Case?
    }

    /// Sorted by the names of the settings.
    let changes: [Change]
    /// How many settings have a value to compare.
    let count: Int
    /// The settings that cannot be compared for everybody, and why.
    private(set) var failures: [(setting: SettingIndex, failure: CaseSpace.Failure)] = []

    init(_ document: LoadedDocument, from previous: AppVersion, to version: AppVersion) {
        let settings = document.settings
        let chosen = document.indicesByName().filter { !settings.loaded[$0].isUnresolvable }
        count = chosen.count
        var changes: [Change] = []
        for settingIndex in chosen {
            if settings.loaded.testsMoreThanVersion(settingIndex) {
                do throws(CaseSpace.Failure) {
                    changes += try Self.changes(of: settingIndex, in: document, from: previous, to: version)
                } catch {
                    failures.append((settingIndex, error))
                }
            } else {
                let old = settings.resolve(settingIndex, for: previous)
                let new = settings.resolve(settingIndex, for: version)
                guard let before = old.value, let after = new.value,
                    !document.tree.isEqual(before, to: document.tree, after)
                else { continue }
                let entry = new.entry.map { Int(settings.loaded[$0].node) }
                changes.append(
                    Change(settingIndex: settingIndex, before: before, after: after, origin: entry ?? after))
            }
        }
        self.changes = changes
    }

    /// The users whose value differs between two versions.
    private static func changes(
        of setting: SettingIndex, in document: LoadedDocument, from previous: AppVersion, to version: AppVersion
    ) throws(CaseSpace.Failure) -> [Change] {
        guard let cases = try SettingCases(of: setting, in: document.settings, document.space) else { return [] }
        return try cases.differences(from: previous, to: version).map { difference in
            let entry = cases.entry(of: difference.new).map { Int(document.loaded[$0].node) }
            return Change(
                settingIndex: setting, before: cases.value(of: difference.old), after: cases.value(of: difference.new),
                origin: entry ?? cases.value(of: difference.new), users: difference.users)
        }
    }
}
