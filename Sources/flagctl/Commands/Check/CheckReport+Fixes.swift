import FlagAnalysis

extension CheckReport {
    /// What unsafe fixes change for whom, then the patches of all files.
    func writeFixes(for display: Display, to buffer: inout TextBuffer) {
        let isShown = fixMode == .diff
        let changes = fixes.flatMap { file in
            file.repaired.map {
                (
                    file: file.name, verb: ["give", "gives"],
                    change: "\(NameText.quoted($0)) a value, which it did not have"
                )
            }
                + file.changes.map { (file: file.name, verb: ["change", "changes"], change: $0.sentence) }
        }
        guard !changes.isEmpty || isShown && fixes.contains(where: { $0.patch != nil }) else { return }
        if !isEmptyText { buffer.endLine() }
        for (file, verb, change) in changes.prefix(Self.maximumChangeCount) {
            let name = PlainText.escaped(file)
            buffer.write("\(name): \(isShown ? "the fixes \(verb[0])" : "fixed, which \(verb[1])") \(change)\n")
        }
        let others = changes.count - Self.maximumChangeCount
        if others > 0 { buffer.write("and \(Count.of(others, "more change")), which --format json lists\n") }
        guard isShown else { return }
        for file in fixes { file.patch?.write(for: display, to: &buffer) }
    }

    private static let maximumChangeCount = 20

    /// Whether text shows no finding.
    private var isEmptyText: Bool {
        Severity.allCases.allSatisfy { (!showsNotes && $0 == .note) || count(of: $0) == 0 }
    }

    /// `2 findings can be fixed with --apply, 1 more with --unsafe-fixes`
    var fixSummary: String? {
        guard let fixMode else { return nil }
        let count = fixes.reduce(0) { $0 + $1.count }
        let applied = fixes.reduce(0) { $0 + ($1.isApplied || fixMode == .print ? $1.count : 0) }
        let further = fixes.reduce(0) { $0 + $1.furtherCount }
        var parts: [String] = []
        if applied > 0 {
            parts.append("\(Count.of(applied, "finding")) fixed")
        } else if count > 0 {
            parts.append("\(Count.of(count, "finding")) can be fixed with --apply")
        }
        if further > 0 {
            parts.append("\(count > 0 ? "\(further) more" : Count.of(further, "finding")) only with --unsafe-fixes")
        }
        return parts.isEmpty ? "nothing can be fixed" : parts.joined(separator: ", ")
    }
}
