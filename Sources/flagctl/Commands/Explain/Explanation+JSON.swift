import FlagAnalysis
import FlagResolver

extension Explanation {
    /// The document of a setting that cannot be explained: no value, no entries, no history.
    static func writeFailure(name: String, to buffer: inout TextBuffer) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write(key: "schema")
        writer.write("flagctl/explain/1")
        writer.write(key: "name")
        writer.write(name)
        for list in ["entries", "history"] {
            writer.write(key: list)
            writer.beginArray()
            writer.endArray()
        }
        writer.endObject()
        buffer.write(bytes: writer.bytes)
        buffer.endLine()
    }

    /// One document on one line: the entries, and the whole history.
    func writeJSON(to buffer: inout TextBuffer) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write(key: "schema")
        writer.write("flagctl/explain/1")
        writer.write(key: "file")
        writer.write(document.name)
        writer.write(key: "name")
        writer.write(string: Array(settings.nameBytes(of: slot)))
        let resolution = version.map { settings.resolve(slot, for: $0) }
        if let version, let resolution { write(resolution, for: version, to: &writer) }
        writer.write(key: "entries")
        writer.beginArray()
        for position in settings.entries(of: slot).indices { write(position, resolution, to: &writer) }
        writer.endArray()
        writer.write(key: "default")
        writer.beginObject()
        writer.write(key: "value")
        writer.write(Int(setting.defaultValue), of: tree)
        writer.write(document, location: Int(setting.defaultValue))
        writer.endObject()
        writer.write(key: "history")
        writer.beginArray()
        for part in history.parts { write(part, to: &writer) }
        writer.endArray()
        writer.endObject()
        buffer.write(bytes: writer.bytes)
        buffer.endLine()
    }

    private func write(_ resolution: SlotResolution, for version: AppVersion, to writer: inout JSONWriter) {
        writer.write(key: "version")
        writer.write(version.description)
        writer.write(key: "value")
        writer.write(resolution.value ?? 0, of: tree)
        writer.write(key: "reason")
        writer.write(resolution.reason.rawValue)
        if let position = resolution.entry {
            writer.write(key: "entry")
            writer.write(Int(settings.loaded.entries[position].documentIndex))
        }
        guard let run = history.runs.first(where: { $0.stretch.contains(version) }) else { return }
        writer.write(key: "holdsFor")
        writer.beginObject()
        writer.write(members: run.stretch)
        writer.endObject()
    }

    private func write(_ position: Int, _ resolution: SlotResolution?, to writer: inout JSONWriter) {
        let entry = settings.loaded.entries[position]
        writer.beginObject()
        writer.write(key: "entry")
        writer.write(Int(entry.documentIndex))
        writer.write(key: "appVersion")
        writer.write(requirement(of: entry))
        writer.write(key: "value")
        writer.write(Int(entry.value), of: tree)
        writer.write(document, location: Int(entry.node))
        if let version, let resolution {
            writer.write(key: "verdict")
            writer.write(verdict(on: position, for: version, resolution: resolution).rawValue)
        }
        writer.endObject()
    }

    private func write(_ part: SettingHistory.Part, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.write(members: part.stretch)
        writer.write(key: "value")
        writer.write(part.value, of: tree)
        if let position = part.entry {
            writer.write(key: "entry")
            writer.write(Int(settings.loaded.entries[position].documentIndex))
        }
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes a stretch of versions as members: as a requirement, and as bounds, `null` where there is none.
    mutating func write(members stretch: VersionStretch) {
        write(key: "versions")
        write(plain: stretch.write)
        write(bound: "from", stretch.lower, isLower: true)
        write(bound: "to", stretch.upper, isLower: false)
    }

    private mutating func write(bound name: String, _ cut: VersionCut, isLower: Bool) {
        write(key: name)
        var isInclusive = false
        switch cut.place {
        case .lowest, .highest: writeNull()
        case .before(let version):
            write(plain: version.write)
            isInclusive = isLower
        case .after(let version):
            write(plain: version.write)
            isInclusive = !isLower
        }
        write(key: "\(name)Inclusive")
        write(isInclusive)
    }
}
