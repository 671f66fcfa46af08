import FlagAnalysis
import FlagPublishing

extension ParsedArguments {
    /// The destination that an argument names.
    ///
    /// - Throws: `UsageError` if it is an address that cannot be used.
    func destination(_ text: String, of label: String) throws(UsageError) -> DocumentLocation {
        let location = try location(text, of: label)
        guard case .file(let path) = location else { return location }
        guard !path.isEmpty, (try? FileSystem.entry(at: path))?.kind ?? .file == .file else {
            throw .other(
                problem: "\(label): \(quoted(path)) is not a file", help: "name a file, which need not exist yet")
        }
        // A link stays, and the file that it leads to is replaced.
        return .file((try? FileSystem.resolved(path)) ?? path)
    }
}

extension PublishingFailure {
    func diagnostic(for destination: String) -> Diagnostic {
        Diagnostic(subject: .name(destination), severity: .error, message: message, help: help)
    }
}
