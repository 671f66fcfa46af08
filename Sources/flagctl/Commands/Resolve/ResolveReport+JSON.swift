import FlagResolver

extension ResolveReport {
    /// One document on one line.
    func writeJSON(to buffer: inout TextBuffer) {
        buffer.write("{\"schema\":\"flagctl/resolve/1\",\"results\":[")
        var isFirst = true
        for result in results {
            for (version, resolutions) in zip(result.versions, result.resolutions) {
                if !isFirst { buffer.write(",") }
                isFirst = false
                writeResult(result, version, resolutions, to: &buffer)
            }
        }
        buffer.write("]}\n")
    }

    private func writeResult(
        _ result: ResolvedDocument, _ version: AppVersion, _ resolutions: [SlotResolution],
        to buffer: inout TextBuffer
    ) {
        let settings = result.document.settings
        let tree = result.document.tree
        buffer.write("{\"file\":")
        JSONText.writeString(result.document.name, to: &buffer)
        buffer.write(",\"version\":\"\(version)\",\"values\":{")
        for (index, (slot, resolution)) in zip(result.slots, resolutions).enumerated() {
            if index > 0 { buffer.write(byte: UInt8(ascii: ",")) }
            JSONText.writeString(settings.nameBytes(of: slot), to: &buffer)
            buffer.write(byte: UInt8(ascii: ":"))
            JSONText.writeValue(resolution.value ?? 0, of: tree, to: &buffer)
        }
        buffer.write("}")
        if isExplained {
            buffer.write(",\"details\":{")
            for (index, (slot, resolution)) in zip(result.slots, resolutions).enumerated() {
                if index > 0 { buffer.write(",") }
                JSONText.writeString(settings.nameBytes(of: slot), to: &buffer)
                buffer.write(":{")
                writeDetails(result, resolution, to: &buffer)
                buffer.write("}")
            }
            buffer.write("}")
        }
        buffer.write("}")
    }

    /// Why a value is what it is; `file` only where a patch brought it.
    private func writeDetails(_ result: ResolvedDocument, _ resolution: SlotResolution, to buffer: inout TextBuffer) {
        buffer.write("\"reason\":\"\(resolution.reason.rawValue)\"")
        if let entry = result.entry(of: resolution) {
            buffer.write(",\"entry\":\(entry.documentIndex),\"appVersion\":")
            JSONText.writeString(result.requirement(of: resolution) ?? "", to: &buffer)
        }
        let (file, location) = result.document.location(of: result.origin(of: resolution))
        if file != result.document.name {
            buffer.write(",\"file\":")
            JSONText.writeString(file, to: &buffer)
        }
        buffer.write(",\"line\":\(location.line),\"column\":\(location.column)")
    }

    /// One JSON object a line for every value.
    func writeLines(to buffer: inout TextBuffer) {
        for result in results {
            var file = TextBuffer()
            JSONText.writeString(result.document.name, to: &file)
            forEachRow(of: result) { row in
                buffer.write("{\"file\":")
                buffer.write(bytes: file.bytes)
                buffer.write(",\"version\":\"\(row.version)\",\"name\":")
                JSONText.writeString(row.name, to: &buffer)
                buffer.write(",\"value\":")
                JSONText.writeValue(row.value, of: row.tree, to: &buffer)
                if isExplained {
                    buffer.write(",\"details\":{")
                    writeDetails(result, row.resolution, to: &buffer)
                    buffer.write("}")
                }
                buffer.write("}\n")
            }
        }
    }
}
