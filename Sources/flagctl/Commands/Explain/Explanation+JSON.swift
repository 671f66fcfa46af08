import FlagAnalysis
import FlagResolver

extension Explanation {
    /// The document of a setting that cannot be explained: no value, no entries, no history.
    static func writeEmptyJSON(named name: String, _ failures: RunFailures, to buffer: inout TextBuffer) {
        buffer.writeDocument("explain", failures) { writer in
            writer.write(key: "name", name)
            writer.writeArray(key: "entries") { _ in }
            writer.writeArray(key: "history") { _ in }
        }
    }

    /// One document on one line: the entries, and the whole history.
    func writeJSON(to buffer: inout TextBuffer) {
        buffer.writeDocument("explain", failures) { writer in
            writer.write(key: "file", document.name)
            writer.write(key: "name", string: settings.nameBytes(of: settingIndex))
            let resolution = version.map { settings.resolve(settingIndex, for: $0) }
            if let version, let resolution { write(resolution, for: version, to: &writer) }
            writer.writeObjects(key: "entries", for: setting.entries) { writer, entry in
                write(entry, resolution, to: &writer)
            }
            writer.writeObject(key: "default") { writer in
                writer.write(key: "value", Int(setting.defaultValue), of: tree)
                writer.write(document, location: Int(setting.defaultValue))
            }
            writer.writeObjects(key: "history", for: history.segments) { writer, segment in write(segment, to: &writer)
            }
        }
    }

    private func write(_ resolution: NodeResolution, for version: AppVersion, to writer: inout JSONWriter) {
        writer.write(key: "version", version.description)
        writer.write(key: "value", resolution.value ?? 0, of: tree)
        writer.write(key: "reason", resolution.reason.rawValue)
        if let entry = resolution.entry {
            writer.write(key: "entry", Int(settings.loaded[entry].documentIndex))
        }
        guard let segment = history.valueSegments.first(where: { $0.interval.contains(version) }) else { return }
        writer.writeObject(key: "holdsFor") { writer in writer.write(members: segment.interval) }
    }

    private func write(_ index: EntryIndex, _ resolution: NodeResolution?, to writer: inout JSONWriter) {
        let entry = settings.loaded[index]
        writer.write(key: "entry", Int(entry.documentIndex))
        writer.write(key: "appVersion", requirement(of: entry))
        writer.write(key: "value", Int(entry.value), of: tree)
        writer.write(document, location: Int(entry.node))
        if let version, let resolution {
            writer.write(key: "verdict", verdict(on: index, for: version, resolution: resolution).rawValue)
        }
    }

    private func write(_ segment: SettingHistory.Segment, to writer: inout JSONWriter) {
        writer.write(members: segment.interval)
        writer.write(key: "value", segment.value, of: tree)
        if let entry = segment.entry {
            writer.write(key: "entry", Int(settings.loaded[entry].documentIndex))
        }
    }
}

extension JSONWriter {
    /// Writes a interval of versions as members: as a requirement, and as bounds, `null` where there is none.
    mutating func write(members interval: VersionInterval) {
        write(key: "versions")
        write(plain: interval.write)
        write(bound: "from", interval.lower, isLower: true)
        write(bound: "to", interval.upper, isLower: false)
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
        write(key: "\(name)Inclusive", isInclusive)
    }
}
