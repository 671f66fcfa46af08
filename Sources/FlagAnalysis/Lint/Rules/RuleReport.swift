/// What the rules of one check have found so far.
package struct RuleReport: Sendable {
    /// The rule that is being asked, as its findings need it.
    struct Author: Sendable {
        let code: RuleCode
        let severity: Severity
        /// The place of the code among all codes in the order of their names.
        let rank: UInt8

        init(_ rule: any Rule) {
            self.init(rule.code, rule.severity)
        }

        init(_ code: RuleCode, _ severity: Severity) {
            self.code = code
            self.severity = severity
            rank = Self.ranks[code] ?? 0
        }

        private static let ranks: [RuleCode: UInt8] = {
            let codes = RuleCode.allCases.sorted { $0.rawValue < $1.rawValue }
            return Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, UInt8(clamping: $0)) })
        }()
    }

    /// In the order in which they were found.
    private var findings: [Finding] = []
    private var order = FindingOrder()
    private var told: Set<Topic> = []
    private var finished: UInt64 = 0

    /// The rule that is being asked; all that is added is its.
    var author = Author(.jsonSyntax, .error)

    private struct Topic: Hashable {
        let rank: UInt8
        let subject: String
    }

    /// Adds a finding.
    ///
    /// - Parameters:
    ///   - span: The bytes concerned, in the bytes of the document's tree.
    ///   - subject: What the finding is about, which every report names.
    package mutating func add(
        at span: Range<Int>, _ detail: Finding.Detail, related: [RelatedPlace] = [], furtherCount: Int = 0,
        mayHaveMore: Bool = false, about subject: Finding.Subject = .document
    ) {
        order.append(span, rank: author.rank)
        findings.append(
            Finding(
                code: author.code, severity: author.severity, span: span, detail: detail, related: related,
                furtherCount: furtherCount, mayHaveMore: mayHaveMore, about: subject))
    }

    /// Says that all rules have looked at a setting.
    mutating func endSetting() { order.endGroup() }

    /// Gives all findings away, in the order of their places.
    mutating func takeFindings() -> [Finding] {
        // There must not be two of such a large array while it is sorted.
        var taken: [Finding] = []
        swap(&taken, &findings)
        order.sort(&taken)
        return taken
    }
}

extension RuleReport {
    /// Whether the rule has spoken of something in this document.
    package func hasTold(about subject: String) -> Bool {
        told.contains(Topic(rank: author.rank, subject: subject))
    }

    /// Whether the rule speaks of something for the first time in this document: said once, it is known.
    package mutating func isFirst(about subject: String) -> Bool {
        told.insert(Topic(rank: author.rank, subject: subject)).inserted
    }

    /// Whether the rule has nothing more to look for in this document.
    package var hasFinished: Bool { finished & bit != 0 }

    package mutating func finish() { finished |= bit }

    private var bit: UInt64 { 1 << UInt64(author.rank) }
}
