import FlagAnalysis

/// A further report of the same run, asked for as `--report FORMAT=PATH`.
struct ReportRequest: Sendable, Equatable {
    let format: String
    let path: String

    /// Reads the values given to `--report`.
    ///
    /// - Throws: `UsageError` if the format is not one of the command's, or the path is missing.
    static func parse(_ values: [String], formats: [String]) throws(UsageError) -> [ReportRequest] {
        var requests: [ReportRequest] = []
        for value in values {
            let parts = Self.parts(of: value)
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
            requests.append(ReportRequest(format: format, path: parts[1]))
        }
        return requests
    }

    /// The path in a value given to `--report`; `nil` if it has none.
    static func path(in value: String) -> String? {
        let parts = parts(of: value)
        return parts.count == 2 && !parts[1].isEmpty ? parts[1] : nil
    }

    private static func parts(of value: String) -> [String] {
        value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
}
