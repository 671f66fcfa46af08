package import FlagResolver

/// The raw documents of a store on disk; each start resolves them again for the running version.
///
/// 1. `newest` is the newest document, `confirmed` the last confirmed one if it is another, `breaker` the state of the
///    ``CrashLoopBreaker``. `starts` has one record for each of the last starts that did not end normally.
/// 2. Files are replaced, never changed: a temporary file is written, synchronised and renamed, then the directory is
///    synchronised. After a power failure, each name refers to a whole file or to none. Only `starts` is not synchronised:
///    what ends a process leaves the memory of the system intact.
/// 3. The process that holds the lock `owner` writes and counts starts; all others only read until the lock is free.
/// 4. Failures are diagnostics, never errors of the store.
/// 5. Calls must not overlap, except that of ``endTrial()``. No lock is held while a file is written.
package final class DocumentCache: Sendable {
    private let directory: String
    private let access: DirectoryAccess
    private let program: UInt64
    private let files: any FileLayer
    private let byteLimit: Int
    private let acceptance: DocumentAcceptance
    private let state = Locked(State())

    /// Whether this start counts as one that ended early, until its trial ends.
    private let isCounted = Locked(false)

    private struct State: Sendable {
        var breaker = CrashLoopBreaker()
        var owner: OpenFile?
        var isClosed = false

        /// The identity of the file `newest`, as far as this process knows.
        var newest: DocumentIdentity?
    }

    /// A cache in a directory, which is created when needed.
    ///
    /// - Parameter programVersion: The version of the program. A quarantine and a count of starts hold for one version.
    package init(
        directory: String,
        access: DirectoryAccess = .exclusive,
        programVersion: String = "",
        files: any FileLayer = SystemFiles(),
        limits: DocumentLimits = .standard,
        acceptance: DocumentAcceptance? = nil
    ) {
        self.directory = directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
        self.access = access
        self.files = files
        self.acceptance = acceptance ?? DocumentAcceptance(limits: limits)
        byteLimit = limits.byteCount
        program = DocumentIdentity(of: Array(programVersion.utf8)).checksum
    }

    /// Reads the document to start with, and counts the start until ``endTrial()`` is called.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the documents.
    package func start(at wallTime: Int64 = 0) -> CachedStart {
        exclusively { state in
            var start = CachedStart()
            do throws(FileFailure) {
                if state.owner == nil, access != .readOnly { try lock(&state) }
            } catch {
                start.diagnostics.append(.notWritten(error))
            }
            readBreaker(&state, &start)
            let run = CrashLoopBreaker.Start(program: program, earlyEnds: countEarlyEnds(), wallTime: wallTime)
            if let newest = readDocument(.newest, &start) {
                state.newest = newest.identity
                startWithNewest(newest, run, &state, &start)
            }
            if start.document == nil, let confirmed = readDocument(.confirmed, &start),
                !state.breaker.rejects(confirmed.identity, program: program, at: wallTime)
            {
                start.document = confirmed.cached(isPending: false)
            }
            if state.owner != nil { countStart(&start) }
            isCounted.withLock { [counted = start.isCounted] in $0 = counted }
            return start
        }
    }

    /// Ends the count of starts that ended early: the program has run long enough, or ends normally.
    package func endTrial() {
        let hasEnded = isCounted.withLock { isCounted in
            defer { isCounted = false }
            return !isCounted
        }
        guard !hasEnded else { return }
        // Without the file, there is nothing to end.
        try? files.remove(path(.starts))
    }

    /// Keeps a new document as a pending one.
    ///
    /// - Returns: The problem, if writing failed; the old file is intact then.
    package func write(_ payload: [UInt8], identity: DocumentIdentity, entityTag: String?, at wallTime: Int64)
        -> StoreDiagnostic?
    {
        exclusively { state in
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

    /// Notes when the server last sent or confirmed the newest document.
    package func noteCheck(of identity: DocumentIdentity, at wallTime: Int64) {
        exclusively { state in
            // The time is informational; without it, the age counts from the arrival of the document.
            guard (try? own(&state)) == true, state.newest == identity else { return }
            try? files.setModificationTime(of: path(.newest), to: wallTime)
        }
    }

    /// Records that a document is good.
    package func confirm(_ identity: DocumentIdentity, at wallTime: Int64) -> StoreDiagnostic? {
        exclusively { state in
            guard state.breaker.confirmed != identity else { return nil }
            return changeBreaker(&state, at: wallTime) { breaker, newest in
                if newest == identity { breaker.confirm(identity) }
            }
        }
    }

    /// Ends all quarantines, and the count of starts.
    package func liftQuarantines(at wallTime: Int64) -> StoreDiagnostic? {
        endTrial()
        return exclusively { state in
            changeBreaker(&state, at: wallTime) { breaker, _ in breaker.liftQuarantines() }
        }
    }

    /// Writes the state of the breaker after ``start(at:)`` changed it.
    package func saveBreaker(at wallTime: Int64) -> StoreDiagnostic? {
        exclusively { state in
            let breaker = state.breaker
            do throws(FileFailure) {
                guard try own(&state) else { return nil }
                state.breaker = breaker
                try writeBreaker(breaker, at: wallTime)
                return nil
            } catch {
                return .notWritten(error)
            }
        }
    }

    /// Whether a document is quarantined.
    package func rejects(_ identity: DocumentIdentity, at wallTime: Int64) -> Bool {
        state.withLock { $0.breaker }.rejects(identity, program: program, at: wallTime)
    }

    /// Releases the lock, so that another process may write; this one never writes again.
    package func close() {
        let owner = state.withLock { state in
            defer { state.owner = nil }
            state.isClosed = true
            return state.owner
        }
        if let owner { files.close(owner) }
    }

    deinit {
        close()
    }

    /// Changes the state without holding its lock meanwhile; calls do not overlap.
    private func exclusively<Result>(_ body: (inout State) -> Result) -> Result {
        var changed = state.withLock { $0 }
        let result = body(&changed)
        if access == .sharedContainer, let owner = changed.owner {
            files.close(owner)
            changed.owner = nil
        }
        let final = changed
        state.withLock { $0 = final }
        return result
    }
}

// MARK: - Starting

extension DocumentCache {
    private func startWithNewest(
        _ newest: ReadDocument,
        _ run: CrashLoopBreaker.Start,
        _ state: inout State,
        _ start: inout CachedStart
    ) {
        let before = state.breaker
        var verdict = state.breaker.start(with: newest.identity, run)
        if state.owner == nil {
            // Another process counts the starts; this one only respects its quarantines.
            if verdict == .quarantined(isNew: true) { verdict = .pending }
            state.breaker = before
        }
        start.changedBreaker = state.breaker != before
        switch verdict {
        case .confirmed:
            start.document = newest.cached(isPending: false)
            if run.isCrashLoop { start.diagnostics.append(.crashLoopWithConfirmedDocument(starts: run.earlyEnds)) }
        case .pending: start.document = newest.cached(isPending: true)
        case .quarantined(let isNew):
            start.quarantined = newest.cached(isPending: true)
            start.diagnostics.append(isNew ? .quarantined(starts: run.earlyEnds) : .stillQuarantined)
        }
    }

    /// How many of the last starts of this version ended early, in a row. A damaged file counts as none.
    private func countEarlyEnds() -> Int {
        guard let bytes = try? files.read(path(.starts), limit: Self.longestStarts) else { return 0 }
        let record = record
        var count = 0
        var rest = bytes[...]
        while rest.count >= record.count, rest.suffix(record.count).elementsEqual(record) {
            rest.removeLast(record.count)
            count += 1
        }
        return count
    }

    private func countStart(_ start: inout CachedStart) {
        do throws(FileFailure) {
            let size = (try? files.read(path(.starts), limit: Self.longestStarts))?.count
            if let size, size + record.count > Self.longestStarts { return }
            if size == nil { try? files.remove(path(.starts)) }
            try files.append(record, to: path(.starts))
            start.isCounted = true
        } catch {
            start.diagnostics.append(.notWritten(error))
        }
    }

    /// The record of one start: which version of the program it was.
    private var record: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: program)
        return bytes
    }

    /// More starts in a row make no difference.
    private static let longestStarts = 1_024

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
                writtenAt: file.writtenAt,
                checkedAt: name == .newest ? files.modificationTime(of: path(name)) : nil
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
        let checkedAt: Int64?

        func cached(isPending: Bool) -> CachedDocument {
            CachedDocument(
                document: document,
                identity: identity,
                entityTag: entityTag,
                checkedAt: max(writtenAt, checkedAt ?? writtenAt),
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
        case starts
        case owner
    }

    private static let temporarySuffix = ".temporary"

    private func path(_ name: Name) -> String {
        "\(directory)/\(name.rawValue)"
    }

    /// Whether this process may write; takes the lock if it is free.
    private func own(_ state: inout State) throws(FileFailure) -> Bool {
        guard !state.isClosed, access != .readOnly else { return false }
        if let owner = state.owner {
            guard !files.names(path(.owner), owner) else { return true }
            // The directory was removed, and perhaps created again: the lock holds nothing.
            files.close(owner)
            state.owner = nil
        }
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

    private func changeBreaker(
        _ state: inout State,
        at wallTime: Int64,
        _ body: (inout CrashLoopBreaker, DocumentIdentity?) -> Void
    ) -> StoreDiagnostic? {
        do throws(FileFailure) {
            guard try own(&state) else { return nil }
            var changed = state.breaker
            body(&changed, state.newest)
            guard changed != state.breaker else { return nil }
            state.breaker = changed
            try writeBreaker(changed, at: wallTime)
            return nil
        } catch {
            return .notWritten(error)
        }
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

    /// The newest document, if it is quarantined.
    package internal(set) var quarantined: CachedDocument?

    /// Whether the state of the breaker has to be written.
    package internal(set) var changedBreaker = false

    /// Whether this start counts as one that ended early, until its trial ends.
    package internal(set) var isCounted = false

    /// The problems that were found.
    package internal(set) var diagnostics: [StoreDiagnostic] = []
}

/// A document from the cache.
package struct CachedDocument: Sendable {
    package let document: SettingsDocument
    package let identity: DocumentIdentity
    package let entityTag: String?

    /// When the server last sent or confirmed it, in seconds since 1970, as far as the files tell.
    package let checkedAt: Int64

    /// Whether it is not confirmed yet.
    package let isPending: Bool
}
