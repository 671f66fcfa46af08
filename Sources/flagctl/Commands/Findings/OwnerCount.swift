import FlagAnalysis
import FlagResolver

/// The number of findings in the settings of one owner.
struct OwnerCount {
    /// `nil` for settings without an owner, and findings about no setting.
    let owner: String?
    private(set) var counts: [Severity: Int] = [:]
    private var settings: Set<ExactText> = []

    private init(owner: String?) {
        self.owner = owner
    }

    /// The names of the settings, in their natural order.
    private var names: [String] {
        settings.map(\.text).sorted(by: NaturalOrder.precedes)
    }

    func count(of severity: Severity) -> Int { counts[severity] ?? 0 }

    private mutating func add(_ severity: Severity, of setting: String?) {
        counts[severity, default: 0] += 1
        if let setting { settings.insert(ExactText(setting)) }
    }

    /// A finding, with the owner of its setting.
    struct Finding {
        let owner: String?
        let severity: Severity
        let setting: String?
    }

    /// The owners of settings with findings: the most errors first, then the most warnings.
    static func all(of findings: some Sequence<Finding>) -> [OwnerCount] {
        var counts: [String?: OwnerCount] = [:]
        for finding in findings {
            counts[finding.owner, default: OwnerCount(owner: finding.owner)].add(finding.severity, of: finding.setting)
        }
        return counts.values.sorted { left, right in
            for severity in [Severity.error, .warning, .note]
            where left.count(of: severity) != right.count(of: severity) {
                return left.count(of: severity) > right.count(of: severity)
            }
            // Settings without an owner come last.
            guard let one = left.owner, let other = right.owner else { return left.owner != nil }
            return one < other
        }
    }

    /// `assistant   1 error    0 warnings   aiChat.enabled`
    static func write(_ owners: [OwnerCount], showsNotes: Bool, to buffer: inout TextBuffer) {
        var table = TextTable(columns: showsNotes ? 5 : 4)
        for owner in owners {
            guard showsNotes || owner.count(of: .error) + owner.count(of: .warning) > 0 else { continue }
            table.cell(owner.owner.map { PlainText.escaped($0) } ?? "(no owner)")
            table.cell(Count.of(owner.count(of: .error), "error"))
            table.cell(Count.of(owner.count(of: .warning), "warning"))
            if showsNotes { table.cell(Count.of(owner.count(of: .note), "note")) }
            table.cell(PlainText.escaped(owner.names.joined(separator: ", ")))
        }
        table.write(to: &buffer)
    }

    static let json = JSONObject<OwnerCount>("ownerCount") {
        Member(optional: "owner", .text, "The owner; missing for settings that have none.") { $0.owner }
        Member("errors", .count, "The number of errors.") { $0.count(of: .error) }
        Member("warnings", .count, "The number of warnings.") { $0.count(of: .warning) }
        Member("notes", .count, "The number of notes.") { $0.count(of: .note) }
        Member("settings", .list(of: .text), "The settings that the findings are about.") { $0.names }
    }
}

extension CommandOption where Self == Option<Bool> {
    static var owners: Self {
        Option(name: "owners", summary: "count the findings of each owner; text shows the counts only")
    }
}
