import FlagResolver

extension ResolveReport {
    /// One document on one line.
    func writeJSON(to buffer: inout TextBuffer) {
        buffer.writeJSON { writeDocument(to: &$0) }
        buffer.endLine()
    }

    private func writeDocument(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.write(key: "schema")
        writer.write("flagctl/resolve/1")
        writer.write(key: "results")
        writer.beginArray()
        for result in results {
            for (version, resolutions) in zip(result.versions, result.resolutions) {
                writer.beginObject()
                writeResult(result, version, resolutions, to: &writer)
                writer.endObject()
            }
        }
        writer.endArray()
        writer.endObject()
    }

    private func writeResult(
        _ result: ResolvedDocument, _ version: AppVersion, _ resolutions: [SlotResolution], to writer: inout JSONWriter
    ) {
        let settings = result.document.settings
        let tree = settings.tree
        writer.write(key: "file")
        writer.write(result.document.name)
        writer.write(key: "version")
        writer.write(version.description)
        writer.write(key: "values")
        writer.beginObject()
        tree.nodes.withSpan { nodes in
            tree.bytes.withRawSpan { input in
                settings.loaded.names.forEach(result.slots) { row, bytes, start, end in
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
        writer.endObject()
        guard isExplained else { return }
        writer.write(key: "details")
        writer.beginObject()
        for (slot, resolution) in zip(result.slots, resolutions) {
            writer.write(key: Array(settings.nameBytes(of: slot)))
            writeDetails(result, resolution, to: &writer)
        }
        writer.endObject()
    }

    /// Why a value is what it is; `file` only where a patch brought it.
    private func writeDetails(_ result: ResolvedDocument, _ resolution: SlotResolution, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.write(key: "reason")
        writer.write(resolution.reason.rawValue)
        if let entry = result.entry(of: resolution) {
            writer.write(key: "entry")
            writer.write(Int(entry.documentIndex))
            writer.write(key: "appVersion")
            writer.write(result.requirement(of: resolution) ?? "")
        }
        writer.write(result.document, location: result.origin(of: resolution))
        writer.endObject()
    }

    /// One JSON object a line for every value.
    func writeLines(to buffer: inout TextBuffer) {
        for result in results {
            forEachRow(of: result) { row in
                var writer = JSONWriter()
                writer.beginObject()
                writer.write(key: "file")
                writer.write(result.document.name)
                writer.write(key: "version")
                writer.write(row.version.description)
                writer.write(key: "name")
                writer.write(string: Array(row.name))
                writer.write(key: "value")
                writer.write(row.value, of: row.tree)
                if isExplained {
                    writer.write(key: "details")
                    writeDetails(result, row.resolution, to: &writer)
                }
                writer.endObject()
                buffer.write(bytes: writer.bytes)
                buffer.endLine()
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
        if file != document.name {
            write(key: "file")
            write(file)
        }
        write(key: Self.lineKey)
        write(location.line)
        write(key: Self.columnKey)
        write(location.column)
    }
}
