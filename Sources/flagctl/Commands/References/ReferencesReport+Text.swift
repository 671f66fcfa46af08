import FlagAnalysis
import FlagReferences

extension ReferencesReport {
    /// The settings with their places, then the findings.
    func writeText(for display: Display, to buffer: inout TextBuffer) {
        let renderer = display.renderer
        for setting in comparison.settings {
            buffer.write(display.style.bold(PlainText.escaped(setting.name)))
            buffer.endLine()
            for reference in setting.references {
                let word = Self.word(for: reference)
                buffer.write("  \(word)")
                buffer.write(byte: UInt8(ascii: " "), count: Self.wordWidth - word.count + 2)
                buffer.write(renderer.location(of: comparison.code.location(of: reference)))
                if reference.isGroup { buffer.write("  with the group \(NameText.quoted(reference.name))") }
                buffer.endLine()
            }
            for mention in setting.mentions {
                buffer.write("  mentioned \(renderer.location(of: mention))")
                buffer.endLine()
            }
            if !setting.isRead, setting.mentions.isEmpty {
                buffer.write(setting.isUsedByDocument ? "  not read by code, but by the document\n" : "  not read\n")
            }
            buffer.flushFullChunk()
        }
        let shown = findings.filter { showsNotes || $0.diagnostic.severity > .note }
        if !comparison.settings.isEmpty, !shown.isEmpty { buffer.endLine() }
        var frame = renderer.frame
        for finding in shown.prefix(Diagnostic.maximumShownCount) {
            renderer.write(finding.diagnostic, &frame, to: &buffer)
            buffer.flushFullChunk()
        }
        Diagnostic.writeCount(ofFurther: shown.count - Diagnostic.maximumShownCount, "finding", to: &buffer)
    }

    private static let wordWidth = 8

    private static func word(for reference: SettingReference) -> String {
        switch reference.kind {
        case .declaration: "declared"
        case .read: reference.certainty == .possible ? "may read" : "read"
        case .override: "override"
        }
    }

    /// `1 error, 1 warning in 4 settings and 2 Swift files (120 lines)`
    func writeSummary(to buffer: inout TextBuffer) {
        guard comparison.code.fileCount > 0 || comparison.hasDocuments else {
            if !failures.isEmpty { buffer.write("\(failures.coverage(""))\n") }
            return
        }
        var parts = [Count.of(count(of: .error), "error"), Count.of(count(of: .warning), "warning")]
        if showsNotes { parts.append(Count.of(count(of: .note), "note")) }
        buffer.write("\(parts.joined(separator: ", ")) in \(Count.of(comparison.settings.count, "setting")) and ")
        buffer.write(
            "\(Count.of(comparison.code.fileCount, "Swift file")) (\(Count.of(comparison.code.lineCount, "line")))")
        let others = comparison.code.otherFiles
        if !others.isEmpty { buffer.write("; \(OtherFile.summary(of: others))") }
        if !comparison.hasDocuments { buffer.write("; nothing to compare with: --document FILE") }
        let hidden = showsNotes ? 0 : count(of: .note)
        if hidden > 0 {
            buffer.write("; \(Count.of(hidden, "name")) that \(hidden == 1 ? "is" : "are") not seen: --notes")
        }
        if knownCount > 0 { buffer.write("; \(Count.of(knownCount, "known finding")) left out") }
        if !gone.isEmpty { buffer.write("; \(Count.of(gone.count, "known finding")) gone") }
        if !failures.isEmpty { buffer.write(" (\(failures.coverage("")))") }
        buffer.endLine()
    }
}
