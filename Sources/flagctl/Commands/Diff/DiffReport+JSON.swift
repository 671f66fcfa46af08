import FlagAnalysis
import FlagResolver

extension DiffReport {
    /// One document on one line.
    func writeJSON(to buffer: inout TextBuffer) {
        var writer = JSONWriter()
        buffer.exchange(with: &writer)
        writer.beginObject()
        writer.write(key: "schema")
        writer.write("flagctl/diff/1")
        writer.write(key: "frozen")
        writer.write(frozen.description)
        writer.write(key: "results")
        writer.beginArray()
        for pair in pairs {
            writer.beginObject()
            writer.write(key: "old")
            writer.write(pair.old.name)
            writer.write(key: "new")
            writer.write(pair.new.name)
            writer.write(key: "isEquivalent")
            writer.write(pair.difference.settings.isEmpty)
            writer.write(key: "settings")
            writer.beginArray()
            for setting in pair.difference.settings {
                writer.beginObject()
                write(setting, of: pair, to: &writer)
                writer.endObject()
                buffer.passOn(&writer)
            }
            writer.endArray()
            writer.write(key: "unchanged")
            writer.beginArray()
            for name in pair.difference.unchanged { writer.write(name) }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        buffer.exchange(with: &writer)
        buffer.endLine()
    }

    /// One JSON object a line for every setting that differs.
    func writeLines(to buffer: inout TextBuffer) {
        for pair in pairs {
            for setting in pair.difference.settings {
                buffer.writeJSON { writer in
                    writer.beginObject()
                    writer.write(key: "old")
                    writer.write(pair.old.name)
                    writer.write(key: "new")
                    writer.write(pair.new.name)
                    write(setting, of: pair, to: &writer)
                    writer.endObject()
                }
                buffer.endLine()
                buffer.passOn()
            }
        }
    }

    /// Writes the members of a setting that differs.
    func write(_ setting: SettingDifference, of pair: Pair, to writer: inout JSONWriter) {
        writer.write(key: "name")
        writer.write(setting.name)
        writer.write(key: "kind")
        writer.write(setting.isAdded ? "added" : setting.isRemoved ? "removed" : "changed")
        writer.write(key: "counts")
        writer.write(counts(setting))
        writer.write(key: "changes")
        writer.beginArray()
        var text = TextBuffer()
        forEachShown(setting) { change, versions, isInside in
            let shown = Shown(
                change: change, versions: versions ?? setting.versions(of: change), isInside: isInside)
            write(shown, of: setting, pair, with: &text, to: &writer)
        }
        writer.endArray()
    }

    /// `before` or `after` is left out where the setting is not in that document.
    private func write(
        _ shown: Shown, of setting: SettingDifference, _ pair: Pair, with text: inout TextBuffer,
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.write(members: shown.versions)
        writer.write(key: "counts")
        writer.write(shown.isInside && !allowed.contains(setting.name))
        if let value = shown.change.oldValue {
            writer.write(key: "before")
            writer.write(value, of: pair.old.tree)
        }
        if let value = shown.change.newValue {
            writer.write(key: "after")
            writer.write(value, of: pair.new.tree)
        }
        if let releases {
            let shipped = releases.releases(in: shown.versions).filter { !$0.isPlanned }
            writer.write(key: "shipped")
            writer.beginArray()
            for release in shipped { writer.write(release.version.description) }
            writer.endArray()
            if let share = InstallShare(of: shipped) {
                writer.write(key: "share")
                writer.beginObject()
                writer.write(key: "percent")
                writer.write(raw: share.percent.utf8)
                writer.write(key: "isLowerBound")
                writer.write(share.isLowerBound)
                writer.endObject()
            }
        }
        text.removeAll()
        let cause = pair.write(causeOf: shown.change, of: setting, to: &text)
        writer.write(key: "cause")
        writer.beginObject()
        writer.write(key: "kind")
        writer.write(cause.kind)
        writer.write(key: "text")
        writer.write(string: text.bytes)
        let (file, location) = (cause.isOld ? pair.old : pair.new).location(of: cause.node)
        writer.write(key: "file")
        writer.write(file)
        writer.write(key: "line")
        writer.write(location.line)
        writer.write(key: "column")
        writer.write(location.column)
        writer.endObject()
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes a set of versions as members: as a requirement, and as its stretches.
    mutating func write(members set: VersionSet) {
        write(key: "versions")
        write(plain: set.write)
        write(key: "stretches")
        beginArray()
        for index in 0..<set.stretchCount {
            beginObject()
            write(members: set.stretch(at: index))
            endObject()
        }
        endArray()
    }
}
