package import FlagResolver

/// The raw documents of a store on disk; each start resolves them again for the running version.
///
/// 1. `newest` is the newest document, `confirmed` the last confirmed one if it is another, `breaker` the state of the
///    ``CrashLoopBreaker``.
/// 2. Files are replaced, never changed: a temporary file is written, synchronised and renamed, then the directory is
///    synchronised. After a power failure, each name refers to a whole file or to none.
/// 3. The process that holds the lock `owner` writes and counts starts; all others only read until the lock is free.
/// 4. Failures are diagnostics, never errors of the store.
package final class DocumentCache: Sendable {
    private let directory: String
    private let files: any FileLayer
    private let byteLimit: Int
    private let acceptance: DocumentAcceptance
    private let state = Locked(State())

    private struct State: Sendable {
        var breaker = CrashLoopBreaker()
        var owner: OpenFile?
        var isClosed = false

        /// The identity of the file `newest`, as far as this process knows.
        var newest: DocumentIdentity?
    }

    /// A cache in a directory, which is created when needed.
    package init(
        directory: String,
        files: any FileLayer = SystemFiles(),
        limits: DocumentLimits = .standard,
        acceptance: DocumentAcceptance? = nil
    ) {
        self.directory = directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
        self.files = files
        self.acceptance = acceptance ?? DocumentAcceptance(limits: limits)
        byteLimit = limits.byteCount
    }

    /// Reads the document to start with, and counts the start if that document is pending.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the documents.
    package func start() -> CachedStart {
        state.withLock { state in
            var start = CachedStart()
            do throws(FileFailure) {
                if state.owner == nil { try lock(&state) }
            } catch {
                start.diagnostics.append(.notWritten(error))
            }
            readBreaker(&state, &start)
            if let newest = readDocument(.newest, &start) {
                state.newest = newest.identity
                startWithNewest(newest, &state, &start)
            }
            if start.document == nil, let confirmed = readDocument(.confirmed, &start),
                !state.breaker.refuses(confirmed.identity)
            {
                start.document = confirmed.cached(isPending: false)
            }
            return start
        }
    }

    /// Keeps a new document as a pending one.
    ///
    /// - Returns: The problem, if writing failed; the old file is intact then.
    package func write(_ payload: [UInt8], identity: DocumentIdentity, entityTag: String?, at wallTime: Int64)
        -> StoreDiagnostic?
    {
        state.withLock { state in
            do throws(FileFailure) {
                guard try own(&state) else { return nil }
                let file = CacheFile(entityTag: entityTag, writtenAt: wallTime, payload: payload)
                try writeTemporary(file, as: .newest)
                if let newest = state.newest, newest == state.breaker.confirmed {
                    try files.rename(path(.newest), to: path(.confirmed))
                }
                state.newest = nil
                try files.rename(path(.newest) + Self.temporarySuffix, to: path(.newest))
                state.newest = identity
                try files.synchronizeDirectory(directory)
                return nil
            } catch {
                return .notWritten(error)
            }
        }
    }

    /// Records that the app ran with a document long enough, or stopped cleanly.
    package func confirm(_ identity: DocumentIdentity, at wallTime: Int64) -> StoreDiagnostic? {
        state.withLock { state in
            guard state.breaker.confirmed != identity else { return nil }
            do throws(FileFailure) {
                guard try own(&state), state.newest == identity else { return nil }
                state.breaker.confirm(identity)
                try writeBreaker(state.breaker, at: wallTime)
                return nil
            } catch {
                return .notWritten(error)
            }
        }
    }

    /// Whether a document is quarantined.
    package func refuses(_ identity: DocumentIdentity) -> Bool {
        state.withLock { $0.breaker.refuses(identity) }
    }

    /// Releases the lock, so that another process may write; this one never writes again.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            if let owner = state.owner { files.close(owner) }
            state.owner = nil
        }
    }

    deinit {
        close()
    }
}

// MARK: - Starting

extension DocumentCache {
    private func startWithNewest(_ newest: ReadDocument, _ state: inout State, _ start: inout CachedStart) {
        let before = state.breaker
        let verdict = state.breaker.start(with: newest.identity)
        if state.owner == nil {
            // Another process counts the starts; this one only respects its quarantine.
            state.breaker = before
        } else if state.breaker != before {
            do throws(FileFailure) {
                try writeBreaker(state.breaker, at: newest.writtenAt)
            } catch {
                start.diagnostics.append(.notWritten(error))
            }
        }
        switch verdict {
        case .confirmed: start.document = newest.cached(isPending: false)
        case .pending: start.document = newest.cached(isPending: true)
        case .quarantined:
            start.diagnostics.append(.quarantined(starts: Int(CrashLoopBreaker.allowedStarts)))
        }
    }

