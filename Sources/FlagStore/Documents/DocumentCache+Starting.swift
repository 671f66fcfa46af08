package import FlagResolver

extension DocumentCache {
    /// Decides whether the newest document is used.
    func startWithNewest(
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

    /// Counts this start as one that ended early, until its trial ends.
    func countStart(_ start: inout CachedStart) {
        do throws(FileFailure) {
            try starts.add()
            start.isCounted = true
        } catch {
            start.diagnostics.append(.notWritten(error))
        }
    }

    /// Reads the state of the breaker; a missing file leaves it as it is.
    func readBreaker(_ state: inout State, _ start: inout CachedStart) {
        do throws(FileFailure) {
            let bytes = try files.read(directory.path(.breaker), limit: CacheFile.overhead + 4_096)
            guard let file = CacheFile(bytes), let breaker = CrashLoopBreaker(file.payload) else {
                start.diagnostics.append(.damaged(directory.path(.breaker)))
                return
            }
            state.breaker = breaker
        } catch {
            if !error.isAbsence { start.diagnostics.append(.unreadable(error)) }
        }
    }

    /// Reads a document to start with; `nil` also if another version of the program has kept it and the bundled one is newer.
    func readDocument(
        _ name: CacheDirectory.Name, comparedWith bundledVersion: Int64?, _ start: inout CachedStart
    ) -> ReadDocument? {
        guard let found = readDocument(name, &start) else { return nil }
        guard let bundledVersion, let version = found.document.documentVersion, found.program != program,
            version < bundledVersion
        else { return found }
        // The confirmed document is older than the newest one, which has been reported.
        if !start.diagnostics.contains(where: { $0.code == .cachedDocumentOutdated }) {
            start.diagnostics.append(.outdated(version: version, bundledVersion: bundledVersion))
        }
        return nil
    }

    /// Reads a document; `nil` if there is none, or it is damaged.
    func readDocument(_ name: CacheDirectory.Name, _ start: inout CachedStart) -> ReadDocument? {
        do throws(FileFailure) {
            let (limit, overflow) = byteLimit.addingReportingOverflow(CacheFile.overhead)
            let bytes = try files.read(directory.path(name), limit: overflow ? .max : limit)
            guard let file = CacheFile(bytes), case .accepted(let accepted) = acceptance.judge(file.candidate) else {
                start.diagnostics.append(.damaged(directory.path(name)))
                return nil
            }
            return ReadDocument(
                document: accepted.document,
                identity: accepted.identity,
                entityTag: file.entityTag,
                writtenAt: file.writtenAt,
                program: file.program,
                checkedAt: name == .newest ? files.modificationTime(of: directory.path(name)) : nil
            )
        } catch {
            if !error.isAbsence { start.diagnostics.append(.unreadable(error)) }
            return nil
        }
    }

    /// A document as read from its file.
    struct ReadDocument {
        let document: SettingsDocument
        let identity: DocumentIdentity
        let entityTag: String?
        let writtenAt: Int64
        let program: UInt64
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

    /// When the server last sent or confirmed it, in seconds since 1970, as far as the files show.
    package let checkedAt: Int64

    /// Whether it is not confirmed yet.
    package let isPending: Bool

    /// The time since ``checkedAt``; zero if the wall clock was set back in the meantime.
    package func age(at wallTime: Int64) -> Duration {
        let (age, overflow) = wallTime.subtractingReportingOverflow(checkedAt)
        return .seconds(overflow ? 0 : max(0, age))
    }
}
