import FlagAnalysis
import FlagResolver

extension ReleaseReport {
    /// A page that loads nothing: the verdict, then the sections of each document.
    func writeHTML(to buffer: inout TextBuffer) {
        HTMLText.writeHead(
            title: "\(verdict)\(failures.isEmpty ? "" : " (incomplete)")", style: Self.style, to: &buffer)
        buffer.write("<body>\n<main>\n<h1>")
        HTMLText.write(verdict, to: &buffer)
        buffer.write("</h1>\n")
        failures.writeHTML(to: &buffer)
        for document in sections {
            buffer.write("<section>\n<h2>")
            HTMLText.write(PlainText.escaped(document.title), to: &buffer)
            buffer.write("</h2>\n<table>\n<tbody>\n")
            for section in document.sections { write(section, to: &buffer) }
            buffer.write("</tbody>\n</table>\n</section>\n")
        }
        buffer.write("</main>\n</body>\n</html>\n")
    }

    private func write(_ section: ReleaseSection, to buffer: inout TextBuffer) {
        buffer.write("<tr class=\"\(section.outcome.rawValue)\"><td>\(section.outcome.word)</td>")
        buffer.write("<th scope=\"row\">\(section.name)</th><td>")
        HTMLText.write(PlainText.escaped(section.summary), to: &buffer)
        if !section.rows.isEmpty {
            buffer.write("\n<ul>\n")
            for row in section.rows {
                buffer.write("<li>")
                let cells = row.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
                HTMLText.write(PlainText.escaped(cells.joined(separator: " · ")), to: &buffer)
                buffer.write("</li>\n")
            }
            buffer.write("</ul>\n")
        }
        buffer.write("</td></tr>\n")
    }

    /// The contrast of all text is at least 4.5 to 1, in light and dark mode. The outcome is a word, too.
    private static let style = """
        :root { color-scheme: light dark; --text: #1c2024; --page: #ffffff; --line: #d5dae1; --passed: #1b6b2c;
          --warned: #7a4b00; --failed: #a4161a; --skipped: #5b6470; }
        @media (prefers-color-scheme: dark) { :root { --text: #e8ebef; --page: #14171b; --line: #363d47; --passed: #7fd491;
          --warned: #f0b95b; --failed: #ff9a9e; --skipped: #a3adba; } }
        body { margin: 0; background: var(--page); color: var(--text);
          font: 15px/1.45 system-ui, -apple-system, "Segoe UI", sans-serif; }
        main { padding: 1.5rem 2rem 3rem; max-width: 70rem; }
        h1 { font-size: 1.4rem; } h2 { font: 600 1.05rem ui-monospace, SFMono-Regular, Menlo, monospace; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; vertical-align: top; padding: .35rem .75rem; border-bottom: 1px solid var(--line);
          overflow-wrap: anywhere; }
        td:first-child { font-weight: 600; width: 6rem; } th { font-weight: 500; width: 7rem; }
        ul { margin: .35rem 0 0; padding-left: 1.1rem; } .incomplete { padding: 0 1rem; border: 3px solid #d0342c; }
        .passed td:first-child { color: var(--passed); } .warned td:first-child { color: var(--warned); }
        .failed td:first-child { color: var(--failed); } .skipped td:first-child { color: var(--skipped); }
        @media print { :root { --text: #000000; --page: #ffffff; --line: #999999; --passed: #1b6b2c; --warned: #7a4b00;
          --failed: #a4161a; --skipped: #444444; } main { padding: 0; } tr { break-inside: avoid; } }

        """
}

extension ReleaseReport {
    /// All findings, for annotations. Allowed changes are notes.
    var diagnostics: [Diagnostic] {
        var found: [Diagnostic] = []
        for part in parts {
            found += part.document.versionStyle.apply { part.diagnostics }
        }
        for document in deleted { found += document.comparison.diagnosticsOfShipped }
        return found
    }
}

extension ReleaseReport.Part {
    fileprivate var diagnostics: [Diagnostic] {
        var found = checked.findings.map { checked.diagnostic(of: $0) }
        if let proof { found += proof.diagnostics().map(\.diagnostic) }
        found += boundaries.map(\.diagnostic)
        if let comparison { found += comparison.diagnosticsOfShipped }
        return found
    }
}

extension DiffReport {
    /// The changes, with the shipped versions as the list of releases spells them.
    fileprivate var diagnosticsOfShipped: [Diagnostic] {
        (pairs.first?.styleOfShipped ?? .standard).apply { diagnostics.map(\.diagnostic) }
    }
}

extension DiffReport.Pair {
    /// The style of sets of shipped versions.
    var styleOfShipped: VersionStyle {
        (isDeleted ? old : new).versionStyle.naming(releases?.shipped.map(\.version) ?? [])
    }
}
