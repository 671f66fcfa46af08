import FlagAnalysis
import FlagResolver

/// Findings in SARIF 2.1.0, the format that code scanning and editors read.
///
/// Code scanning rejects a file with more than 25,000 results. Of more, the most severe are written, and a notification says
/// how many are left out.
struct SARIFReport {
    static let maximumResultCount = 25_000

    /// A rule, with its explanation.
    struct Rule {
        let code: String
        let summary: String
        let severity: Severity
        /// The explanation as plain text.
        let help: String
        /// The explanation in Markdown, for viewers that render it.
        var markdown: String?
    }

    struct Result {
        let diagnostic: Diagnostic
        /// Identifies the result while lines move.
        let fingerprint: String
        /// Why the document allows it; `nil` if it does not.
        var suppression: String?
    }

    let rules: [Rule]
    /// The results that are written.
    let results: [Result]
    /// The number of results that are left out, by severity.
    private let omitted: [Severity: Int]
    let failures: RunFailures

    /// The report of a command with one rule.
    init(rule: Rule, _ results: [(diagnostic: Diagnostic, fingerprint: String)], failures: RunFailures) {
        self.init(
            rules: [rule], results: results.map { Result(diagnostic: $0.diagnostic, fingerprint: $0.fingerprint) },
            failures: failures)
    }

    init(rules: [Rule], results: [Result], failures: RunFailures) {
        self.rules = rules
        self.failures = failures
        guard results.count > Self.maximumResultCount else {
            self.results = results
            omitted = [:]
            return
        }
        let ordered = Importance.allCases.flatMap { importance in results.filter { $0.importance == importance } }
        self.results = Array(ordered.prefix(Self.maximumResultCount))
        omitted = ordered.dropFirst(Self.maximumResultCount).reduce(into: [:]) {
            $0[$1.diagnostic.severity, default: 0] += 1
        }
    }

    /// The order in which results are kept.
    fileprivate enum Importance: CaseIterable {
        case error
        case warning
        case note
        case allowed
    }

    /// That results are left out; `nil` if none is.
    private var omission: Notification? {
        let parts = Severity.allCases.reversed().compactMap { severity in
            omitted[severity].map { Count.of(grouped: $0, severity.rawValue) }
        }
        guard !parts.isEmpty else { return nil }
        let count = omitted.values.reduce(0, +)
        return Notification(
            severity: .warning,
            text:
                "\(Count.of(grouped: count, "result")) left out (\(Count.list(parts))), because code scanning takes at "
                + "most \(ShortText.grouped(Self.maximumResultCount)); --format json has all of them",
            code: nil, place: nil)
    }

    func write(to buffer: inout TextBuffer) {
        JSONOutput.write(to: &buffer) { Self.log.write(self, to: &$0) }
        buffer.endLine()
    }
}

// The objects of the log, outermost first. OASIS defines their schema.
extension SARIFReport {
    private static let schemaAddress =
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

    private static let log = JSONObject<SARIFReport> {
        Member("$schema", .constant(schemaAddress)) { _ in }
        Member("version", .constant("2.1.0")) { _ in }
        Member("runs", .list(of: run)) { [$0] }
    }

    private static let run = JSONObject<SARIFReport> {
        Member("tool", JSONObject { Member("driver", driver) { $0 } }) { $0 }
        // A log without results means success only if the run states that it was successful.
        Member("invocations", .list(of: invocation)) { [$0] }
        // Columns count UTF-16 code units everywhere in flagctl.
        Member("columnKind", .constant("utf16CodeUnits")) { _ in }
        Member("results", .list(of: result)) { $0.indexedResults }
    }

    /// Each result with the index of its rule.
    private var indexedResults: [(result: Result, ruleIndex: Int?)] {
        let indices = Dictionary(rules.enumerated().map { ($1.code, $0) }) { first, _ in first }
        return results.map { ($0, $0.diagnostic.code.flatMap { indices[$0] }) }
    }

    private static let driver = JSONObject<SARIFReport> {
        Member("name", .constant("flagctl")) { _ in }
        Member("semanticVersion", .constant(ToolVersion.current)) { _ in }
        Member("rules", .list(of: rule)) { $0.rules }
    }

    private static let rule = JSONObject<Rule> {
        Member("id", .text) { $0.code }
        Member("shortDescription", message) { $0.summary }
        // GitHub requires both descriptions.
        Member("fullDescription", message) { $0.summary }
        Member("help", help) { $0 }
        Member("defaultConfiguration", JSONObject { Member("level", .severity) { $0 } }) { $0.severity }
    }

