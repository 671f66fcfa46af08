/// What the rules of one check have found so far.
package struct RuleReport: Sendable {
    /// In the order in which they were found.
    package private(set) var findings: [Finding] = []

    private let severities: [RuleCode: Severity]
    private var told: Set<Topic> = []
    private var finished: Set<RuleCode> = []

    private struct Topic: Hashable {
        let code: RuleCode
        let subject: String
    }

    init(severities: [RuleCode: Severity]) {
        self.severities = severities
    }

    /// Adds a finding.
    ///
    /// - Parameter span: The bytes concerned, in the bytes of the document's tree.
    package mutating func add(
        _ code: RuleCode, at span: Range<Int>, _ detail: Finding.Detail, related: [RelatedPlace] = [],
        furtherCount: Int = 0, slot: Int? = nil
    ) {
        findings.append(
            Finding(
                code: code, severity: severities[code] ?? .error, span: span, detail: detail, related: related,
                furtherCount: furtherCount, slot: slot))
    }

    /// Whether a rule has spoken of something in this document.
    package func hasTold(_ code: RuleCode, about subject: String) -> Bool {
        told.contains(Topic(code: code, subject: subject))
    }

    /// Whether a rule has nothing more to look for in this document.
    package func hasFinished(_ code: RuleCode) -> Bool { finished.contains(code) }

    package mutating func finish(_ code: RuleCode) { finished.insert(code) }

    /// Whether a rule speaks of something for the first time in this document: said once, it is known.
    package mutating func isFirst(_ code: RuleCode, about subject: String) -> Bool {
        told.insert(Topic(code: code, subject: subject)).inserted
    }
}
