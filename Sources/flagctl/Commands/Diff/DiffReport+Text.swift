import FlagAnalysis
import FlagResolver

extension DiffReport {
    /// So many names are listed; more are counted.
    private static let greatestListCount = 20
    private static let gap = "   "

    /// A paragraph for each setting that differs, and one line for all that do not.
    func writeText(to buffer: inout TextBuffer) {
        for (index, pair) in pairs.enumerated() {
            if pairs.count > 1 {
                if index > 0 { buffer.endLine() }
                let remark = pair.isNew ? " (new document)" : pair.isDeleted ? " (deleted)" : ""
                buffer.write("\(PlainText.escaped(pair.new.name))\(remark):\n")
            }
            for setting in pair.difference.settings { write(setting, of: pair, to: &buffer) }
            buffer.write(Self.conclusion(of: pair))
            buffer.endLine()
        }
    }

    private func write(_ setting: SettingDifference, of pair: Pair, to buffer: inout TextBuffer) {
        ValueText.write(string: Array(setting.name.utf8)[...], to: &buffer)
        let remarks = [
            setting.isAdded ? "added" : nil, setting.isRemoved ? "removed" : nil,
            allowed.contains(setting.name) ? "allowed" : nil,
        ]
        let remark = remarks.compactMap { $0 }.joined(separator: ", ")
        if !remark.isEmpty { buffer.write(" (\(remark))") }
        buffer.endLine()
        let rows = shown(setting).map { shown in
            (versions: shown.versions.description, values: pair.values(of: shown.change), shown: shown)
        }
        let versionsWidth = rows.reduce(0) { max($0, DisplayWidth.of($1.versions)) }
        let valuesWidth = rows.reduce(0) { max($0, DisplayWidth.of($1.values)) }
        for row in rows {
            buffer.write("  \(row.versions)")
            buffer.write(byte: UInt8(ascii: " "), count: versionsWidth - DisplayWidth.of(row.versions))
            buffer.write("\(Self.gap)\(row.values)")
            buffer.write(byte: UInt8(ascii: " "), count: valuesWidth - DisplayWidth.of(row.values))
            buffer.write("\(Self.gap)\(pair.cause(of: row.shown.change, of: setting).text)")
            if !row.shown.isInside { buffer.write(" (outside \(frozen): does not count)") }
            buffer.endLine()
            if let shipped = shipped(row.shown.versions) {
                buffer.write(byte: UInt8(ascii: " "), count: 2 + versionsWidth)
                buffer.write("\(Self.gap)\(shipped)\n")
            }
        }
    }

    /// What is to be said of the settings that do not differ.
    static func conclusion(of pair: Pair) -> String {
        let names = pair.difference.unchanged
        if pair.difference.settings.isEmpty {
            if pair.isNew || pair.isDeleted { return "a document without settings" }
            let settings = Count.of(names.count, "setting")
            return pair.isIdentical
                ? "identical: \(settings), and not a byte has changed"
                : "equivalent: \(settings), the same value for every version"
        }
        guard !names.isEmpty else { return "no setting is unchanged" }
        guard names.count <= greatestListCount else {
            return "unchanged for every version: \(names.count) other settings"
        }
        return "unchanged for every version: \(names.map(shownName).joined(separator: ", "))"
    }

    private static func shownName(_ name: String) -> String {
        var buffer = TextBuffer()
        ValueText.write(string: Array(name.utf8)[...], to: &buffer)
        return buffer.text
    }
}
