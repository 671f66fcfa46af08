import FlagAnalysis

/// A further report of the same run, asked for as `--report FORMAT=PATH`.
struct ReportRequest: Sendable, Equatable {
    let format: String
    let path: String

    /// Reads the values given to `--report`.
    ///
    /// - Throws: `UsageError` when the format is not one of the command's, the path is missing, or two reports have
    ///   one path.
    static func parse(_ values: [String], formats: [String]) throws(UsageError) -> [ReportRequest] {
        var requests: [ReportRequest] = []
        for value in values {
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let format = parts.first, parts.count == 2, !parts[1].isEmpty else {
                // What stands alone is the format where it is one, else the path.
                let name = parts.first ?? ""
                let isFormat = parts.count > 1 || formats.contains(name)
                throw .badValue(
                    .report, value: value, problem: "a format, \"=\" and a path are needed",
                    help: isFormat
                        ? "write --report \(formats.contains(name) ? name : "json")=PATH"
                        : "write --report json=\(name.isEmpty ? "PATH" : name)")
            }
            guard formats.contains(format) else {
                throw .unknownChoice(
                    .report, value: format, choices: formats,
                    suggestion: Spelling.nearest(to: format, in: formats).map { "\($0)=\(parts[1])" })
            }
            guard !requests.contains(where: { $0.path == parts[1] }) else {
                throw .badValue(
                    .report, value: value, problem: "an earlier --report writes to the same path",
                    help: "give each report a path of its own")
            }
            requests.append(ReportRequest(format: format, path: parts[1]))
        }
        return requests
    }
}
