import FlagAnalysis
import FlagResolver

// The entries of a setting in document order, each with whom it still reaches: what people read in place of many cases.
extension Explanation {
    /// An entry or the default, and whom it still reaches.
    struct Reach {
        /// `nil` for the default.
        let entry: EntryIndex?
        /// The node of the entry, or of the default.
        let origin: Int
        let value: Int
        /// Whom it matches, in words.
        let users: String
        /// Whom of them it reaches, in words; `nil` for all of them.
        let remark: String?
        let extent: EntryReach.Extent
    }

    /// The largest product of cases and entries. Of more, text shows the cases: combining all of them would take minutes.
    private static let maximumWork = 200_000

    /// The number of rows with an answer; 0 if the setting is not explained by cases.
    var caseCount: Int { answers?.folded.rows.count ?? 0 }

    /// Whether there are more cases than people read, so that text shows the entries.
    var hasManyCases: Bool { caseCount > FoldedCases.maximumReadableCount }

    /// The entries in document order, then the default; `nil` if the setting is not explained by cases, or that is too complex.
    var reaches: [Reach]? {
        guard caseCount * setting.entries.count <= Self.maximumWork else { return nil }
        guard let function, let answers, let reaches = try? function.reaches(of: settingIndex, among: answers.users)
        else { return nil }
        let reached = Dictionary(grouping: answers.cases) { $0.decision.winner ?? .default }
        let places = EntryPlaces(of: reaches.map { origin(of: $0.winner, in: function) }, in: document)
        return reaches.map { reach in
            let matched = (try? function.space.cases(of: reach.condition))?.filter { $0.decision != .no } ?? []
            return Reach(
                entry: function.entry(of: reach.winner), origin: origin(of: reach.winner, in: function),
                value: function.value(of: reach.winner), users: users(of: reach, matching: matched, function),
                remark: remark(on: reach, matching: matched, reaching: reached[reach.winner] ?? [], places, function),
                extent: reach.extent)
        }
    }

    /// The name of the entry, and whom it matches: `rings first: >=2.0.0, ring beta`.
    private func users(of reach: EntryReach, matching cases: [Case], _ function: SettingFunction) -> String {
        guard let entry = function.entry(of: reach.winner) else {
            return reach.extent == .some ? "default, for whom no entry matches" : "default"
        }
        let record = settings.loaded[entry]
        // Prerequisites and dates with gaps need several cases. The entry states them in one line.
        let words = cases.count == 1 ? function.space.text(of: cases[0]) ?? "everybody" : nil
        let conditions = words ?? ShortText.ofConditions(of: record, in: settings)
        return PlainText.escaped((settings.name(of: record).map { "\($0): " } ?? "") + conditions)
    }

    private func remark(
        on reach: EntryReach, matching matched: [Case], reaching cases: [Case], _ places: EntryPlaces,
        _ function: SettingFunction
    ) -> String? {
        let entry = function.entry(of: reach.winner)
        let origin = origin(of: reach.winner, in: function)
        let blockers = places.phrase(of: reach.blockers.map { self.origin(of: $0, in: function) }, seenFrom: origin)
        switch reach.extent {
        case .everybody: return nil
        case .nobody:
            guard let entry else { return "reaches nobody: an entry matches everybody" }
            let users = users(ofUnreached: entry)
            let extent = users == "never" ? "never wins" : "wins \(users)"
            guard setting.isEligible(settings.loaded[entry], in: tree) else {
                return "\(extent): its value is not \(setting.declaredType.nameWithArticle)"
            }
            guard !reach.blockers.isEmpty else {
                return "\(extent): it matches \(isSelection ? "none of the selected users" : "nobody")"
            }
            return "\(extent): \(blockers) \(reach.blockers.count == 1 ? "comes" : "come") first"
        case .some:
            let versions = VersionSet(cases.flatMap(\.versions.intervals))
            // If only versions are lost, the other conditions need no repetition.
            if cases.count == 1, matched.count == 1, cases[0].terms == matched[0].terms {
                return "only \(ShortText.of(versions))" + (entry == nil ? "" : ", after \(blockers)")
            }
            if cases.count <= Self.maximumStatedCases {
                let text = cases.map { function.space.text(of: $0) ?? "everybody" }.joined(separator: "; or ")
                if text.count <= ShortText.maximumLength {
                    return "only \(PlainText.escaped(text))" + (entry == nil ? "" : ", after \(blockers)")
                }
            }
            let isNarrowed = versions != reach.versions
            let narrowed = isNarrowed ? "only \(ShortText.of(versions))" : nil
            guard entry != nil else { return narrowed }
            return (narrowed.map { "\($0), and " } ?? "")
                + "not whom \(blockers) \(reach.blockers.count == 1 ? "matches" : "match")"
        }
    }

    /// If there are more cases, or long ones, the entries that leave them are stated.
    private static let maximumStatedCases = 2

    /// The entries in place of the cases.
    func write(_ reaches: [Reach], to buffer: inout TextBuffer) {
        buffer.write(
            "\(title)   for \(isSelection ? "the selected users" : "everybody"): the first entry that matches wins\n")
        let places = EntryPlaces(of: reaches.map(\.origin), in: document)
        var table = TextTable(columns: 3, gap: 3)
        for reach in reaches {
            table.cell(places.place(of: reach.origin))
            table.cell { ValueText.writeClipped(tree[reach.value], to: &$0) }
            table.cell(reach.users)
            guard let remark = reach.remark else { continue }
            table.cell("")
            table.cell("")
            table.cell("  \(remark)")
        }
        table.write(to: &buffer, indentation: 2)
    }

    /// `57 entries, 26 of them never win; --cases shows the 322 cases`
    func writeCount(of reaches: [Reach], to buffer: inout TextBuffer) {
        let entries = reaches.filter { $0.entry != nil }
        let unreached = entries.count { $0.extent == .nobody }
        buffer.write(Count.of(entries.count, "entry", "entries"))
        if unreached > 0 { buffer.write(", \(unreached) of them never \(unreached == 1 ? "wins" : "win")") }
        buffer.write("; --cases shows the \(Count.of(caseCount, "case"))\n")
    }
}

/// Where the entries of a setting are, in words.
struct EntryPlaces {
    private let document: LoadedDocument
    /// Whether several entries are on one line, so that only columns tell them apart.
    private let needsColumns: Bool

    /// Further places are counted.
    private static let maximumCount = 12

    init(of nodes: [Int], in document: LoadedDocument) {
        self.document = document
        needsColumns = Set(nodes.map { document.line(of: $0) }).count < nodes.count
    }

    /// `Configs/app.json:15`
    func place(of node: Int) -> String {
        needsColumns ? document.lineAndColumn(of: node) : document.line(of: node)
    }

    /// `line 6`, `lines 6, 7 and 12`; with the file of a place in another file.
    func phrase(of nodes: [Int], seenFrom other: Int) -> String {
        let file = document.location(of: other).file
        let names = nodes.map { node in
            let (ownFile, location) = document.location(of: node)
            guard ownFile.hasSameBytes(as: file) else { return place(of: node) }
            return needsColumns ? "\(location.line):\(location.column)" : "\(location.line)"
        }
        return "\(nodes.count == 1 ? "line" : "lines") \(Count.list(names, atMost: Self.maximumCount))"
    }
}
