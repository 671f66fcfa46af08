import FlagAnalysis
import FlagResolver
import FlagStore

/// Something that happened while a server ran.
enum ServeNews: Sendable {
    case changed(source: String, settingCount: Int, tag: String)
    case unreadable(source: String, String)
    case refused(source: String, DocumentRefusal)
    /// The document is from the disk: the source cannot be read.
    case stored(source: String, age: Int64)
    /// The document cannot be kept on disk, or could not be read there.
    case cache(source: String, String)
}

extension ServeNews {
    /// - Parameter keepsDocument: Whether an older document is still served.
    func diagnostic(keepsDocument: Bool) -> Diagnostic {
        let outcome = keepsDocument ? "; the old document is still served" : ""
        switch self {
        case .changed(let source, let count, let tag):
            return Diagnostic(
                subject: .name(source), severity: .note,
                message: "a new document is served: \(Count.of(count, "setting")), ETag \(tag)")
        case .unreadable(let source, let detail):
            return Diagnostic(subject: .name(source), severity: .error, message: "\(detail)\(outcome)")
        case .refused(let source, .unreadable(let error)):
            return Diagnostic(
                subject: .name(source), severity: .error,
                message: "line \(error.location.line), column \(error.location.column): \(error.message)\(outcome)",
                code: error.code.rawValue)
        case .refused(let source, .empty):
            return Diagnostic(
                subject: .name(source), severity: .error,
                message: "the new document is empty, expected an object of settings: { … }\(outcome)")
        case .refused(let source, .removesSettings(let remaining, let expected)):
            return Diagnostic(
                subject: .name(source), severity: .error,
                message: "the new document has only \(remaining) of the \(expected) settings that are served\(outcome)",
                code: "removes-settings", help: "if this is what you want, restart the server with --max-removed 100")
        case .stored(let source, let age):
            return Diagnostic(
                subject: .name(source), severity: .warning,
                message: "the source cannot be read; the document from the disk is served, which is \(age) s old")
        case .cache(let source, let problem):
            return Diagnostic(subject: .name(source), severity: .warning, message: problem)
        case .refused(let source, let refusal):
            return Diagnostic(
                subject: .name(source), severity: .error,
                message: "the new document is rejected: \(refusal.problem)\(outcome)")
        }
    }
}
