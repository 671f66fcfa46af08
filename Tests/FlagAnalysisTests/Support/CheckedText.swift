import FlagAnalysis
import FlagResolver

/// A text checked with all rules, as the command does it.
struct CheckedText {
    let findings: [Finding]
    private let bytes: [UInt8]
    private let context: FindingContext

    init(_ text: String, releases: String? = nil, instant: String? = nil, previous: String? = nil) throws {
        let bytes = Array(text.utf8)
        self.bytes = bytes
        var document: SettingsDocument?
        let list = try releases.map { try ReleaseList(parsing: Array($0.utf8)) }
        let earlier = try previous.map { try SettingsDocument(parsing: Array($0.utf8)) }
        let date = try instant.map { try Instant(parsing: $0) }
        do throws(JSONSyntaxError) {
            let tree = try JSONTree(parsing: bytes)
            do throws(DocumentError) {
                let loaded = try SettingsDocument(tree: tree)
                document = loaded
                findings =
                    DocumentCheck(rules: Rules.all).result(
                        for: CheckedDocument(loaded, releases: list, instant: date, previous: earlier)
                    )
                    .findings
            } catch {
                findings = [Finding(error)]
            }
        } catch {
            findings = [Finding(error)]
        }
        let table = LineTable(bytes)
        context = FindingContext(document) { ("", table.location(at: $0)) }
    }

    /// A setting with entries that are given as requirement and value.
    init(entries: [(String, String)], defaultValue: String = "0", releases: String? = nil) throws {
        let list = entries.map { "    { \"appVersion\": \"\($0.0)\", \"value\": \($0.1) }" }.joined(separator: ",\n")
        try self.init(
            "{ \"s\": { \"defaultValue\": \(defaultValue), \"valuesByVersion\": [\n\(list)\n] } }", releases: releases)
    }

    var codes: [RuleCode] { findings.map(\.code) }

    func findings(_ code: RuleCode) -> [Finding] { findings.filter { $0.code == code } }

    /// Code, marked text, message and help of each finding without some codes, each in a line.
    func written(without codes: Set<RuleCode> = [.prereleaseBoundary]) -> [String] {
        findings.filter { !codes.contains($0.code) }.map { finding in
            "\(finding.code.rawValue) at \(text(finding.span)): \(message(of: finding))"
                + (help(of: finding).map { "; \($0)" } ?? "")
        }
    }

    func text(_ span: Range<Int>) -> String { String(decoding: bytes[span], as: UTF8.self) }
    func message(of finding: Finding) -> String { context.text(of: finding).message }
    func help(of finding: Finding) -> String? { context.text(of: finding).help }
    func notes(of finding: Finding) -> [String] { context.text(of: finding).notes }
    func related(of finding: Finding) -> [String] { context.text(of: finding).related }
}
