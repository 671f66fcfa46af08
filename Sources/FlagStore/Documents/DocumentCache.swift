package import FlagResolver

/// The raw documents of a store on disk; each start resolves them again for the running version.
///
/// 1. `newest` is the newest document, `confirmed` the last confirmed one if it differs, `breaker` the state of the
///    ``CrashLoopBreaker``. `starts` has one record for each of the last starts that did not end normally.
///    `installation` is the ``InstallationKey``. `overrides` are those of the debug menu, if the app keeps them.
/// 2. Files are replaced, never changed: a temporary file is written, synchronised and renamed, then the directory is
///    synchronised. After a power failure, each name refers to a whole file or to none. Only ``StartRecords`` are not
///    synchronised.
/// 3. The process that holds the lock `owner` writes and counts starts; all others only read until the lock is free. Only a
///    missing `installation` is created without the lock.
/// 4. Failures are diagnostics, never errors of the store.
/// 5. Calls must not overlap, except those about the phase and the end of the program. No lock is held while a file is
///    written.
package final class DocumentCache: Sendable {
    let directory: CacheDirectory
    let starts: StartRecords
    private let access: DirectoryAccess
    let program: UInt64
    let byteLimit: Int
    let acceptance: DocumentAcceptance
    private let state = Locked(State())

    var files: any FileLayer { directory.files }

    /// Whether this start has a record among the crashes.
    private let trial = Locked(Trial.ended)

    private enum Trial: Sendable {
        /// The start counts no more: it lasted long enough, ended normally, or another process counts.
        case ended
        case inForeground
        case inBackground
    }

    struct State: Sendable {
        var breaker = CrashLoopBreaker()
        var owner: OpenFile?
        var isClosed = false

        /// The document in the file `newest`, as far as this process knows.
        var newest: StoredDocument?
    }

    /// A document in a file.
    struct StoredDocument: Sendable {
        let identity: DocumentIdentity

        /// What it says about itself, if it is authentic.
        let facts: SignedDocumentFacts?
    }

    /// Creates a cache in a directory, which is created when needed.
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
        self.directory = CacheDirectory(directory, files: files)
        self.access = access
        self.acceptance = acceptance ?? DocumentAcceptance(limits: limits)
        byteLimit = limits.byteCount
        program = DocumentIdentity(of: Array(programVersion.utf8)).checksum
        starts = StartRecords(in: self.directory, program: program)
    }

    /// Reads the document to start with, and counts the start until ``endTrial()`` or ``leaveForeground()`` is called.
    ///
    /// A document that another version of the program has kept is left out if the bundled one is newer. Documents of this
    /// version are not compared, because a rollback publishes an older one.
    ///
    /// - Parameters:
    ///   - bundled: The document that ships with the program.
    ///   - isInForeground: Whether the program is in the foreground; otherwise the start does not count yet.
    /// - Complexity: O(*n*) for *n* bytes of the documents.
    package func start(
        at wallTime: Int64 = 0, bundled: AcceptedDocument? = nil, isInForeground: Bool = true
    ) -> CachedStart {
        exclusively { state in
            var start = CachedStart()
            do throws(FileFailure) {
                if state.owner == nil, access != .readOnly { state.owner = try directory.lock() }
            } catch {
                start.diagnostics.append(.notWritten(error))
            }
            readBreaker(&state, &start)
            if let floor = acceptance.trust?.floor, floor.isLost {
                // The newest document must not be older than the confirmed one.
                var ignored = CachedStart()
                _ = readDocument(.confirmed, &ignored)
                for facts in ignored.authentic { floor.raise(to: facts) }
            }
            let version = bundled?.document.documentVersion
            let newest = readDocument(.newest, comparedWith: version, &start)
            state.newest = newest?.stored
            let run = CrashLoopBreaker.Start(program: program, crashes: starts.crashes, wallTime: wallTime)
            let mayUseOlder = newest.map {
                run.isCrashLoop || state.breaker.rejects($0.identity, program: program, at: wallTime)
            }
            let older = mayUseOlder ?? true ? readDocument(.confirmed, comparedWith: version, &start) : nil
            decide(newest, older, bundled?.identity, run, &state, &start)
            if state.owner != nil { count(isInForeground: isInForeground, &start) }
            return start
        }
    }

    private func count(isInForeground: Bool, _ start: inout CachedStart) {
        guard isInForeground else {
            start.isCounted = true
            return trial.withLock { $0 = .inBackground }
        }
        do throws(FileFailure) {
            try starts.enterForeground()
            start.isCounted = true
            trial.withLock { $0 = .inForeground }
        } catch {
            start.diagnostics.append(.notWritten(error))
        }
    }

    /// Counts this start as a crash until ``endTrial()`` or ``leaveForeground()`` is called, if this process counts.
    package func enterForeground() {
        let hasChanged = trial.withLock { trial in
            defer { if trial == .inBackground { trial = .inForeground } }
            return trial == .inBackground
        }
        // Without a record, a crash is not noticed.
        if hasChanged { try? starts.enterForeground() }
    }

    /// Takes the record of this start back: the system may end a program in the background at any time.
    package func leaveForeground() {
        let hasChanged = trial.withLock { trial in
            defer { if trial == .inForeground { trial = .inBackground } }
            return trial == .inForeground
        }
        if hasChanged { try? starts.leaveForeground() }
    }

    /// Ends the row of crashes: the program has run long enough, or ends normally.
    ///
    /// A program that ends in the background says nothing about its document.
    package func endTrial() {
        let last = trial.withLock { trial in
            defer { trial = .ended }
            return trial
        }
        if last == .inForeground { starts.removeAll() }
    }

    /// Ends the row of crashes, because the program says that its document is good.
    package func forgetCrashes() {
        let last = trial.withLock { trial in
            defer { trial = .ended }
            return trial
        }
        if last != .ended { starts.removeAll() }
    }

    /// What became of a document that was to be kept.
    package enum WriteResult: Hashable, Sendable {
        /// It is on disk; or another process keeps documents for this one.
        case done

        /// Writing failed, or another store writes. The old file is intact.
        case failed(StoreDiagnostic)

        /// Another process has kept a newer document in the meantime. The old file is intact.
        case refused(TrustFailure)

        package var problem: StoreDiagnostic? {
            if case .failed(let problem) = self { problem } else { nil }
        }
    }

    /// Keeps a new document as a pending one.
    ///
    /// - Parameter facts: What the document says about itself, if it is authentic. It is compared with what is on disk under the
    ///   lock: another process may have kept a newer document since this one was accepted.
    package func write(
        _ payload: [UInt8], identity: DocumentIdentity, facts: SignedDocumentFacts? = nil, entityTag: String?,
        at wallTime: Int64
    ) -> WriteResult {
        exclusively { state in
            do throws(FileFailure) {
                guard try takeOwnership(&state) else {
                    let expectsToWrite = access == .exclusive && !state.isClosed
                    return expectsToWrite ? .failed(.directoryInUse(lock: directory.path(.owner))) : .done
                }
                if let failure = failure(of: facts, replacing: state.newest?.facts) { return .refused(failure) }
                let file = CacheFile(entityTag: entityTag, writtenAt: wallTime, program: program, payload: payload)
                try directory.writeTemporary(file, as: .newest)
                if let newest = state.newest?.identity, newest == state.breaker.confirmed?.identity {
                    try files.rename(directory.path(.newest), to: directory.path(.confirmed))
                }
                state.newest = nil
                try directory.useTemporary(as: .newest)
                state.newest = StoredDocument(identity: identity, facts: facts)
                try directory.synchronize()
                return .done
            } catch {
                return .failed(.notWritten(error))
            }
        }
    }

    /// Why a document must not replace the one on disk. Call it only with the lock.
    private func failure(of facts: SignedDocumentFacts?, replacing stored: SignedDocumentFacts?) -> TrustFailure? {
        guard let facts, let trust = acceptance.trust, trust.policy.isEnforced else { return nil }
        do throws(TrustFailure) {
            try trust.floor.check(facts, replacing: stored, isExempt: false)
            return nil
        } catch {
            return error
        }
    }

    /// Keeps another entity tag of the newest document, or other signatures.
    ///
    /// - Parameters:
    ///   - entityTag: The tag; `nil` to keep the former one.
    ///   - payload: The same document with other signatures; `nil` to keep the former ones.
    /// - Returns: The problem, if writing failed; the old file is intact then.
    package func keep(
        entityTag: String?, payload: [UInt8]? = nil, of identity: DocumentIdentity, at wallTime: Int64
    ) -> StoreDiagnostic? {
        exclusively { state in
            do throws(FileFailure) {
                guard try takeOwnership(&state), state.newest?.identity == identity, let file = try readFile(.newest),
                    acceptance.identity(of: file.payload) == identity
                else { return nil }
                let changed = CacheFile(
                    entityTag: entityTag ?? file.entityTag, writtenAt: wallTime, program: file.program,
                    payload: payload ?? file.payload)
                try directory.writeTemporary(changed, as: .newest)
                try directory.useTemporary(as: .newest)
                try directory.synchronize()
                return nil
            } catch {
                return .notWritten(error)
            }
        }
    }

    /// Whether a document is the newest one on disk, as far as this process knows.
    func isNewest(_ identity: DocumentIdentity) -> Bool {
        state.withLock { $0.newest?.identity } == identity
    }

    /// Raises the floor of the versions to a document on disk, if this process may write.
    ///
    /// - Parameter facts: The document; `nil` to write what is known.
    /// - Returns: The problem, if writing failed.
    func raiseFloor(to facts: SignedDocumentFacts?, at wallTime: Int64) -> StoreDiagnostic? {
        guard let floor = acceptance.trust?.floor else { return nil }
        return exclusively { state in
            guard (try? takeOwnership(&state)) == true else { return nil }
            return floor.keep(facts, at: wallTime)
        }
    }

    /// Notes when the server last sent or confirmed the newest document.
    package func noteCheck(of identity: DocumentIdentity, at wallTime: Int64) {
        exclusively { state in
            // The time is informational; without it, the age counts from the arrival of the document.
            guard (try? takeOwnership(&state)) == true, state.newest?.identity == identity else { return }
            try? files.setModificationTime(of: directory.path(.newest), to: wallTime)
        }
    }

    /// Records that a document is good, at this time.
    package func confirm(_ identity: DocumentIdentity, at wallTime: Int64) -> StoreDiagnostic? {
        exclusively { state in
            changeBreaker(&state, at: wallTime) { breaker, newest in
                if newest == identity { breaker.confirm(identity, program: program, at: wallTime) }
            }
        }
    }

    /// Ends all quarantines, and the count of starts.
    package func liftQuarantines(at wallTime: Int64) -> StoreDiagnostic? {
        forgetCrashes()
        return exclusively { state in
            changeBreaker(&state, at: wallTime) { breaker, _ in breaker.liftQuarantines() }
        }
    }

    /// Writes the state of the breaker after ``start(at:)`` changed it.
    package func saveBreaker(at wallTime: Int64) -> StoreDiagnostic? {
        exclusively { state in
            let breaker = state.breaker
            do throws(FileFailure) {
                guard try takeOwnership(&state) else { return nil }
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
        restricts(identity, .document, at: wallTime)
    }

    /// Whether a document, or only its schedules, are quarantined.
    func restricts(
        _ identity: DocumentIdentity, _ scope: CrashLoopBreaker.Quarantine.Scope, at wallTime: Int64
    ) -> Bool {
        state.withLock { $0.breaker }.restricts(identity, scope, program: program, at: wallTime)
    }

    /// Releases the lock, so that another process may write; this one never writes again.
    package func close() {
        let owner = state.withLock { state in
            defer { state.owner = nil }
            state.isClosed = true
            return state.owner
        }
        if let owner { files.unlock(owner) }
    }

    deinit {
        close()
    }

    /// Changes a copy of the state, so that no lock is held while files are written. Calls must not overlap.
    func exclusively<Result>(_ body: (inout State) -> Result) -> Result {
        var changed = state.withLock { $0 }
        let result = body(&changed)
        if access == .sharedContainer, let owner = changed.owner {
            files.unlock(owner)
            changed.owner = nil
        }
        let final = changed
        state.withLock { $0 = final }
        return result
    }
}

extension DocumentCache {
    /// Takes the lock if it is free, and returns whether this process may write.
    func takeOwnership(_ state: inout State) throws(FileFailure) -> Bool {
        guard !state.isClosed, access != .readOnly else { return false }
        if let owner = state.owner {
            guard !files.names(directory.path(.owner), owner) else { return true }
            // The directory was removed, and perhaps created again, so the lock protects nothing.
            files.unlock(owner)
            state.owner = nil
        }
        state.owner = try directory.lock()
        guard state.owner != nil else { return false }
        // Another process may have written since this one last read.
        var ignored = CachedStart()
        readBreaker(&state, &ignored)
        if let trust = acceptance.trust { _ = trust.floor.readAgain() }
        state.newest = readDocument(.newest, ignoresFloor: true, &ignored)?.stored
        // That process may have ended before it could raise the floor.
        if let facts = state.newest?.facts { acceptance.trust?.floor.raise(to: facts) }
        return true
    }

    private func changeBreaker(
        _ state: inout State,
        at wallTime: Int64,
        _ body: (inout CrashLoopBreaker, DocumentIdentity?) -> Void
    ) -> StoreDiagnostic? {
        do throws(FileFailure) {
            guard try takeOwnership(&state) else { return nil }
            var changed = state.breaker
            body(&changed, state.newest?.identity)
            guard changed != state.breaker else { return nil }
            state.breaker = changed
            try writeBreaker(changed, at: wallTime)
            return nil
        } catch {
            return .notWritten(error)
        }
    }

    private func writeBreaker(_ breaker: CrashLoopBreaker, at wallTime: Int64) throws(FileFailure) {
        try directory.writeTemporary(CacheFile(writtenAt: wallTime, payload: breaker.encoded), as: .breaker)
        try directory.useTemporary(as: .breaker)
        try directory.synchronize()
    }
}