    private func readBreaker(_ state: inout State, _ start: inout CachedStart) {
        do throws(FileFailure) {
            let bytes = try files.read(path(.breaker), limit: CacheFile.overhead + 4_096)
            guard let file = CacheFile(bytes), let breaker = CrashLoopBreaker(file.payload) else {
                start.diagnostics.append(.damaged(path(.breaker)))
                return
            }
            state.breaker = breaker
        } catch {
            if !error.isAbsence { start.diagnostics.append(.unreadable(error)) }
        }
    }

    private func readDocument(_ name: Name, _ start: inout CachedStart) -> ReadDocument? {
        do throws(FileFailure) {
            let (limit, overflow) = byteLimit.addingReportingOverflow(CacheFile.overhead)
            let bytes = try files.read(path(name), limit: overflow ? .max : limit)
            guard let file = CacheFile(bytes), case .accepted(let accepted) = acceptance.judge(file.candidate) else {
                start.diagnostics.append(.damaged(path(name)))
                return nil
            }
            return ReadDocument(
                document: accepted.document,
                identity: accepted.identity,
                entityTag: file.entityTag,
                writtenAt: file.writtenAt
            )
        } catch {
            if !error.isAbsence { start.diagnostics.append(.unreadable(error)) }
            return nil
        }
    }

    private struct ReadDocument {
        let document: SettingsDocument
        let identity: DocumentIdentity
        let entityTag: String?
        let writtenAt: Int64

        func cached(isPending: Bool) -> CachedDocument {
            CachedDocument(
                document: document,
                identity: identity,
                entityTag: entityTag,
                writtenAt: writtenAt,
                isPending: isPending
            )
        }
    }
}

extension CacheFile {
    fileprivate var candidate: DocumentCandidate {
        DocumentCandidate(ReceivedDocument(bytes: payload, entityTag: entityTag), from: .cache)
    }
}

// MARK: - Writing

extension DocumentCache {
    private enum Name: String {
        case newest
        case confirmed
        case breaker
        case owner
    }

    private static let temporarySuffix = ".temporary"

    private func path(_ name: Name) -> String {
        "\(directory)/\(name.rawValue)"
    }

    /// Whether this process may write; takes the lock if it is free.
    private func own(_ state: inout State) throws(FileFailure) -> Bool {
        guard state.owner == nil else { return true }
        guard !state.isClosed else { return false }
        try lock(&state)
        guard state.owner != nil else { return false }
        // Another process may have written since this one last read.
        var ignored = CachedStart()
        readBreaker(&state, &ignored)
        state.newest = readDocument(.newest, &ignored)?.identity
        return true
    }

    private func lock(_ state: inout State) throws(FileFailure) {
        try files.makeDirectory(directory)
        state.owner = try files.lock(path(.owner))
    }

    private func writeBreaker(_ breaker: CrashLoopBreaker, at wallTime: Int64) throws(FileFailure) {
        try writeTemporary(CacheFile(writtenAt: wallTime, payload: breaker.encoded), as: .breaker)
        try files.rename(path(.breaker) + Self.temporarySuffix, to: path(.breaker))
        try files.synchronizeDirectory(directory)
    }

    /// Writes a file under a temporary name, and synchronises it.
    private func writeTemporary(_ file: CacheFile, as name: Name) throws(FileFailure) {
        let temporary = path(name) + Self.temporarySuffix
        do throws(FileFailure) {
            // A process that was killed while writing may have left it; only the owner gets here.
            try files.remove(temporary)
        } catch {
            guard error.isAbsence else { throw error }
        }
        let open = try files.create(temporary)
        do throws(FileFailure) {
            try files.write(file.encoded[...], to: open)
            try files.synchronize(open)
            files.close(open)
        } catch {
            files.close(open)
            try? files.remove(temporary)
            throw error
        }
    }
}

/// The result of reading the cache at a start.
package struct CachedStart: Sendable {
    /// The document to start with; `nil` if there is none.
    package internal(set) var document: CachedDocument?

    /// The problems that were found.
    package internal(set) var diagnostics: [StoreDiagnostic] = []
}

/// A document from the cache.
package struct CachedDocument: Sendable {
    package let document: SettingsDocument
    package let identity: DocumentIdentity
    package let entityTag: String?
    package let writtenAt: Int64

    /// Whether it is not confirmed yet.
    package let isPending: Bool
}
