import FlagAnalysis
import FlagResolver

extension DiffReport {
    /// One document on one line.
    func writeJSON(to buffer: inout TextBuffer) {
        buffer.writeJSON { writer, passOn in
            writer.writeObject { writer in
                writer.write(headOf: "diff", failures)
                writer.write(key: "frozen", frozen.description)
                writer.writeObjects(key: "results", for: pairs) { writer, pair in
                    writer.write(key: "old", pair.old.name)
                    writer.write(key: "new", pair.new.name)
                    writer.write(key: "isEquivalent", pair.isEquivalent)
                    writer.writeArray(key: "settings") { writer in
                        for setting in pair.difference.settings {
                            writer.writeObject { writer in write(setting, of: pair, to: &writer) }
                            passOn(&writer)
                        }
                    }
                    writer.writeArray(key: "unchanged") { writer in
                        for name in pair.difference.unchanged { writer.write(name) }
                    }
                }
            }
        }
        buffer.endLine()
    }

    /// One JSON object a line for every setting that differs.
    func writeLines(to buffer: inout TextBuffer) {
        failures.writeLines(to: &buffer)
        for pair in pairs {
            for setting in pair.difference.settings {
                buffer.writeLine { writer in
                    writer.write(key: "old", pair.old.name)
                    writer.write(key: "new", pair.new.name)
                    write(setting, of: pair, to: &writer)
                }
                buffer.passOn()
            }
        }
    }

    /// Writes the members of a setting that differs.
    func write(_ setting: SettingDifference, of pair: Pair, to writer: inout JSONWriter) {
        writer.write(key: "name", setting.name)
        writer.write(key: "kind", setting.isAdded ? "added" : setting.isRemoved ? "removed" : "changed")
        writer.write(key: "counts", counts(setting))
        writer.writeArray(key: "changes") { writer in
            var text = TextBuffer()
            for shown in shown(setting) { write(shown, of: setting, pair, with: &text, to: &writer) }
        }
    }

    /// `before` or `after` is left out where the setting is not in that document.
    private func write(
        _ shown: Shown, of setting: SettingDifference, _ pair: Pair, with text: inout TextBuffer,
        to writer: inout JSONWriter
    ) {
        writer.writeObject { writer in
            writer.write(members: shown.versions)
            writer.write(key: "counts", shown.isInside && !allowed.contains(setting.name))
            if let value = shown.change.oldValue { writer.write(key: "before", value, of: pair.old.tree) }
            if let value = shown.change.newValue { writer.write(key: "after", value, of: pair.new.tree) }
            if let releases {
                let shipped = releases.releases(in: shown.versions).filter { !$0.isPlanned }
                writer.writeArray(key: "shipped") { writer in
                    for release in shipped { writer.write(release.version.description) }
                }
                if let share = InstallShare(of: shipped) {
                    writer.writeObject(key: "share") { writer in
                        writer.write(key: "percent")
                        writer.write(raw: share.percent.utf8)
                        writer.write(key: "isLowerBound", share.isLowerBound)
                    }
                }
            }
            text.removeAll()
            let cause = pair.write(causeOf: shown.change, of: setting, to: &text)
            writer.writeObject(key: "cause") { writer in
                writer.write(key: "kind", cause.kind)
                writer.write(key: "text", string: text.bytes)
                let (file, location) = (cause.isOld ? pair.old : pair.new).location(of: cause.node)
                writer.write(key: "file", file)
                writer.write(location)
            }
        }
    }
}

extension JSONWriter {
    /// Writes a set of versions as members: as a requirement, and as its intervals.
    mutating func write(members set: VersionSet) {
        write(key: "versions")
        write(plain: set.write)
        writeObjects(key: "stretches", for: 0..<set.intervalCount) { $0.write(members: set.interval(at: $1)) }
    }
}
