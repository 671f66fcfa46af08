import FlagAnalysis
import FlagReaders
import FlagResolver

extension DiffReport {
    /// A longer list of names is replaced by a count.
    private static let maximumListCount = 20

    /// A paragraph for each setting that differs, and a line for all others.
    func writeText(to buffer: inout TextBuffer) {
        var table = Self.emptyTable
        for (index, pair) in shownPairs.enumerated() {
            if pairs.count > 1 || pair.fileChange != .none {
                if index > 0 { buffer.endLine() }
                buffer.write("\(PlainText.escaped(pair.new.name + pair.remark)):\n")
            }
            let (read, unread) = Self.partition(pair.difference.settings)
            for setting in read {
                write(setting, of: pair, with: &table, to: &buffer)
                buffer.flushFullChunk()
            }
            if !unread.isEmpty { buffer.write("\(read.isEmpty ? "" : "\n")read by no recorded release:\n") }
            for setting in unread {
                write(setting, of: pair, with: &table, to: &buffer)
                buffer.flushFullChunk()
            }
            buffer.write(Self.conclusion(of: pair))
            buffer.endLine()
            if let coverage = pair.readerCoverage { buffer.write("\(coverage.phrase)\n") }
        }
        if let unchanged = unchangedFiles { buffer.write("\(shownPairs.isEmpty ? "" : "\n")\(unchanged)\n") }
    }

    /// The settings, with those apart that no recorded release reads.
    private static func partition(
        _ settings: [SettingDifference]
    ) -> (read: [SettingDifference], unread: [SettingDifference]) {
        (
            settings.filter { !($0.readers?.reading.isEmpty ?? false) },
            settings.filter { $0.readers?.reading.isEmpty ?? false }
        )
    }

    /// A paragraph for each setting that differs.
    func writeSettings(of pair: Pair, to buffer: inout TextBuffer) {
        var table = Self.emptyTable
        for setting in pair.difference.settings { write(setting, of: pair, with: &table, to: &buffer) }
    }

    private func write(
        _ setting: SettingDifference, of pair: Pair, with table: inout TextTable, to buffer: inout TextBuffer
    ) {
        buffer.write(NameText.text(of: setting.name))
        let isAllowed = isAllowed(setting)
        let isSmall = !exceedsShare(setting)
        let readers = Self.readers(of: setting)
        if setting.isAdded || setting.isRemoved || isAllowed || isSmall || isUnnoticed(setting) || readers != nil {
            let remarks = [
                isUnknownToFrozen(setting)
                    ? "added: no version of \(ShortText.of(frozen)) knows it, does not count"
                    : setting.isAdded ? "added" : nil, setting.isRemoved ? "removed" : nil, isAllowed ? "allowed" : nil,
                Self.renaming(of: setting), isSmall ? "within --max-share" : nil, readers,
                isUnnoticed(setting) ? "does not count: no recorded release notices it" : nil,
            ]
            buffer.write(" (\(remarks.compactMap { $0 }.joined(separator: ", ")))")
        }
        buffer.endLine()
        table.removeAll()
        for shown in shown(setting) {
            table.cell { pair.write(usersOf: shown, to: &$0) }
            table.cell { pair.write(valuesOf: shown, to: &$0) }
            table.cell { text in
                text.write(pair.reason(of: shown, setting).text)
                if !shown.isInside { text.write(" (outside \(frozen): does not count)") }
            }
            table.cell(reach(of: shown, of: setting, in: pair) ?? "")
        }
        table.write(to: &buffer, indentation: 2)
    }

    /// `read by 1.9.0 and 2.0.0`; `nil` without records, and if no recorded release reads it.
    static func readers(of setting: SettingDifference) -> String? {
        guard let readers = setting.readers, !readers.reading.isEmpty else { return nil }
        let unaware = readers.reading.filter { !readers.noticing.contains($0) }
        let listed = SettingProblem.listed(readers.reading.map(\.description), "and")
        if unaware.isEmpty { return "read by \(listed)" }
        if readers.noticing.isEmpty { return "read by \(listed), which get the same value as before" }
        return "read by \(listed); only \(SettingProblem.listed(readers.noticing.map(\.description), "and")) "
            + "\(readers.noticing.count == 1 ? "gets" : "get") another value"
    }

    /// `renamed to newCheckout?`; `nil` unless the setting was most likely renamed.
    static func renaming(of setting: SettingDifference) -> String? {
        setting.otherName.map { "renamed \(setting.isAdded ? "from" : "to") \(NameText.text(of: $0))?" }
    }

    /// Users, values and cause of each change, and the shipped versions concerned below them.
    private static var emptyTable: TextTable {
        // One long requirement must not push all other rows to the right.
        TextTable(columns: 4, gap: 3, lastColumn: .belowRow, maximumColumnWidth: 160)
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
