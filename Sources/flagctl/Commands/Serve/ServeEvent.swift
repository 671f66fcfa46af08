import FlagAnalysis
import FlagResolver
import FlagStore

/// Something that happened while a server ran, to be reported on standard error.
enum ServeEvent: Sendable {
    case changed(source: String, settingCount: Int, tag: String)
    case failed(source: String, Problem)
    /// A file of a directory replaces settings of earlier files.
    case replaced(source: String, DirectoryTransport.Replacement)
    /// The server starts with the cached document, because the source has no valid one.
    ///
    /// - Parameters:
    ///   - age: The seconds since the source last had the cached document.
    ///   - problem: `nil` if the source has not responded yet.
    case startedFromCache(source: String, age: Int64, problem: Problem?)
    /// The document cannot be kept on disk, or could not be read there.
    case cache(source: String, String)

    /// Why a source has no valid document.
    enum Problem: Sendable {
        case unreadable(String)
        case refused(DocumentRefusal)
    }
}

extension ServeEvent {
    /// The number of names in a message.
    private static let maximumNameCount = 20

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(maximumNameCount).map { NameText.text(of: $0) }.joined(separator: ", ")
        let rest = names.count - maximumNameCount
        return rest > 0 ? "\(shown) and \(rest) more" : shown
    }

    /// - Parameter keepsDocument: Whether an older document is still served.
    func diagnostic(keepsDocument: Bool) -> Diagnostic {
        switch self {
        case .changed(let source, let count, let tag):
            Diagnostic(
                subject: .name(source), severity: .note,
                message: "a new document is served: \(Count.of(count, "setting")), ETag \(tag)")
        case .replaced(let source, let replacement):
            Diagnostic(
                subject: .name(source), severity: .note,
                message: "\(PlainText.escaped(replacement.file)) replaces "
                    + "\(Count.of(replacement.names.count, "setting")) of earlier files: \(Self.list(replacement.names))"
            )
        case .failed(let source, let problem):
            Diagnostic(
                subject: .name(source), severity: .error,
                message: problem.message + (keepsDocument ? "; the old document is still served" : ""),
                code: problem.code, help: problem.help)
        case .startedFromCache(let source, let age, let problem):
            Diagnostic(
                subject: .name(source), severity: .warning,
                message: "\(problem?.messageAtStart ?? "the source has not responded yet"); "
                    + "the cached document is served, which is \(age) s old",
                code: problem?.code, help: problem?.help)
        case .cache(let source, let problem):
            Diagnostic(subject: .name(source), severity: .warning, message: problem)
        }
    }
}

extension ServeEvent.Problem {
    fileprivate var message: String {
        switch self {
        case .unreadable(let detail): detail
        case .refused(.unreadable(let error)):
            "line \(error.location.line), column \(error.location.column): \(error.message)"
        case .refused(.empty): "the new document is empty, expected an object of settings: { … }"
        case .refused(.removesSettings(let remaining, let expected)):
            "the new document has only \(remaining) of the \(expected) settings that are served"
        case .refused(let refusal): "the new document is rejected: \(refusal.problem)"
        }
    }

    /// The message at a start, when it is the first about the source.
    fileprivate var messageAtStart: String {
        switch self {
        case .unreadable: "the source cannot be read: \(message)"
        case .refused(.unreadable): "the document of the source is not valid: \(message)"
        case .refused: message
        }
    }

    fileprivate var code: String? {
        switch self {
        case .refused(.unreadable(let error)): error.code.rawValue
        case .refused(.removesSettings): "removes-settings"
        case .unreadable, .refused: nil
        }
    }

    fileprivate var help: String? {
        guard case .refused(.removesSettings) = self else { return nil }
        return "if this is intended, restart the server with --max-removed 100"
    }
}
