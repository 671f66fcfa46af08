import FlagAnalysis
import FlagImport
import FlagResolver

extension ImportReport {
    /// Text shows this many settings, and JSON all of them.
    static let maximumSettingCount = 100
    /// Text shows this many places of a remark.
    private static let maximumPlaceCount = 3

    /// `6 parameters: 2 exact, 3 differ, 1 left out`
    var title: String {
        let all = Count.of(settings.count, source.settingWord)
        let exact = settings.count { outcome(of: $0) == .exact }
        guard exact < settings.count else {
            let condition = source.remarks.isEmpty ? "" : ", if the remarks hold"
            return "\(all): everybody gets the values of \(source.system)\(condition)"
        }
        let parts = [
            (exact, "\(exact) exact"), count(.differs) { $0 == 1 ? "1 differs" : "\($0) differ" },
            count(.leftOut) { "\($0) left out" }, count(.unknown) { "\($0) not compared" },
            count(.suspect) { "\($0) suspect" },
        ]
        return "\(all): " + parts.filter { $0.0 > 0 }.map(\.1).joined(separator: ", ")
    }

    private func count(_ outcome: Outcome, _ text: (Int) -> String) -> (Int, String) {
        let count = settings.count { self.outcome(of: $0) == outcome }
        return (count, text(count))
    }

    /// A paragraph for each setting that differs, then the reasons, remarks and findings, each once.
    func writeText(to buffer: inout TextBuffer) {
        buffer.write("\(PlainText.escaped(text.name)): \(title)\n")
        for setting in inexact.prefix(Self.maximumSettingCount) {
            buffer.endLine()
            write(setting, to: &buffer)
        }
        let rest = inexact.count - Self.maximumSettingCount
        if rest > 0 {
            buffer.write("\nand \(Count.of(rest, "more \(source.settingWord)")); --report json=FILE has all of them\n")
        }
        writeSection("why values differ or are not known:", doubts, to: &buffer) { doubt, buffer in
            buffer.write("\(place(doubt.span)): \(PlainText.escaped(doubt.text.shortened(to: 100)))\n")
            buffer.write("    \(PlainText.escaped(doubt.reason))\n    = help: \(PlainText.escaped(doubt.help))\n")
        }
        writeSection("what this relies on, and what is not imported:", source.remarks, to: &buffer) { remark, buffer in
            buffer.write("\(places(of: remark)): \(PlainText.escaped(remark.text))\n")
        }
        writeSection("what \"flagctl check\" finds in the document:", findings, to: &buffer) { found, buffer in
            buffer.write(
                "\(place(found.span)): \(found.finding.severity.rawValue): \(PlainText.escaped(found.finding.message)) [\(found.finding.code.rawValue)]\n"
            )
        }
        guard let comparison, let old = comparison.pairs.first?.old.name else { return }
        buffer.write("\nwhat changes from \(PlainText.escaped(old)):\n")
        comparison.writeText(to: &buffer)
    }

    private func writeSection<Element>(
        _ title: String, _ elements: [Element], to buffer: inout TextBuffer,
        _ write: (Element, inout TextBuffer) -> Void
    ) {
        guard !elements.isEmpty else { return }
        buffer.write("\n\(title)\n")
        for element in elements.prefix(Self.maximumSettingCount) {
            buffer.write("  ")
            write(element, &buffer)
        }
        let rest = elements.count - Self.maximumSettingCount
        if rest > 0 { buffer.write("  and \(rest) more; --report json=FILE has all of them\n") }
    }

    private func write(_ setting: ImportStatement.Setting, to buffer: inout TextBuffer) {
        buffer.write("\(NameText.text(of: setting.name))\(remark(on: setting))\n")
        var table = TextTable(columns: 3, gap: 3, lastColumn: .belowRow, maximumColumnWidth: 160)
        var rows = 0
        for group in setting.groups {
            for item in group.cases {
                rows += 1
                guard rows <= FoldedCases.maximumReadableCount else { continue }
                table.cell(PlainText.escaped(space.text(of: item) ?? "everybody"))
                table.cell("\(source.system): \(sourceValues(of: group))")
                table.cell("here: \(importedValues(of: group))")
            }
        }
        table.write(to: &buffer, indentation: 2)
        let rest = rows - FoldedCases.maximumReadableCount
        if rest > 0 { buffer.write("  and \(Count.of(rest, "more case")); --report json=FILE has all of them\n") }
        for doubt in setting.doubts.prefix(FoldedCases.maximumReadableCount) {
            buffer.write("  because of \(PlainText.escaped(doubt.text.shortened(to: 100))) (\(place(doubt.span)))\n")
        }
        guard outcome(of: setting) == .suspect else { return }
        for found in findingsOfSuspect(in: setting).prefix(FoldedCases.maximumReadableCount) {
            buffer.write("  \(PlainText.escaped(found.finding.message)) (\(place(found.span)))\n")
        }
    }

    /// ` (left out)`, ` (accepted)`
    func remark(on setting: ImportStatement.Setting) -> String {
        let outcome: String? =
            switch self.outcome(of: setting) {
            case .exact, .differs: nil
            case .leftOut: "left out"
            case .unknown: "not compared"
            case .suspect: "suspect"
            }
        let remarks = [outcome, isAccepted(setting) ? "accepted" : nil].compactMap { $0 }
        return remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
    }

    /// `true or false`, `the app's own default`
    func sourceValues(of group: ImportStatement.Group) -> String {
        let values = group.sourceValues.map { content in
            switch content {
            case .json(let json): Self.valueText(json)
            case .unknown(let reason): PlainText.escaped(reason)
            }
        }
        return values.joined(separator: " or ")
    }

    /// `true for 25 % of "cart", else false`
    func importedValues(of group: ImportStatement.Group) -> String {
        let shares = group.importedValues.compactMap { value in
            value.share.map { "\(Self.valueText(value.json)) for \(PlainText.escaped($0))" }
        }
        let others = group.importedValues.filter { $0.share == nil }.map { Self.valueText($0.json) }
            .joined(separator: " or ")
        guard !shares.isEmpty else { return others }
        return shares.joined(separator: ", ") + (others.isEmpty ? "" : ", else \(others)")
    }

    private static func valueText(_ json: [UInt8]) -> String {
        guard let tree = try? JSONTree(parsing: json) else { return String(decoding: json, as: UTF8.self) }
        return ValueText.clipped(tree.root)
    }

    /// The first places of a remark, and how many more there are.
    func places(of remark: ImportRemark) -> String {
        let shown = remark.spans.prefix(Self.maximumPlaceCount).map { place($0) }
        let rest = remark.spans.count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(Count.of(rest, "more place"))" : "")
    }
}
