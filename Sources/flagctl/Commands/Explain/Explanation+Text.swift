import FlagAnalysis
import FlagResolver

extension Explanation {
    /// The chain of entries for one version, and the stretch around it.
    func writeText(for version: AppVersion, to buffer: inout TextBuffer) {
        let resolution = settings.resolve(slot, for: version)
        buffer.write("\(title) = \(text(of: resolution.value ?? 0))   for \(version)\n")
        var table = TextTable(columns: 4, gap: 3)
        for position in settings.entries(of: slot).indices {
            let entry = settings.loaded.entries[position]
            let verdict = verdict(on: position, for: version, resolution: resolution)
            table.cell((verdict == .wins ? "→ " : "  ") + PlainText.escaped(requirement(of: entry)))
            table.cell { ValueText.write(Int(entry.value), of: tree, to: &$0) }
            table.cell(document.line(of: Int(entry.node)))
            table.cell(remark(verdict))
        }
        let isDefault = resolution.entry == nil
        table.cell(isDefault ? "→ default" : "  default")
        table.cell { ValueText.write(Int(setting.defaultValue), of: tree, to: &$0) }
        table.cell(document.line(of: Int(setting.defaultValue)))
        table.cell(
            !isDefault ? "" : setting.listsEntries ? "wins (no entry matches)" : "wins (there are no entries)")
        table.write(to: &buffer)
        writeStretch(around: version, to: &buffer)
    }

    private func remark(_ verdict: Verdict) -> String {
        switch verdict {
        case .wins: "wins (first match)"
        case .alsoMatches: "also matches"
        case .doesNotMatch: "does not match"
        case .isPassedOver: "matches, but is passed over: not \(setting.declaredType.nameWithArticle)"
        }
    }

    /// `this value holds for >=1.4.1 <1.4.3; it is true for >=1.4.0 <1.4.1 and from 1.4.3 on`
    private func writeStretch(around version: AppVersion, to buffer: inout TextBuffer) {
        let runs = history.runs
        guard let own = runs.first(where: { $0.stretch.contains(version) }) else { return }
        buffer.write("this value holds \(VersionPhrase.of([own.stretch]))")
        var told: Set<Int> = [own.valueClass]
        for run in runs where told.insert(run.valueClass).inserted {
            let stretches = runs.filter { $0.valueClass == run.valueClass }.map(\.stretch)
            buffer.write("; it is \(text(of: run.value)) \(VersionPhrase.of(stretches))")
        }
        buffer.endLine()
    }

    /// The value of every stretch of the version line, and the entries that win nowhere.
    func writeHistory(to buffer: inout TextBuffer) {
        buffer.write("\(title)   for every version\n")
        var table = TextTable(columns: 4, gap: 3)
        for part in history.parts {
            table.cell(part.stretch.description)
            table.cell { ValueText.write(part.value, of: tree, to: &$0) }
            table.cell(document.line(of: origin(of: part)))
            table.cell(
                part.entry.map { PlainText.escaped(requirement(of: settings.loaded.entries[$0])) } ?? "default")
        }
        for position in history.neverWinning {
            let entry = settings.loaded.entries[position]
            table.cell("never")
            table.cell { ValueText.write(Int(entry.value), of: tree, to: &$0) }
            table.cell(document.line(of: Int(entry.node)))
            table.cell(PlainText.escaped(requirement(of: entry)))
        }
        table.write(to: &buffer, indentation: 2)
    }

    private var title: String {
        var buffer = TextBuffer()
        NameText.write(settings.nameBytes(of: slot), to: &buffer)
        return buffer.text
    }

    private func text(of value: Int) -> String {
        ValueText.text(of: value, in: tree)
    }
}
