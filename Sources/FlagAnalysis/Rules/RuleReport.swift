/// What the rules of one check have found so far.
package struct RuleReport: Sendable {
    /// The rule that is being asked, as its findings need it.
    struct Author: Sendable {
        let code: RuleCode
        let severity: Severity
        /// The place of the code among all codes in the order of their names.
        let rank: UInt8

        init(_ rule: any Rule) {
            code = rule.code
            severity = rule.severity
            let name = code.rawValue
            rank = UInt8(clamping: RuleCode.allCases.count { $0.rawValue < name })
        }
    }

    /// In the order in which they were found.
    private var findings: [Finding] = []
    private var order = FindingOrder()
    private var told: Set<Topic> = []
    private var finished: UInt64 = 0

    /// The rule that is being asked; all that is added is its.
    var author: Author

    private struct Topic: Hashable {
        let rank: UInt8
        let subject: String
    }

    /// A report that a rule begins.
    init(_ author: Author) {
        self.author = author
    }

    /// Adds a finding.
    ///
    /// - Parameter span: The bytes concerned, in the bytes of the document's tree.
    package mutating func add(
        at span: Range<Int>, _ detail: Finding.Detail, related: [RelatedPlace] = [], furtherCount: Int = 0,
        slot: Int? = nil
    ) {
        order.append(span, rank: author.rank)
        findings.append(
            Finding(
                code: author.code, severity: author.severity, span: span, detail: detail, related: related,
                furtherCount: furtherCount, slot: slot))
    }

    /// All findings, in the order of their places.
    consuming func sortedFindings() -> [Finding] {
        order.sort(&findings)
        return findings
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
