import FlagResolver

extension ResolveReport {
    static let json = JSONDocument<ResolveReport>("resolve", "effective values", failures: \.failures) {
        Member("results", .list(of: result), "A result for each file and version.") { report in
            report.results.flatMap { result in
                let versioned = zip(result.versions.map { Optional($0) }, result.resolutions)
                return (Array(versioned) + [result.unversioned].compactMap(\.self).map { (nil, $0) }).map {
                    VersionResult(document: result, version: $0, resolutions: $1, isExplained: report.isExplained)
                }
            }
        }
    }

    static let jsonLine = JSONLine("resolve", "one value", row)

    /// The values of a document for one version.
    private struct VersionResult {
        let document: ResolvedDocument
        /// `nil` if the request to the service has no version.
        let version: AppVersion?
        /// The resolutions of the settings of the document.
        let resolutions: [NodeResolution]
        let isExplained: Bool

        var details: [(name: ArraySlice<UInt8>, value: Explained)] {
            let settings = document.document.settings
            return zip(document.settings, resolutions).map { settingIndex, resolution in
                (settings.nameBytes(of: settingIndex), Explained(document: document, resolution: resolution))
            }
        }
    }

    /// A resolution with its explanation.
    private struct Explained {
        let document: ResolvedDocument
        let resolution: NodeResolution
    }

    private static let result = JSONObject<VersionResult>("result") {
        Member("file", .file) { $0.document.document.name }
        Member(
            optional: "version", .version,
            "The app version; missing only in a response of the service, if the context has none."
        ) { $0.version }
        Member("values", values, "The value of each setting, by its name.") { $0 }
        Member(optional: "details", .map(of: details.type), "With --explain: why, by the setting's name.") {
            $0.isExplained ? $0.details : nil
        }
    }
    .inStyle { $0.document.document.versionStyle }

    /// The values by name.
    ///
    /// The names and the bytes of the tree are borrowed once for all settings. `Docs/Performance.md` has a limit for this
    /// output with 10,000 settings.
    private static let values = JSONType<VersionResult>(.map(of: true)) { result, output in
        let document = result.document
        let tree = document.document.tree
        output.writer.beginObject()
        tree.nodes.withSpan { nodes in
            tree.bytes.withRawSpan { input in
                document.document.loaded.names.forEach(document.settings) { row, bytes, start, end in
                    let resolution = result.resolutions[row]
                    guard let value = resolution.value else { return }
                    output.writer.write(key: bytes, from: start, to: end)
                    switch resolution.kind {
                    // For these kinds, the value is known without its node.
                    case .true: output.writer.write(true)
                    case .false: output.writer.write(false)
                    case .null: output.writer.writeNull()
                    default: output.writer.write(value, nodes, input)
                    }
                }
            }
        }
        output.writer.endObject()
    }

    private static let details = JSONObject<Explained>("details") {
        Member("reason", .reason) { $0.resolution.reason }
        Member(ofOptional: winner) { details in
            details.document.entry(of: details.resolution).map { Winner(document: details.document, entry: $0) }
        }
        Member(of: ValueOrigin.json) {
            ValueOrigin(of: $0.document.origin(of: $0.resolution), in: $0.document.document)
        }
    }

    /// The entry that gave a value.
    private struct Winner {
        let document: ResolvedDocument
        let entry: EntryRecord

        func condition(_ name: String) -> JSONValue? {
            document.document.tree[Int(entry.node)].member(named: name)
        }
    }

    private static let winner = JSONObject<Winner> {
        Member("entry", .count, "The index of the entry that wins; missing if none does.") {
            Int($0.entry.documentIndex)
        }
        Member(optional: "name", .text, "The name of that entry.") { $0.document.document.settings.name(of: $0.entry) }
        Member(optional: "appVersion", .text, "The requirement of that entry.") {
            $0.document.document.settings.requirement(of: $0.entry)?.description
        }
        Member(optional: "when", .value, "The conditions of that entry on attributes.") { $0.condition("when") }
        Member(optional: "rollout", .value, "The rollout of that entry.") { $0.condition("rollout") }
        Member(optional: "from", .value, "The date-time from which on that entry matches.") { $0.condition("from") }
        Member(optional: "until", .value, "The date-time from which on that entry no longer matches.") {
            $0.condition("until")
        }
        Member(optional: "requires", .value, "The settings that must be true for that entry.") {
            $0.condition("requires")
        }
    }

    private static let row = JSONObject<Row> {
        Member("file", .file) { $0.result.document.name }
        Member("version", .version) { $0.version }
        Member("name", .utf8, "The setting.") { $0.name }
        Member("value", .value, "Its value for the version.") { $0.value }
        Member(optional: "details", details) {
            $0.isExplained ? Explained(document: $0.result, resolution: $0.resolution) : nil
        }
    }

    /// Writes a line for each value.
    func writeLines(to buffer: inout TextBuffer) {
        Self.jsonLine.write(failures, to: &buffer)
        for result in results {
            forEachRow(of: result) { Self.jsonLine.write($0, to: &buffer) }
        }
    }
}
