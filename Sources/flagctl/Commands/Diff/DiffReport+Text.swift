import FlagAnalysis
import FlagResolver

extension DiffReport {
    /// So many names are listed; more are counted.
    private static let greatestListCount = 20
    private static let gap = "   "

    /// A paragraph for each setting that differs, and one line for all that do not.
    func writeText(to buffer: inout TextBuffer) {
        var texts = TextBuffer()
        for (index, pair) in pairs.enumerated() {
            if pairs.count > 1 {
                if index > 0 { buffer.endLine() }
                let remark = pair.isNew ? " (new document)" : pair.isDeleted ? " (deleted)" : ""
                buffer.write("\(PlainText.escaped(pair.new.name))\(remark):\n")
            }
            for setting in pair.difference.settings { write(setting, of: pair, with: &texts, to: &buffer) }
            buffer.write(Self.conclusion(of: pair))
            buffer.endLine()
        }
    }

    private func write(
        _ setting: SettingDifference, of pair: Pair, with texts: inout TextBuffer, to buffer: inout TextBuffer
    ) {
        ValueText.write(string: Array(setting.name.utf8)[...], to: &buffer)
        let remarks = [
            setting.isAdded ? "added" : nil, setting.isRemoved ? "removed" : nil,
            allowed.contains(setting.name) ? "allowed" : nil,
        ]
        let remark = remarks.compactMap { $0 }.joined(separator: ", ")
        if !remark.isEmpty { buffer.write(" (\(remark))") }
        buffer.endLine()
        // Versions and values of all rows, one after the other: a column is as wide as its widest text.
        texts.removeAll()
        var rows: [TextRow] = []
        for shown in shown(setting) {
            let start = texts.count
            texts.append { shown.versions.write(to: &$0) }
            let middle = texts.count
            let valuesWidth = pair.write(valuesOf: shown.change, to: &texts)
            rows.append(
                TextRow(
                    shown: shown, versions: start..<middle, values: middle..<texts.count,
                    versionsWidth: middle - start, valuesWidth: valuesWidth))
        }
        let versionsWidth = Self.columnWidth(rows.map(\.versionsWidth))
        let valuesWidth = Self.columnWidth(rows.map(\.valuesWidth))
        for row in rows {
            buffer.write("  ")
            buffer.write(bytes: texts.bytes[row.versions])
            buffer.write(byte: UInt8(ascii: " "), count: versionsWidth - row.versionsWidth)
            buffer.write(Self.gap)
            buffer.write(bytes: texts.bytes[row.values])
            buffer.write(byte: UInt8(ascii: " "), count: valuesWidth - row.valuesWidth)
            buffer.write(Self.gap)
            buffer.write(bytes: pair.cause(of: row.shown.change, of: setting).bytes)
            if !row.shown.isInside { buffer.write(" (outside \(frozen): does not count)") }
            buffer.endLine()
            if let shipped = shipped(row.shown.versions) {
                buffer.write(byte: UInt8(ascii: " "), count: 2 + versionsWidth)
                buffer.write("\(Self.gap)\(shipped)\n")
            }
        }
    }

    /// The widest text of a column, of those that are not too wide to be lined up with: one long requirement must not
    /// push every other row as far to the right.
    private static func columnWidth(_ widths: [Int]) -> Int {
        widths.reduce(0) { $1 <= greatestColumnWidth ? max($0, $1) : $0 }
    }

    private static let greatestColumnWidth = 160

    /// A change with the places of its texts.
    private struct TextRow {
        let shown: Shown
        let versions: Range<Int>
        let values: Range<Int>
        let versionsWidth: Int
        let valuesWidth: Int
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
