import FlagAnalysis

/// How often a rule found something.
struct RuleCount {
    let code: RuleCode
    let severity: Severity
    let count: Int
    /// The number of files with such a finding.
    let fileCount: Int

    static let json = JSONObject<RuleCount>("ruleCount") {
        Member("code", .findingCode) { $0.code }
        Member("severity", .severity) { $0.severity }
        Member("count", .count(from: 1), "The number of findings.") { $0.count }
        Member("files", .count(from: 1), "The number of files with such a finding.") { $0.fileCount }
    }
}

extension CheckReport {
    /// The rules that found something, the most frequent first. A rule with findings of two severities is listed twice.
    var statistics: [RuleCount] {
        struct Kind: Hashable {
            let code: RuleCode
            let severity: Severity
        }
        var counts: [Kind: (findings: Int, files: Int)] = [:]
        for file in files {
            var inFile: [Kind: Int] = [:]
            for finding in file.findings {
                inFile[Kind(code: finding.code, severity: finding.severity), default: 0] += 1
            }
            if !file.violations.isEmpty {
                inFile[Kind(code: .violatedPolicy, severity: .error)] = file.violations.count
            }
            for (kind, count) in inFile {
                let known = counts[kind, default: (0, 0)]
                counts[kind] = (known.findings + count, known.files + 1)
            }
        }
        return counts.map { kind, count in
            RuleCount(code: kind.code, severity: kind.severity, count: count.findings, fileCount: count.files)
        }
        .sorted { left, right in
            if left.count != right.count { return left.count > right.count }
            if left.severity != right.severity { return left.severity > right.severity }
            return left.code.rawValue < right.code.rawValue
        }
    }

    /// `2  shadowed-entry  error  1 file`
    func writeStatistics(to buffer: inout TextBuffer) {
        let shown = statistics.filter { showsNotes || $0.severity > .note }
        let width = shown.map { String($0.count).count }.max() ?? 0
        var table = TextTable(columns: 4)
        for item in shown {
            let count = String(item.count)
            table.cell(String(repeating: " ", count: width - count.count) + count)
            table.cell(item.code.rawValue)
            table.cell(item.severity.rawValue)
            table.cell(Count.of(item.fileCount, "file"))
        }
        table.write(to: &buffer)
    }
}
