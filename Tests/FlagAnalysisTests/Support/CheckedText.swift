import FlagAnalysis
import FlagResolver

/// A text checked with all rules, as the command does it.
struct CheckedText {
    let findings: [Finding]
    private let bytes: [UInt8]

    init(
        _ text: String, releases: String? = nil, instant: String? = nil, previous: String? = nil, readers: [String] = []
    ) throws {
        let bytes = Array(text.utf8)
        self.bytes = bytes
        let list = try releases.map { try ReleaseList(parsing: Array($0.utf8)) }
        let earlier = try previous.map { try SettingsDocument(parsing: Array($0.utf8)) }
        let date = try instant.map { try Instant(parsing: $0) }
        let recorded = try DocumentReaders(records: readers)
        do throws(JSONSyntaxError) {
            let tree = try JSONTree(parsing: bytes)
            do throws(DocumentError) {
                let document = try SettingsDocument(tree: tree)
                findings =
                    DocumentCheck(rules: Rules.all).result(
                        for: CheckedDocument(
                            document, releases: list, instant: date, previous: earlier,
                            readers: recorded)
                    )
                    .findings
            } catch {
                findings = [Finding(error)]
            }
        } catch {
            findings = [Finding(error)]
        }
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
            "\(finding.code.rawValue) at \(text(finding.span)): \(finding.message)"
                + (finding.help.map { "; \($0)" } ?? "")
        }
    }

    func text(_ span: Range<Int>) -> String { String(decoding: bytes[span], as: UTF8.self) }
}
