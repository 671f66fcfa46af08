import FlagAnalysis
import FlagResolver

/// A summary of all changes of a comparison: the numbers, what changes, and who is affected.
struct DiffSummary {
    /// A change of a setting.
    struct Row {
        let pair: DiffReport.Pair
        let setting: SettingDifference
        let shown: DiffReport.Shown
        /// The shipped versions that it reaches; `nil` without a list of releases.
        let reach: String?
        /// Why the change does not count; `nil` if it does.
        let remark: String?
        /// The documents with this change.
        fileprivate(set) var files: [String] = []
    }

    let report: DiffReport
    let rows: [Row]
    let changedCount: Int
    let addedCount: Int
    let removedCount: Int
    let unchangedCount: Int
    let countingCount: Int

    /// Text and Markdown truncate a longer list. JSON has all changes.
    static let maximumRowCount = 50

    init(_ report: DiffReport) {
        self.report = report
        let settings = report.pairs.flatMap(\.difference.settings)
        addedCount = settings.count { $0.isAdded }
        removedCount = settings.count { $0.isRemoved }
        changedCount = settings.count - addedCount - removedCount
        unchangedCount = report.pairs.reduce(0) { $0 + $1.difference.unchanged.count }
        countingCount = settings.count { report.counts($0) }
        var rows = SharedRows<Row>()
        for pair in report.pairs {
            for setting in pair.difference.settings {
                for shown in report.shown(setting) {
                    let row = Row(
                        pair: pair, setting: setting, shown: shown,
                        reach: pair.document.versionStyle.apply { report.reach(of: shown, of: setting, in: pair) },
                        remark: report.remark(on: shown, of: setting))
                    rows.add(row, showing: row.cells, of: PlainText.escaped(pair.new.name))
                }
            }
        }
        self.rows = rows.rows.map { row, files in
            var row = row
            row.files = files
            return row
        }
    }

    /// `size: 512 → 530 bytes`; `nil` if no byte changes.
    private var size: String? {
        let changed = report.pairs.filter { !$0.isIdentical }
        guard !changed.isEmpty else { return nil }
        let before = changed.reduce(0) { $0 + ($1.isNew ? 0 : $1.old.tree.bytes.count) }
        let after = changed.reduce(0) { $0 + ($1.isDeleted ? 0 : $1.new.tree.bytes.count) }
        let files = report.pairs.count > 1 ? " in \(Count.of(changed.count, "changed file"))" : ""
        return "size: \(before) → \(after) bytes\(files)"
    }

    private var settingCount: Int { changedCount + addedCount + removedCount }

    /// `2 settings change in 1 of 3 files`, `no value changes`
    var title: String {
        guard settingCount > 0 else { return "no value changes" }
        let changes = Count.of(settingCount, "setting changes", "settings change")
        let files = report.pairs.count { !$0.difference.settings.isEmpty }
        return report.pairs.count == 1 ? changes : "\(changes) in \(files) of \(Count.of(report.pairs.count, "file"))"
    }

    /// `1 changed, 1 added, 0 removed, 2 unchanged; 1 of the changes counts`
    var numbers: String {
        let numbers =
            "\(changedCount) changed, \(addedCount) added, \(removedCount) removed, \(unchangedCount) unchanged"
        guard countingCount < settingCount else { return numbers }
        return "\(numbers); \(countingCount == 0 ? "none" : "\(countingCount)") of the changes "
            + "\(countingCount == 1 ? "counts" : "count")"
    }

    /// The shipped versions that any change reaches, for each list of releases; none without one.
    var affected: [String] {
        var lines: [String] = []
        for pair in report.pairs where !pair.difference.settings.isEmpty {
            // Shipped versions do not know settings that are new.
            let known = pair.difference.settings.filter { !$0.isAdded }
            let versions = VersionSet(
                known.flatMap { report.shown($0) }.filter(\.isInside).flatMap(\.versions.intervals))
            guard let shipped = pair.document.versionStyle.apply({ pair.shipped(versions) }) else { continue }
            let name = report.pairs.count > 1 ? "\(PlainText.escaped(pair.new.name)): " : ""
            lines.append("\(name)\(shipped)")
        }
        return lines
    }

    /// What happened to files, apart from their content.
    private var fileLines: [String] {
        report.pairs.compactMap { pair in
            pair.fileStatement.map { PlainText.escaped("\(pair.new.name): \($0)") }
        }
    }

    var uncomparedCount: Int { report.pairs.reduce(0) { $0 + $1.failureCount } }
}

extension DiffReport {
    var summary: DiffSummary { DiffSummary(self) }
}

