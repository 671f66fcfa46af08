import FlagAnalysis
import FlagResolver

extension DiffReport {
    /// A longer list of names is replaced by a count.
    private static let maximumListCount = 20

    /// A paragraph for each setting that differs, and a line for all others.
    func writeText(to buffer: inout TextBuffer) {
        var rows = TextRows()
        for (index, pair) in shownPairs.enumerated() {
            if pairs.count > 1 || pair.fileChange != .none {
                if index > 0 { buffer.endLine() }
                buffer.write("\(PlainText.escaped(pair.new.name + pair.remark)):\n")
            }
            for setting in pair.difference.settings {
                write(setting, of: pair, with: &rows, to: &buffer)
                buffer.flushFullChunk()
            }
            buffer.write(Self.conclusion(of: pair))
            buffer.endLine()
        }
        if let unchanged = unchangedFiles { buffer.write("\(shownPairs.isEmpty ? "" : "\n")\(unchanged)\n") }
    }

    /// A paragraph for each setting that differs.
    func writeSettings(of pair: Pair, to buffer: inout TextBuffer) {
        var rows = TextRows()
        for setting in pair.difference.settings { write(setting, of: pair, with: &rows, to: &buffer) }
    }

    private func write(
        _ setting: SettingDifference, of pair: Pair, with rows: inout TextRows, to buffer: inout TextBuffer
    ) {
        buffer.write(NameText.text(of: setting.name))
        let isAllowed = isAllowed(setting)
        let isSmall = !exceedsShare(setting)
        if setting.isAdded || setting.isRemoved || isAllowed || isSmall {
            let remarks = [
                isUnknownToFrozen(setting)
                    ? "added: no version of \(ShortText.of(frozen)) knows it, does not count"
                    : setting.isAdded ? "added" : nil, setting.isRemoved ? "removed" : nil, isAllowed ? "allowed" : nil,
                isSmall ? "within --max-share" : nil,
            ]
            buffer.write(" (\(remarks.compactMap { $0 }.joined(separator: ", ")))")
        }
        buffer.endLine()
        rows.removeAll()
        for shown in shown(setting) {
            rows.append { texts in
                var row = TextRow()
                let start = texts.count
                pair.write(usersOf: shown, to: &texts)
                row.versionsWidth = DisplayWidth.of(texts.bytes, from: start)
                row.versionsEnd = texts.count
                row.valuesWidth = pair.write(valuesOf: shown.change, to: &texts)
                row.valuesEnd = texts.count
                pair.write(causeOf: shown.change, of: setting, to: &texts)
                if !shown.isInside { texts.write(" (outside \(frozen): does not count)") }
                row.causeEnd = texts.count
                if let reach = reach(of: shown, of: setting, in: pair) { texts.write(reach) }
                row.shippedEnd = texts.count
                return row
            }
        }
        rows.write(to: &buffer)
    }

    /// The statement about the settings that do not differ.
    static func conclusion(of pair: Pair) -> String {
        let names = pair.difference.unchanged
        let users = pair.isSelection ? "for the selected users" : "for every version"
        if pair.difference.settings.isEmpty {
            if pair.isNew || pair.isDeleted { return "a document without settings" }
            let settings = Count.of(names.count, "setting")
            if pair.isIdentical {
                return "identical: \(settings), and not a byte has changed\(pair.remarkOnUncompared)"
            }
            return pair.isEquivalent
                ? "equivalent: \(settings), the same value \(users)"
                : "\(settings) with the same value \(users)\(pair.remarkOnUncompared)"
        }
        guard !names.isEmpty else { return "every setting changed\(pair.remarkOnUncompared)" }
        guard names.count <= maximumListCount else {
            return "unchanged \(users): \(names.count) other settings\(pair.remarkOnUncompared)"
        }
        return
            "unchanged \(users): \(names.map(NameText.text(of:)).joined(separator: ", "))\(pair.remarkOnUncompared)"
    }
}

