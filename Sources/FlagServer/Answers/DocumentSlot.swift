import FlagResolver

/// The current document of one source, and what is known about it.
package final class DocumentSlot: Sendable {
    /// The name in the path; empty for the only document of a server.
    package let name: String
    /// The source, as messages and outputs name it.
    package let source: String
    private let state = Locked(State())

    private struct State: Sendable {
        var document: ServedDocument?
        /// The settings before the last change.
        var former: SettingsDocument?
        var status = DocumentStatus()
    }

    package init(name: String, source: String) {
        self.name = name
        self.source = source
    }

    /// The document; `nil` before the first one. Each request reads it once.
    package var document: ServedDocument? { state.withLock { $0.document } }

    /// The document and its status, both at the same time.
    package var current: (document: ServedDocument?, status: DocumentStatus) {
        state.withLock { ($0.document, $0.status) }
    }

    /// The document, the settings that it replaced, and its status, all at the same time; `nil` before the first document.
    var history: (document: ServedDocument, former: SettingsDocument?, status: DocumentStatus)? {
        state.withLock { state in state.document.map { ($0, state.former, state.status) } }
    }

    package var status: DocumentStatus { state.withLock { $0.status } }

    /// Serves another document from now on. Requests that have begun keep the one that they began with.
    ///
    /// - Parameters:
    ///   - now: The monotonic time.
    ///   - confirmed: When the source last confirmed it: before now for a document from the disk.
    package func serve(_ document: ServedDocument, at now: Duration, confirmed: Duration? = nil) {
        state.withLock { state in
            if let former = state.document {
                state.former = former.settings
                state.status.changeCount += 1
                state.status.lastChange = now
            }
            state.document = document
            state.status.lastConfirmation = confirmed ?? now
            state.status.lastRejection = nil
        }
    }

    /// Notes that the source still has the current document.
    package func confirm(at now: Duration) {
        state.withLock { state in
            state.status.lastConfirmation = now
            state.status.lastRejection = nil
        }
    }

    /// Notes that the source could not be read, or that its new document is not served.
    package func reject(_ reason: String) {
        state.withLock { state in
            state.status.rejectionCount += 1
            state.status.lastRejection = reason
        }
    }
}

/// What is known about the document of a source.
package struct DocumentStatus: Sendable, Hashable {
    /// How often the document was replaced.
    package fileprivate(set) var changeCount = 0
    /// The monotonic time of the last replacement; `nil` if there was none.
    package fileprivate(set) var lastChange: Duration?
    package fileprivate(set) var rejectionCount = 0
    /// The monotonic time at which the source last had the current document; `nil` before the first one.
    package fileprivate(set) var lastConfirmation: Duration?
    /// Why the last attempt failed; `nil` if it succeeded.
    package fileprivate(set) var lastRejection: String?

    /// The whole seconds since the source last had the document.
    package func age(at now: Duration) -> Int64? { lastConfirmation.map { max(0, (now - $0).components.seconds) } }
}
