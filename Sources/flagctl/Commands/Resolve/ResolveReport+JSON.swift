import FlagResolver

extension ResolveReport {
    /// One document on one line.
    func writeJSON(to buffer: inout TextBuffer) {
        buffer.writeDocument("resolve", failures) { writer in
            writer.writeArray(key: "results") { writer in
                for result in results {
                    for (version, resolutions) in zip(result.versions, result.resolutions) {
                        writer.writeObject { writer in writeResult(result, version, resolutions, to: &writer) }
                    }
                }
            }
        }
    }

    private func writeResult(
        _ result: ResolvedDocument, _ version: AppVersion, _ resolutions: [NodeResolution], to writer: inout JSONWriter
    ) {
        let settings = result.document.settings
        let tree = settings.tree
        writer.write(key: "file", result.document.name)
        writer.write(key: "version", version.description)
        writer.writeObject(key: "values") { writer in
            tree.nodes.withSpan { nodes in
                tree.bytes.withRawSpan { input in
                    settings.loaded.names.forEach(result.settings) { row, bytes, start, end in
                        let resolution = resolutions[row]
                        guard let value = resolution.value else { return }
                        writer.write(key: bytes, from: start, to: end)
                        switch resolution.kind {
                        // These need no look at the tree.
                        case .true: writer.write(true)
                        case .false: writer.write(false)
                        case .null: writer.writeNull()
                        default: writer.write(value, nodes, input)
                        }
                    }
                }
            }
        }
        guard isExplained else { return }
        writer.writeObject(key: "details") { writer in
            for (setting, resolution) in zip(result.settings, resolutions) {
                writer.write(key: Array(settings.nameBytes(of: setting)))
                writer.writeObject { writer in writeDetails(result, resolution, to: &writer) }
            }
        }
    }

    /// Why a value is what it is; `file` only where a patch brought it.
    private func writeDetails(_ result: ResolvedDocument, _ resolution: NodeResolution, to writer: inout JSONWriter) {
        writer.write(key: "reason", resolution.reason.rawValue)
        if let entry = result.entry(of: resolution) {
            writer.write(key: "entry", Int(entry.documentIndex))
            writer.write(key: "appVersion", result.requirement(of: resolution) ?? "")
        }
        writer.write(result.document, location: result.origin(of: resolution))
    }

    /// One JSON object a line for every value.
    func writeLines(to buffer: inout TextBuffer) {
        failures.writeLines(to: &buffer)
        for result in results {
            forEachRow(of: result) { row in
                buffer.writeLine { writer in
                    writer.write(key: "file", result.document.name)
                    writer.write(key: "version", row.version.description)
                    writer.write(key: "name", string: row.name)
                    writer.write(key: "value", row.value, of: row.tree)
                    guard isExplained else { return }
                    writer.writeObject(key: "details") { writer in writeDetails(result, row.resolution, to: &writer) }
                }
            }
        }
    }
}

extension JSONWriter {
    private static let lineKey = Array("line".utf8)
    private static let columnKey = Array("column".utf8)

    /// Writes the members `line` and `column` of a node, and `file` where a patch brought it.
    mutating func write(_ document: LoadedDocument, location node: Int) {
        let (file, location) = document.location(of: node)
        if file != document.name { write(key: "file", file) }
        write(location)
    }

    /// Writes the members `line` and `column`.
    mutating func write(_ location: SourceLocation) {
        write(key: Self.lineKey)
        write(location.line)
        write(key: Self.columnKey)
        write(location.column)
    }
}
