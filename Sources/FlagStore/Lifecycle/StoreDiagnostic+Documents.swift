import FlagResolver

/// The wording of what a store reports about documents and their files.
extension StoreDiagnostic {
    static func fetchFailed(_ failure: TransportFailure, next: Duration?) -> StoreDiagnostic {
        let outlook = next.map { "; the next attempt is in \($0.components.seconds) s" } ?? ""
        return StoreDiagnostic(.fetchFailed, "the document could not be fetched: \(failure)\(outlook)")
    }

    static func refused(_ reason: DocumentRefusal) -> StoreDiagnostic {
        StoreDiagnostic(reason == .quarantined ? .quarantinedDocument : .documentRefused, reason.description)
    }

    static func quarantined(starts: Int) -> StoreDiagnostic {
        StoreDiagnostic(
            .documentQuarantined,
            "the app ended early \(starts) times in a row; the newest document is quarantined for a day, and the last"
                + " confirmed one is used"
        )
    }

    static let stillQuarantined = StoreDiagnostic(
        .documentQuarantined,
        "the newest document is still quarantined; the last confirmed one is used"
    )

    static func crashLoopWithConfirmedDocument(starts: Int) -> StoreDiagnostic {
        StoreDiagnostic(
            .crashLoop,
            "the app ended early \(starts) times in a row with a confirmed document, which stays in use"
        )
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
