import FlagAnalysis
import FlagResolver

extension DiffReport {
    /// A comment for a pull request: what changes, for which versions, and why.
    func writeMarkdown(to comment: inout MarkdownComment) {
        comment.add { failures.writeMarkdown(to: &$0) }
        for (index, pair) in shownPairs.enumerated() {
            let count = pair.difference.settings.count
            comment.add { buffer in
                if index > 0 { buffer.endLine() }
                buffer.write("### ")
                MarkdownTable.writeText(PlainText.escaped(pair.new.name).utf8, to: &buffer)
                MarkdownTable.writeText(PlainText.escaped(pair.remark).utf8, to: &buffer)
                guard count > 0 else {
                    buffer.write(": no value changes for any version\(pair.remarkOnUncompared)\n")
                    return
                }
                buffer.write(": \(Count.of(count, "setting changes", "settings change"))\n\n")
                MarkdownTable.writeHeader(["setting", "versions", "before", "after", "because"], to: &buffer)
            }
            guard count > 0 else { continue }
            for setting in pair.difference.settings {
                for shown in shown(setting) {
                    comment.add(shown.isInside && counts(setting) ? .row : .detail) {
                        writeRow(shown, of: setting, pair, to: &$0)
                    }
                }
            }
            comment.add { buffer in
                buffer.endLine()
                MarkdownTable.writeText(Self.conclusion(of: pair).utf8, to: &buffer)
                buffer.endLine()
                if let coverage = pair.readerCoverage { buffer.write("\n\(coverage.phrase)\n") }
            }
        }
        if let unchanged = unchangedFiles {
            comment.add { $0.write("\(shownPairs.isEmpty ? "" : "\n")\(unchanged)\n") }
        }
    }

    private func writeRow(_ shown: Shown, of setting: SettingDifference, _ pair: Pair, to buffer: inout TextBuffer) {
        buffer.write("| ")
        MarkdownTable.writeCode(NameText.text(of: setting.name).utf8, to: &buffer)
        if isAllowed(setting) { buffer.write(" (allowed)") }
        if let renaming = Self.renaming(of: setting) {
            buffer.write(" (")
            MarkdownTable.writeText(renaming.utf8, to: &buffer)
            buffer.write(")")
        }
        buffer.write(" | ")
        var users = TextBuffer()
        pair.write(usersOf: shown, to: &users)
        MarkdownTable.writeCode(users.bytes, to: &buffer)
        buffer.write(" | ")
        switch shown.change {
        case .written(let change):
            writeValue(change.oldValue.map { pair.old.tree[$0] }, or: "(absent)", to: &buffer)
            buffer.write(" | ")
            writeValue(change.newValue.map { pair.new.tree[$0] }, or: "(absent)", to: &buffer)
        case .read(let change):
            writeValue(change.before.value, or: "(not known)", to: &buffer)
            buffer.write(" | ")
            writeValue(change.after.value, or: "(not known)", to: &buffer)
        }
        buffer.write(" | ")
        if let members = shown.written.flatMap({ pair.memberText(of: $0) }) {
            MarkdownTable.writeText(members.utf8, to: &buffer)
            buffer.write("; ")
        }
        MarkdownTable.writeText(pair.reason(of: shown, setting).text.utf8, to: &buffer)
        if let reach = reach(of: shown, of: setting, in: pair) {
            buffer.write("; ")
            MarkdownTable.writeText(reach.utf8, to: &buffer)
        }
        if let readers = Self.readers(of: setting) { buffer.write("; \(readers)") }
        if isUnknownToFrozen(setting) || isUnnoticed(setting) || !shown.isInside,
            let remark = remark(on: shown, of: setting)
        {
            buffer.write("; \(remark), does not count")
        }
        buffer.write(" |\n")
    }

    private func writeValue(_ value: JSONValue?, or none: String, to buffer: inout TextBuffer) {
        guard let value else {
            buffer.write(none)
            return
        }
        MarkdownTable.writeCode(ValueText.clipped(value).utf8, to: &buffer)
    }
}