    private static let help = JSONObject<Rule> {
        Member("text", .text) { $0.help }
        Member(optional: "markdown", .text) { $0.markdown }
    }

    private static let invocation = JSONObject<SARIFReport> {
        Member("executionSuccessful", .bool) { $0.failures.isEmpty }
        Member(optional: "toolExecutionNotifications", .list(of: notification)) { report in
            let notifications =
                report.failures.diagnostics.map { Notification($0) } + [report.omission].compactMap { $0 }
            return notifications.isEmpty ? nil : notifications
        }
    }

    /// A message about the run.
    fileprivate struct Notification {
        let severity: Severity
        let text: String
        let code: String?
        /// What it is about; `nil` for the run as a whole.
        let place: Diagnostic?
    }

    private static let notification = JSONObject<Notification> {
        Member(optional: "descriptor", JSONObject { Member("id", .text) { $0 } }) { $0.code }
        Member("level", .severity) { $0.severity }
        Member("message", message) { $0.text }
        Member(optional: "locations", .list(of: location)) { $0.place.map { [$0] } }
    }

    private static let result = JSONObject<(result: Result, ruleIndex: Int?)> {
        Member(optional: "ruleId", .text) { $0.result.diagnostic.code }
        Member(optional: "ruleIndex", .count) { $0.ruleIndex }
        Member("level", .severity) { $0.result.diagnostic.severity }
        Member("message", message) { $0.result.diagnostic.sentences($0.result.diagnostic.message) }
        Member("locations", .list(of: location)) { [$0.result.diagnostic] }
        Member(optional: "relatedLocations", .list(of: relatedLocation)) { result in
            let related = result.result.diagnostic.related
            return related.isEmpty ? nil : Array(related.enumerated())
        }
        Member("partialFingerprints", fingerprints) { $0.result.fingerprint }
        Member(optional: "suppressions", .list(of: suppression)) { $0.result.suppression.map { [$0] } }
    }

    private static let suppression = JSONObject<String> {
        Member("kind", .constant("inSource")) { _ in }
        Member("justification", .text) { $0 }
    }

    private static let fingerprints = JSONObject<String> { Member("flagctl/v\(Fingerprint.version)", .text) { $0 } }

    private static let message = JSONObject<String> { Member("text", .text) { $0 } }

    private static let location = JSONObject<Diagnostic> {
        Member("physicalLocation", physicalLocation) { $0.subject }
        Member(optional: "logicalLocations", .list(of: logicalLocation)) { $0.setting.map { [$0] } }
    }

    private static let logicalLocation = JSONObject<String> { Member("fullyQualifiedName", .text) { $0 } }

    private static let relatedLocation = JSONObject<(offset: Int, element: Diagnostic.RelatedLocation)> {
        Member("id", .count(from: 1)) { $0.offset + 1 }
        Member("message", message) { $0.element.message }
        Member("physicalLocation", physicalLocation) { .location($0.element.location) }
    }

    private static let physicalLocation = JSONObject<Diagnostic.Subject> {
        Member("artifactLocation", JSONObject { Member("uri", .text) { $0 } }) {
            FileReference.uri(ofCanonical: $0.canonicalName)
        }
        Member(optional: "region", region) { $0.location }
    }

    private static let region = JSONObject<Diagnostic.Location> {
        Member("startLine", .line) { $0.start.line }
        Member("startColumn", .column) { $0.start.column }
        Member("endLine", .line) { $0.end.line }
        Member("endColumn", .column) { $0.end.column }
    }
}

extension SARIFReport.Result {
    fileprivate var importance: SARIFReport.Importance {
        guard suppression == nil else { return .allowed }
        return switch diagnostic.severity {
        case .error: .error
        case .warning: .warning
        case .note: .note
        }
    }
}

extension SARIFReport.Notification {
    fileprivate init(_ diagnostic: Diagnostic) {
        self.init(
            severity: diagnostic.severity, text: diagnostic.sentences(diagnostic.canonicallyNamedMessage),
            code: diagnostic.code, place: diagnostic)
    }
}

extension Diagnostic {
    /// A message with the notes and the help below it.
    fileprivate func sentences(_ message: String) -> String {
        message + notes.map { "\nnote: \($0)" }.joined() + (help.map { "\nhelp: \($0)" } ?? "")
    }
}
