import FlagResolver

/// The wording of what a store reports about documents and their files.
extension StoreDiagnostic {
    static func fetchFailed(_ failure: TransportFailure, next: Duration?) -> StoreDiagnostic {
        let outlook = next.map { "; the next attempt is in \($0.components.seconds) s" } ?? ""
        return StoreDiagnostic(.fetchFailed, "the document could not be fetched: \(failure)\(outlook)")
    }

    static func refused(_ reason: DocumentRefusal) -> StoreDiagnostic {
        let code: Code =
            switch reason {
            case .quarantined: .quarantinedDocument
            case .notTrusted: .untrustedDocument
            default: .documentRefused
            }
        return StoreDiagnostic(code, reason.description)
    }

    static let quarantineEnded = StoreDiagnostic(
        .quarantineEnded, "the quarantine of the newest document has ended; the document is used again")

    static func damaged(_ path: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .cacheUnreadable,
            "\(path) is damaged or has an unknown format and is ignored; the next document replaces it"
        )
    }

    static func unreadable(_ failure: FileFailure) -> StoreDiagnostic {
        StoreDiagnostic(.cacheUnreadable, "\(failure); the file is treated as absent")
    }

    static func notWritten(_ failure: FileFailure) -> StoreDiagnostic {
        StoreDiagnostic(.cacheNotWritten, "\(failure); new documents are used, but not kept for the next start")
    }

    static func directoryInUse(lock: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .cacheNotWritten,
            "another store holds the lock \(lock), expected one store for each directory; new documents are used, but not"
                + " kept for the next start until that store is closed"
        )
    }

    static let emptyDirectory = StoreDiagnostic(
        .cacheNotWritten,
        "the path of the directory is empty, expected the path of a directory, or nil to keep no documents;"
            + " new documents are used, but not kept for the next start"
    )

    static func outdated(version: Int64, bundledVersion: Int64) -> StoreDiagnostic {
        StoreDiagnostic(
            .cachedDocumentOutdated,
            "another version of the app has kept the document of version \(version), and the bundled one has version"
                + " \(bundledVersion); the bundled one is used until a document is fetched"
        )
    }

    static func bundledDocumentUnreadable(_ refusal: DocumentRefusal) -> StoreDiagnostic {
        let reason = if case .unreadable(let error) = refusal { error.description } else { refusal.description }
        return StoreDiagnostic(.bundledDocumentUnreadable, "the bundled document is not used: \(reason)")
    }
}

/// What crashes in a row have led to at a start, for a diagnostic.
struct CrashLoopReport: Hashable, Sendable {
    /// The number of crashes; `nil` if they were before an earlier start.
    let crashes: Int?

    let quarantine: CrashLoopBreaker.Decision.QuarantineState
    let documentInUse: DocumentInUse

    enum DocumentInUse: Hashable, Sendable {
        /// A document from disk, and the time for which it is resolved; `nil` for the present.
        case fetched(isConfirmed: Bool, resolutionDate: Int64?)
        case bundled
        case none
    }
}

extension StoreDiagnostic {
    /// Says what crashes have led to, and which document is in use.
    init(_ report: CrashLoopReport) {
        let quarantine =
            switch report.quarantine {
            case .none: nil as String?
            case .new: "what was in use is quarantined for a day"
            case .old: "what was in use then is still quarantined"
            }
        let crashes =
            report.crashes.map { "the app crashed \($0) times in a row soon after its start" }
            ?? "the app has crashed several times in a row"
        self.init(
            quarantine == nil ? .crashLoop : .documentQuarantined,
            [crashes, quarantine, report.documentInUse.description].compactMap(\.self).joined(separator: "; "))
    }
}

extension CrashLoopReport.DocumentInUse: CustomStringConvertible {
    var description: String {
        switch self {
        case .fetched(let isConfirmed, let resolutionDate):
            let schedules = resolutionDate.map { ", with its schedules as of \(Instant(seconds: $0))" } ?? ""
            return "the \(isConfirmed ? "last confirmed" : "newest") document is used\(schedules)"
        case .bundled: return "the bundled document is used"
        case .none: return "no document is used, so that every setting has its default in code"
        }
    }
}