extension DiffReport.Pair {
    /// The addition to a statement about all settings: `; 1 setting could not be compared`
    var remarkOnUncompared: String {
        failureCount == 0 ? "" : "; \(Count.of(failureCount, "setting")) could not be compared"
    }
}

/// The offsets of the texts of a change, which are adjacent.
private struct TextRow {
    var start = 0
    var versionsEnd = 0
    var valuesEnd = 0
    var valuesWidth = 0
    var causeEnd = 0
    var shippedEnd = 0

    var versionsWidth = 0
}

/// The rows of a setting. They are collected first, because a column is as wide as its widest text.
private struct TextRows {
    private var texts = TextBuffer()
    private var rows: [TextRow] = []

    mutating func removeAll() {
        texts.removeAll()
        rows.removeAll(keepingCapacity: true)
    }

    mutating func append(_ write: (inout TextBuffer) -> TextRow) {
        let start = texts.count
        var row = write(&texts)
        row.start = start
        rows.append(row)
    }

    func write(to buffer: inout TextBuffer) {
        let versionsWidth = columnWidth { $0.versionsWidth }
        let valuesWidth = columnWidth { $0.valuesWidth }
        if let width = buffer.display.width, isWider(than: width, versionsWidth, valuesWidth) {
            table.write(to: &buffer, indentation: 2)
            return
        }
        let blank = UInt8(ascii: " ")
        texts.bytes.withRawSpan { texts in
            for row in rows {
                let versions = buffer.count + 2
                // Widths are in cells, and a text may have fewer cells than bytes.
                let surplus = row.versionsEnd - row.start - row.versionsWidth
                let values = versions + max(versionsWidth, row.versionsWidth) + surplus + Self.gap
                let padding = max(0, valuesWidth - row.valuesWidth) + Self.gap
                let cause = values + row.valuesEnd - row.versionsEnd + padding
                buffer.write(byte: UInt8(ascii: " "), count: cause - buffer.count)
                buffer.overwrite(at: versions, with: texts, from: row.start, to: row.versionsEnd)
                buffer.overwrite(at: values, with: texts, from: row.versionsEnd, to: row.valuesEnd)
                buffer.write(texts, from: row.valuesEnd, to: row.causeEnd)
                buffer.endLine()
                guard row.causeEnd < row.shippedEnd else { continue }
                buffer.write(byte: blank, count: 2 + versionsWidth + Self.gap)
                buffer.write(texts, from: row.causeEnd, to: row.shippedEnd)
                buffer.endLine()
            }
        }
    }

    private static let gap = 3

    /// Whether a line is wider than the display.
    private func isWider(than width: Int, _ versionsWidth: Int, _ valuesWidth: Int) -> Bool {
        rows.contains { row in
            let values = 2 + max(versionsWidth, row.versionsWidth) + Self.gap
            let cause = values + max(valuesWidth, row.valuesWidth) + Self.gap
            return cause + DisplayWidth.of(text(from: row.valuesEnd, to: row.causeEnd)) > width
                || 2 + versionsWidth + Self.gap + DisplayWidth.of(text(from: row.causeEnd, to: row.shippedEnd)) > width
        }
    }

    /// The rows for a narrow display.
    private var table: TextTable {
        var table = TextTable(columns: 4, gap: Self.gap)
        for row in rows {
            table.cell(text(from: row.start, to: row.versionsEnd))
            table.cell(text(from: row.versionsEnd, to: row.valuesEnd))
            table.cell(text(from: row.valuesEnd, to: row.causeEnd))
            table.cell(text(from: row.causeEnd, to: row.shippedEnd))
        }
        return table
    }

    private func text(from start: Int, to end: Int) -> String {
        String(decoding: texts.bytes[start..<end], as: UTF8.self)
    }

    /// The width of a column without overlong texts: one long requirement must not push all other rows to the right.
    private func columnWidth(_ width: (TextRow) -> Int) -> Int {
        var widest = 0
        for row in rows where width(row) <= Self.maximumColumnWidth { widest = max(widest, width(row)) }
        return widest
    }

    private static let maximumColumnWidth = 160
}
