import FlagResolver

/// The wording of what a store reports about documents and their files.
extension StoreDiagnostic {
    static func fetchFailed(_ failure: TransportFailure, next: Duration?) -> StoreDiagnostic {
        let outlook = next.map { "; next try in \($0.components.seconds) s" } ?? ""
        return StoreDiagnostic(.fetchFailed, "no document came: \(failure)\(outlook)")
    }

    static func refused(_ reason: DocumentRefusal) -> StoreDiagnostic {
        StoreDiagnostic(reason == .quarantined ? .quarantinedDocument : .documentRefused, reason.description)
    }

    static func quarantined(starts: Int) -> StoreDiagnostic {
        StoreDiagnostic(
            .documentQuarantined,
            "the app ended early \(starts) times with the newest document; the last confirmed one is used instead"
        )
    }

    static func damaged(_ path: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .cacheUnreadable,
            "\(path) is damaged or of another format and is not used; the next document takes its place"
        )
    }

    static func unreadable(_ failure: FileFailure) -> StoreDiagnostic {
        StoreDiagnostic(.cacheUnreadable, "\(failure); it is treated as if it were not there")
    }

    static func notWritten(_ failure: FileFailure) -> StoreDiagnostic {
        StoreDiagnostic(.cacheNotWritten, "\(failure); documents are used, and not kept for the next start")
    }

    static func bundledDocumentUnreadable(_ refusal: DocumentRefusal) -> StoreDiagnostic {
        let reason = if case .unreadable(let error) = refusal { error.description } else { refusal.description }
        return StoreDiagnostic(.bundledDocumentUnreadable, "the bundled document is not used: \(reason)")
    }
}
