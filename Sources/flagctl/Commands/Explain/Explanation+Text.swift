import FlagAnalysis
import FlagResolver

extension Explanation {
    /// The entries, what each does in one context, and the versions around it with the same value if only the version
    /// decides.
    func writeText(for context: EvaluationContext, to buffer: inout TextBuffer) {
        let resolution = settings.resolve(settingIndex, for: context)
        buffer.write("\(title) = \(text(of: resolution.value ?? 0))   for \(Self.text(of: context))\n")
        var table = TextTable(columns: 4, gap: 3)
        for index in setting.entries {
            let entry = settings.loaded[index]
            let unmet = unmetConditions(of: index, for: context)
            let verdict = verdict(on: index, for: context, unmet: unmet, resolution: resolution)
            table.cell(
                (verdict == .wins ? "→ " : "  ")
                    + PlainText.escaped(ShortText.ofConditions(of: entry, in: settings)))
            table.cell { ValueText.writeClipped(tree[Int(entry.value)], to: &$0) }
            table.cell(document.line(of: Int(entry.node)))
            let failures = PlainText.escaped((unmet ?? []).joined(separator: "; "))
            table.cell(failures.isEmpty ? remark(verdict) : failures)
        }
        writeDefault(isWinner: resolution.entry == nil, to: &table)
        table.write(to: &buffer)
        if let version = context.appVersion, let segments { writeInterval(around: version, segments, to: &buffer) }
    }

    /// `checkout = modern   overridden until 2026-12-10T00:00:00Z; the document has:`
    func write(_ override: ContextOverride, to buffer: inout TextBuffer) {
        let end = override.until.map { " until \($0)" } ?? ""
        buffer.write("\(title) = \(ValueText.clipped(override.value))   overridden\(end); the document has:\n")
    }

    /// The row of the default, below those of the entries.
    private func writeDefault(isWinner: Bool, to table: inout TextTable) {
        table.cell(isWinner ? "→ default" : "  default")
        table.cell { ValueText.writeClipped(tree[Int(setting.defaultValue)], to: &$0) }
        table.cell(document.line(of: Int(setting.defaultValue)))
        table.cell(!isWinner ? "" : setting.listsEntries ? "wins (no entry matches)" : "wins (there are no entries)")
    }

    /// `2.1.0, country "DE", 2026-12-03T00:00:00Z`
    static func text(of context: EvaluationContext) -> String {
        var parts = [context.appVersion.map { "\($0)" } ?? "no app version"]
        for (name, value) in context.attributes.sorted(by: { $0.key < $1.key }) { parts.append("\(name) \(value)") }
        if let key = context.targetingKey { parts.append("targetingKey \(AttributeValue.string(key))") }
        if let instant = context.instant { parts.append("\(instant)") }
        return PlainText.escaped(parts.joined(separator: ", "))
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
    private func writeInterval(
        around version: AppVersion, _ segments: [SettingFunction.Segment], to buffer: inout TextBuffer
    ) {
        let segments = segments.joinedByValue
        guard let own = segments.first(where: { $0.interval.contains(version) }) else { return }
        buffer.write("this value holds \(VersionPhrase.of([own.interval]))")
        let others = segments.filter { $0.valueClass != own.valueClass }.versionsByValue()
        for (value, versions) in others {
            buffer.write("; it is \(text(of: value)) \(VersionPhrase.of(versions.intervals))")
        }
        buffer.endLine()
        if let releases {
            buffer.write("it holds for \(releases.phrase(for: VersionSet([own.interval])))\n")
        }
    }

    /// The value of every segment of the version line, and the unreachable entries.
    func write(_ segments: [SettingFunction.Segment], to buffer: inout TextBuffer) {
        buffer.write("\(title)   for every version\n")
        var table = TextTable(columns: 5, gap: 3)
        let loaded = settings.loaded
        // Many segments may have the same entry.
        var requirements: [EntryIndex: String] = [:]
        for segment in segments {
            table.cell(segment.interval.description)
            table.cell { ValueText.writeClipped(tree[segment.value], to: &$0) }
            table.cell(document.line(of: origin(of: segment)))
            if let entry = segment.entry {
                let requirement = requirements[entry] ?? shortRequirement(of: loaded[entry])
                requirements[entry] = requirement
                table.cell(requirement)
            } else {
                table.cell("default")
            }
            table.cell(releases?.phrase(for: VersionSet([segment.interval])) ?? "")
        }
        for index in function?.unreachableEntries ?? [] {
            let entry = loaded[index]
            table.cell(users(ofUnreached: index))
            table.cell { ValueText.writeClipped(tree[Int(entry.value)], to: &$0) }
            table.cell(document.line(of: Int(entry.node)))
            table.cell(shortRequirement(of: entry))
            table.cell("")
        }
        table.write(to: &buffer, indentation: 2)
    }

    /// The answer for some users.
    struct Row {
        let users: String
        let answer: String
        /// The lines of the entries that give it.
        let lines: String
    }

    /// The answer for every region; `nil` if the setting is not explained by cases.
    var rows: [Row]? {
        guard let function, let answers else { return nil }
        return answers.folded.rows.map { row in
            let lines = row.answer.winners.map { document.line(of: origin(of: $0, in: function)) }
            return Row(
                users: row.users.map { PlainText.escaped(function.space.text(of: $0)) } ?? "everybody",
                answer: text(of: row.answer, function), lines: lines.joined(separator: ", "))
        }
    }

    func write(_ rows: [Row], to buffer: inout TextBuffer) {
        buffer.write("\(title)   for \(isSelection ? "the selected users" : "everybody")\n")
        guard !rows.isEmpty else {
            buffer.write("  nobody is selected\n")
            return
        }
        var table = TextTable(columns: 3, gap: 3)
        for row in rows {
            table.cell(row.users)
            table.cell(row.answer)
            table.cell(row.lines)
        }
        table.write(to: &buffer, indentation: 2)
    }

    /// For each value, the shipped versions of which some users get it.
    func writeShipped(
        _ items: [Case], of function: SettingFunction, _ releases: ReleaseList, to buffer: inout TextBuffer
    ) {
        var versions: [(winner: Winner, versions: VersionSet)] = []
        for item in items {
            guard let winner = item.decision.winner else { continue }
            let valueClass = function.valueClass(of: winner)
            if let known = versions.firstIndex(where: { function.valueClass(of: $0.winner) == valueClass }) {
                versions[known].versions = versions[known].versions.union(item.versions)
            } else {
                versions.append((winner, item.versions))
            }
        }
        var table = TextTable(columns: 2, gap: 3)
        for (winner, versions) in versions {
            table.cell(text(of: function.value(of: winner)))
            table.cell("for users of \(releases.phrase(for: versions))")
        }
        table.write(to: &buffer, indentation: 2)
    }

    /// `modern for 25 % of "checkout"; else legacy`
    private func text(of answer: FoldedCases.Answer, _ function: SettingFunction) -> String {
        let otherwise = answer.otherwise.map { text(of: function.value(of: $0)) }
        if answer.shares.isEmpty, let otherwise { return otherwise }
        let shares = answer.shares.map { share in
            "\(text(of: function.value(of: share.winner))) for \(PlainText.escaped(share.text))"
        }
        return shares.joined(separator: "; ") + (otherwise.map { "; else \($0)" } ?? "")
    }

    private func shortRequirement(of entry: EntryRecord) -> String {
        PlainText.escaped(ShortText.of(requirement: document.requirement(of: entry)))
    }

    var title: String {
        NameText.text(of: name)
    }

    private func text(of value: Int) -> String {
        ValueText.clipped(tree[value])
    }
}
