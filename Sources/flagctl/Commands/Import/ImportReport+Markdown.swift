import FlagAnalysis
import FlagImport
import FlagResolver

extension ImportReport {
    /// A comment for a pull request: for whom each setting differs, and why.
    func writeMarkdown(to comment: inout MarkdownComment) {
        comment.add { failures.writeMarkdown(to: &$0) }
        comment.add { buffer in
            buffer.write("### ")
            MarkdownTable.writeText("\(PlainText.escaped(text.name)): \(title)".utf8, to: &buffer)
            buffer.write("\n")
        }
        if !inexact.isEmpty {
            comment.add { buffer in
                buffer.write("\n")
                MarkdownTable.writeHeader([source.settingWord, "who", source.system, "here"], to: &buffer)
            }
        }
        for setting in inexact {
            let importance: MarkdownComment.Importance = isAccepted(setting) ? .detail : .row
            guard !setting.groups.isEmpty else {
                let users = outcome(of: setting) == .suspect ? "not known" : "everybody"
                comment.add(importance) { writeRow(setting, users, "", "", to: &$0) }
                continue
            }
            for group in setting.groups {
                for item in group.cases {
                    comment.add(importance) {
                        writeRow(
                            setting, PlainText.escaped(space.text(of: item) ?? "everybody"), sourceValues(of: group),
                            importedValues(of: group), to: &$0)
                    }
                }
            }
        }
        writeList("Why values differ or are not known", doubts, to: &comment) {
            (place($0.span), $0.text, "\($0.reason); \($0.help)")
        }
        writeList("What this relies on, and what is not imported", source.remarks, to: &comment) {
            (places(of: $0), "", $0.text)
        }
        writeList("What `flagctl check` finds in the document", findings, to: &comment) {
            (place($0.span), $0.finding.code.rawValue, $0.finding.message)
        }
        guard let comparison, let old = comparison.pairs.first?.old.name else { return }
        comment.add { buffer in
            buffer.write("\n#### What changes from ")
            MarkdownTable.writeText(PlainText.escaped(old).utf8, to: &buffer)
            buffer.write("\n\n")
        }
        comparison.writeMarkdown(to: &comment)
    }

    private func writeRow(
        _ setting: ImportStatement.Setting, _ users: String, _ before: String, _ after: String,
        to buffer: inout TextBuffer
    ) {
        buffer.write("| ")
        MarkdownTable.writeCode(NameText.text(of: setting.name).utf8, to: &buffer)
        buffer.write(remark(on: setting))
        for text in [users, before, after] {
            buffer.write(" | ")
            MarkdownTable.writeCode(text.utf8, to: &buffer)
        }
        buffer.write(" |\n")
    }

    private func writeList<Element>(
        _ title: String, _ elements: [Element], to comment: inout MarkdownComment,
        _ parts: (Element) -> (place: String, code: String, text: String)
    ) {
        guard !elements.isEmpty else { return }
        comment.add { $0.write("\n#### \(title)\n\n") }
        for element in elements {
            let (place, code, text) = parts(element)
            comment.add(.row) { buffer in
                buffer.write("- ")
                MarkdownTable.writeText(place.utf8, to: &buffer)
                if !code.isEmpty {
                    buffer.write(" ")
                    MarkdownTable.writeCode(PlainText.escaped(code).utf8, to: &buffer)
                }
                buffer.write(": ")
                MarkdownTable.writeText(PlainText.escaped(text).utf8, to: &buffer)
                buffer.write("\n")
            }
        }
    }
}
