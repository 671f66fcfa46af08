import FlagAnalysis
import FlagResolver

/// The result of `release`: what to know before a version is shipped.
struct ReleaseReport: Report {
    enum Format: String, ReportFormat {
        case text
        case markdown
        case html
        case json
        case junit
        case github
    }

    /// Everything about one document.
    struct Part {
        let document: LoadedDocument
        let versions: ReleaseVersions
        let checked: CheckedFile
        /// `nil` if no policy was given, or none could be read.
        let proof: ProofReport.Part?
        /// The values that differ from those of the previous version; `nil` for a first release.
        let values: ReleaseValues?
        let boundaries: [ReleaseBoundary]
        /// The comparison of the document with the one at the revision; `nil` if no revision was given, or it could not be read.
        let comparison: DiffReport?
    }

    /// A document that has been deleted since the revision.
    struct Deleted {
        let pair: DiffReport.Pair
        let versions: ReleaseVersions
        let comparison: DiffReport
    }

    /// The sections about one document, which may be deleted.
    struct Sections {
        let name: String
        let versions: ReleaseVersions
        let sections: [ReleaseSection]
        let style: VersionStyle

        /// `ios.json: 7.230.0 after 7.229.0`
        var title: String {
            let platform = versions.platform.map { " (\($0))" } ?? ""
            return style.apply { "\(name)\(platform): \(versions.title)" }
        }
    }

    let request: ReleaseRequest
    var parts: [Part] = []
    /// Documents deleted since the revision.
    var deleted: [Deleted] = []
    var failures = RunFailures()

    init(request: ReleaseRequest) {
        self.request = request
    }

    var documents: [SettingsDocument] { parts.map(\.document.settings) }

    /// The sections of each document, including deleted ones.
    var sections: [Sections] {
        parts.map { part in
            let style = part.document.versionStyle
            return Sections(
                name: part.document.name, versions: part.versions, sections: style.apply { sections(of: part) },
                style: style)
        }
            + deleted.map { deleted in
                let style = deleted.pair.old.versionStyle
                return Sections(
                    name: "\(deleted.pair.new.name) (deleted)", versions: deleted.versions,
                    sections: style.apply { [shippedSection(of: deleted.comparison, deleted.versions)] }, style: style)
            }
    }

    func fails(_ section: ReleaseSection) -> Bool {
        section.outcome == .failed || request.failOn == .warning && section.outcome == .warned
    }

    var status: ExitStatus {
        sections.contains { $0.sections.contains(where: fails) } ? .found : .clean
    }

    /// `2.0.0 is not ready: policies`; with platforms `ios 7.230.0 is ready; android 52920000 is not ready: policies`
    var verdict: String {
        guard failures.isEmpty else {
            return "\(names(of: request.versions)) could not be checked completely"
        }
        let sections = sections
        return request.versions.map { versions in
            let own = sections.filter { $0.versions.platform == versions.platform }
            return "\(names(of: [versions])) \(state(of: own.flatMap(\.sections)))"
        }.joined(separator: "; ")
    }

    private func names(of versions: [ReleaseVersions]) -> String {
        versions.map { versions in
            let own = parts.filter { $0.versions.platform == versions.platform }.map(\.document)
            let style = VersionStyle.common(own.map(\.settings), otherwise: own.first?.versionStyle ?? versions.style)
            return style.apply { versions.name }
        }.joined(separator: ", ")
    }

    /// `is not ready: policies`
    private func state(of sections: [ReleaseSection]) -> String {
        func names(_ isWanted: (ReleaseSection) -> Bool) -> String {
            var names: [String] = []
            for section in sections where isWanted(section) && !names.contains(section.name) {
                names.append(section.name)
            }
            return names.joined(separator: ", ")
        }
        let failed = names(fails)
        if !failed.isEmpty { return "is not ready: \(failed)" }
        let warned = names { $0.outcome == .warned }
        let skipped = names { $0.outcome == .skipped }
        return "is ready\(warned.isEmpty ? "" : ", with warnings: \(warned)")"
            + (skipped.isEmpty ? "" : " (not checked: \(skipped))")
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
        case .markdown:
            MarkdownComment.write(listing: "flagctl release --format json", to: &buffer) { writeMarkdown(to: &$0) }
        case .html: writeHTML(to: &buffer)
        case .github:
            GitHubAnnotations.write(failures.diagnostics + diagnostics, tool: "flagctl release", to: &buffer)
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
    /// Rows of cells, shown in columns.
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
        /// The users whose value differs.
        let users: Case
    }

    /// Sorted by the names of the settings.
    let changes: [Change]
    /// The number of settings that have a value to compare.
    let count: Int
    /// The settings that cannot be compared for all users, and why.
    private(set) var failures: [(setting: SettingIndex, failure: CaseSpace.Failure)] = []

    init(_ document: LoadedDocument, from previous: AppVersion, to version: AppVersion) {
        let settings = document.settings
        let chosen = document.indicesByName().filter { !settings.loaded[$0].isUnresolvable }
        count = chosen.count
        var changes: [Change] = []
        for settingIndex in chosen {
            do throws(CaseSpace.Failure) {
                changes += try Self.changes(of: settingIndex, in: document, from: previous, to: version)
            } catch {
                failures.append((settingIndex, error))
            }
        }
        self.changes = changes
    }

    /// The users whose value differs between two versions.
    private static func changes(
        of setting: SettingIndex, in document: LoadedDocument, from previous: AppVersion, to version: AppVersion
    ) throws(CaseSpace.Failure) -> [Change] {
        guard let function = try SettingFunction(of: setting, in: document.space) else { return [] }
        return try function.differences(from: previous, to: version).map { difference in
            let after = function.value(of: difference.new)
            return Change(
                settingIndex: setting, before: function.value(of: difference.old), after: after,
                origin: function.entry(of: difference.new).map { Int(document.loaded[$0].node) } ?? after,
                users: difference.users)
        }
    }
}