extension DiffReport.Pair {
    /// The document whose versions are named.
    fileprivate var document: LoadedDocument { isDeleted ? old : new }
}

extension DiffSummary.Row {
    /// The versions or users of a change, and the shipped versions among them.
    fileprivate var users: String {
        var buffer = TextBuffer()
        pair.document.versionStyle.apply { pair.write(usersOf: shown, to: &buffer) }
        return buffer.text
    }

    fileprivate var name: String { NameText.text(of: setting.name) }

    /// What the row shows, apart from its documents.
    fileprivate var cells: [String] { [name, pair.values(of: shown), users, reach ?? "", remark ?? ""] }
}

extension DiffSummary {
    /// The numbers, then a line for each change.
    func writeText(to buffer: inout TextBuffer) {
        buffer.write("\(title): \(numbers)\n")
        for line in fileLines { buffer.write("\(line)\n") }
        for line in affected { buffer.write("affected: \(line)\n") }
        if let size { buffer.write("\(size)\n") }
        if uncomparedCount > 0 { buffer.write("\(Count.of(uncomparedCount, "setting")) could not be compared\n") }
        guard !rows.isEmpty else { return }
        buffer.endLine()
        var table = TextTable(columns: 4)
        for row in rows.prefix(Self.maximumRowCount) {
            let file = report.pairs.count > 1 ? " (\(row.files.joined(separator: ", ")))" : ""
            table.cell(row.name + file)
            table.cell(row.pair.values(of: row.shown))
            table.cell(row.users)
            table.cell([row.reach, row.remark].compactMap { $0 }.joined(separator: ", "))
        }
        table.write(to: &buffer)
        writeRest(to: &buffer)
    }

    private func writeRest(to buffer: inout TextBuffer) {
        let rest = rows.count - Self.maximumRowCount
        if rest > 0 { buffer.write("and \(Count.of(rest, "more change")); --format json has all of them\n") }
    }

    /// A comment for a pull request.
    func writeMarkdown(to comment: inout MarkdownComment) {
        comment.add { report.failures.writeMarkdown(to: &$0) }
        comment.add { buffer in
            buffer.write("### ")
            MarkdownTable.writeText(title.utf8, to: &buffer)
            buffer.write("\n\n- \(numbers)\n")
        }
        func item(_ start: String, _ line: String, to buffer: inout TextBuffer) {
            buffer.write(start)
            MarkdownTable.writeText(line.utf8, to: &buffer)
            buffer.endLine()
        }
        for line in fileLines { comment.add(.detail) { item("- ", line, to: &$0) } }
        for line in affected { comment.add { item("- affected: ", line, to: &$0) } }
        if let size { comment.add { item("- ", size, to: &$0) } }
        comment.add { writeChanges(to: &$0) }
    }

    /// The largest changes as a table.
    private func writeChanges(to buffer: inout TextBuffer) {
        if uncomparedCount > 0 { buffer.write("- \(Count.of(uncomparedCount, "setting")) could not be compared\n") }
        guard !rows.isEmpty else { return }
        let hasFiles = report.pairs.count > 1
        buffer.endLine()
        MarkdownTable.writeHeader((hasFiles ? ["files"] : []) + ["setting", "change", "who"], to: &buffer)
        for row in rows.prefix(Self.maximumRowCount) {
            buffer.write("| ")
            if hasFiles {
                MarkdownTable.writeText(row.files.joined(separator: ", ").utf8, to: &buffer)
                buffer.write(" | ")
            }
            MarkdownTable.writeCode(row.name.utf8, to: &buffer)
            if let remark = row.remark { buffer.write(" (\(remark))") }
            buffer.write(" | ")
            MarkdownTable.writeCode(row.pair.values(of: row.shown).utf8, to: &buffer)
            buffer.write(" | ")
            MarkdownTable.writeCode(row.users.utf8, to: &buffer)
            if let reach = row.reach {
                buffer.write("; ")
                MarkdownTable.writeText(reach.utf8, to: &buffer)
            }
            buffer.write(" |\n")
        }
        guard rows.count > Self.maximumRowCount else { return }
        buffer.endLine()
        writeRest(to: &buffer)
    }
}

extension DiffSummary {
    static let json = JSONObject<DiffSummary>("summary") {
        Member("changed", .count, "The settings with another value.") { $0.changedCount }
        Member("added", .count, "The settings that are new.") { $0.addedCount }
        Member("removed", .count, "The settings that are gone.") { $0.removedCount }
        Member("unchanged", .count, "The settings that are equal.") { $0.unchangedCount }
        Member("counting", .count, "The settings because of which diff exits 1.") { $0.countingCount }
    }
}
