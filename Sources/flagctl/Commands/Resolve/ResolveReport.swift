import FlagResolver

/// The result of `resolve`.
struct ResolveReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
        case ndjson
        case csv
        case markdown
        case environment = "env"
        case value
    }

    let results: [ResolvedDocument]
    let isExplained: Bool
    /// Whether each result has the name of its file as a heading, because there are several inputs.
    let hasHeadings: Bool
    /// The prefix of the names of shell variables; may be empty.
    var variablePrefix = ""
    var failures = RunFailures()

    var documents: [SettingsDocument] { results.map(\.document.settings) }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        case .ndjson: writeLines(to: &buffer)
        case .csv: writeCSV(to: &buffer)
        case .markdown:
            MarkdownComment.write(listing: "flagctl resolve --format json", to: &buffer) { writeMarkdown(to: &$0) }
        case .environment:
            failures.writeComments(to: &buffer)
            writeEnvironment(to: &buffer)
        case .value: writeValue(to: &buffer)
        }
    }

    /// The value of a setting for one version.
    struct Row {
        let result: ResolvedDocument
        let version: AppVersion
        let settingIndex: SettingIndex
        let resolution: NodeResolution
        let isExplained: Bool

        var name: ArraySlice<UInt8> { result.document.settings.nameBytes(of: settingIndex) }
        var value: JSONValue { result.value(of: resolution) }
    }

    /// Calls a closure for every row of a result, version by version.
    func forEachRow(of result: ResolvedDocument, _ body: (Row) -> Void) {
        for (version, resolutions) in zip(result.versions, result.resolutions) {
            for (settingIndex, resolution) in zip(result.settings, resolutions) {
                body(
                    Row(
                        result: result, version: version, settingIndex: settingIndex, resolution: resolution,
                        isExplained: isExplained))
            }
        }
    }
}
