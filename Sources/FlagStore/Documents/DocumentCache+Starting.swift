package import FlagResolver

extension DocumentCache {
    /// Decides which of the documents is used.
    func decide(
        _ newest: ReadDocument?, _ older: ReadDocument?, _ bundled: DocumentIdentity?,
        _ run: CrashLoopBreaker.Start, _ state: inout State, _ start: inout CachedStart
    ) {
        let isOwner = state.owner != nil
        let before = state.breaker
        let candidates = CrashLoopBreaker.Candidates(
            newest: newest?.identity, older: older?.identity, bundled: bundled)
        // Another process counts the crashes; this one only respects its quarantines.
        let counted = CrashLoopBreaker.Start(
            program: run.program, crashes: isOwner ? run.crashes : 0, wallTime: run.wallTime)
        let decision = state.breaker.start(with: candidates, counted)
        if !isOwner { state.breaker = before }
        start.changedBreaker = state.breaker != before
        start.usesBundled = decision.usesBundled
        switch decision.choice {
        case .newest: start.document = newest?.cached(isPending: decision.isPending, decision.resolutionDate)
        case .older: start.document = older?.cached(isPending: false, decision.resolutionDate)
        case nil: break
        }
        if decision.choice != .newest { start.quarantined = newest?.cached(isPending: true) }
        if decision.quarantine != .none || counted.isCrashLoop {
            start.crashLoop = CrashLoopReport(
                crashes: counted.isCrashLoop ? counted.crashes : nil, quarantine: decision.quarantine,
                documentInUse: decision.choice != nil
                    ? .fetched(isConfirmed: !decision.isPending, resolutionDate: decision.resolutionDate)
                    : decision.usesBundled ? .bundled : .none)
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
        // A later epoch is newer than every bundled document that does not say so.
        guard let bundledVersion, let version = found.document.documentVersion, found.program != program,
            found.authenticity.facts.map({ $0.version.epoch == 1 }) ?? true, version < bundledVersion
        else { return found }
        // The confirmed document is older than the newest one, which has been reported.
        if !start.diagnostics.contains(where: { $0.code == .cachedDocumentOutdated }) {
            start.diagnostics.append(.outdated(version: version, bundledVersion: bundledVersion))
        }
        return nil
    }

    /// Reads a file; `nil` if it is damaged.
    func readFile(_ name: CacheDirectory.Name) throws(FileFailure) -> CacheFile? {
        let (limit, overflow) = byteLimit.addingReportingOverflow(CacheFile.overhead)
        return CacheFile(try files.read(directory.path(name), limit: overflow ? .max : limit))
    }

    /// Reads a document; `nil` if there is none, it is damaged, or it is not trusted.
    ///
    /// - Parameter ignoresFloor: Whether the document may be older than one that this process has accepted, but not kept.
    func readDocument(
        _ name: CacheDirectory.Name, ignoresFloor: Bool = false, _ start: inout CachedStart
    ) -> ReadDocument? {
        do throws(FileFailure) {
            guard let file = try readFile(name) else {
                start.diagnostics.append(.damaged(directory.path(name)))
                return nil
            }
            let received = ReceivedDocument(bytes: file.payload, entityTag: file.entityTag)
            let isExempt = ignoresFloor || name == .confirmed && !start.refusesNewest
            let origin = DocumentOrigin.cache(isExempt: isExempt)
            switch acceptance.judge(DocumentCandidate(received, from: origin)) {
            case .accepted(let accepted):
                if case .failed(let failure) = accepted.authenticity { start.diagnostics.append(.notTrusted(failure)) }
                if let facts = accepted.authenticity.facts { start.authentic.append(facts) }
                return ReadDocument(
                    document: accepted.document,
                    identity: accepted.identity,
                    authenticity: accepted.authenticity,
                    entityTag: file.entityTag,
                    writtenAt: file.writtenAt,
                    program: file.program,
                    checkedAt: name == .newest ? files.modificationTime(of: directory.path(name)) : nil
                )
            case .rejected(.notTrusted(let failure)):
                if name == .newest { start.refusesNewest = failure.isAboutOrder }
                start.diagnostics.append(.notTrusted(failure, path: directory.path(name)))
                return nil
            case .rejected, .unchanged:
                start.diagnostics.append(.damaged(directory.path(name)))
                return nil
            }
        } catch {
            if !error.isAbsence { start.diagnostics.append(.unreadable(error)) }
            return nil
        }
    }

    /// A document as read from its file.
    struct ReadDocument {
        let document: SettingsDocument
        let identity: DocumentIdentity
        let authenticity: DocumentAuthenticity
        let entityTag: String?
        let writtenAt: Int64
        let program: UInt64
        let checkedAt: Int64?

        var stored: DocumentCache.StoredDocument {
            DocumentCache.StoredDocument(identity: identity, facts: authenticity.facts)
        }

        func cached(isPending: Bool, _ resolutionDate: Int64? = nil) -> CachedDocument {
            CachedDocument(
                document: document,
                identity: identity,
                authenticity: authenticity,
                entityTag: entityTag,
                checkedAt: max(writtenAt, checkedAt ?? writtenAt),
                isPending: isPending,
                resolutionDate: resolutionDate
            )
        }
    }
}

/// The result of reading the cache at a start.
package struct CachedStart: Sendable {
    /// The document to start with; `nil` if there is none.
    package internal(set) var document: CachedDocument?

    /// The authentic documents on disk, in use or not.
    var authentic: [SignedDocumentFacts] = []

    /// The newest document, if it is quarantined.
    package internal(set) var quarantined: CachedDocument?

    /// Whether the newest document is older than one that was accepted. Then the directory was brought back from somewhere, and
    /// the confirmed document must be as new as any other.
    var refusesNewest = false

    /// Whether the bundled document may be used.
    package internal(set) var usesBundled = true

    /// What crashes have led to.
    var crashLoop: CrashLoopReport?

    /// Whether the state of the breaker has to be written.
    package internal(set) var changedBreaker = false

    /// Whether this process counts this start, once it is in the foreground and until its trial ends.
    package internal(set) var isCounted = false

    /// The problems that were found.
    package internal(set) var diagnostics: [StoreDiagnostic] = []
}

/// A document from the cache.
package struct CachedDocument: Sendable {
    package let document: SettingsDocument
    package let identity: DocumentIdentity
    package let authenticity: DocumentAuthenticity
    package let entityTag: String?

    /// When the server last sent or confirmed it, in seconds since 1970, as far as the files show.
    package let checkedAt: Int64

    /// Whether it is not confirmed yet.
    package let isPending: Bool

    /// The time for which it is resolved, in seconds since 1970; `nil` for the present.
    package let resolutionDate: Int64?

    /// Whether the time of its next confirmation matters: schedules are resolved for it if the app crashes later.
    var needsConfirmation: Bool { isPending || document.loaded.testsDate && resolutionDate == nil }

    /// The time since ``checkedAt``; zero if the wall clock was set back in the meantime.
    package func age(at wallTime: Int64) -> Duration {
        let (age, overflow) = wallTime.subtractingReportingOverflow(checkedAt)
        return .seconds(overflow ? 0 : max(0, age))
    }
}

extension TrustFailure {
    /// Whether the document is right, and only too old.
    fileprivate var isAboutOrder: Bool {
        switch self {
        case .older, .otherText: true
        default: false
        }
    }
}
