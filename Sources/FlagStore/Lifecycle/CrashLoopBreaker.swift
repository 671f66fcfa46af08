/// Stops a document from crashing the app at every start.
///
/// 1. A *crash* is a start that ended while the app was in the foreground, without a normal exit, soon after it began. Crashes
///    are counted in a row, whatever document each start had. A normal exit and a long run end the count.
/// 2. A document is *pending* until it is confirmed: the app has run with it for a while, or confirms it.
/// 3. After three crashes, pending documents are quarantined. The confirmed document is used, resolved for the date of its
///    confirmation: it can begin to crash when one of its schedules begins.
/// 4. After five crashes, the confirmed document is quarantined, too, and the bundled one is used. After seven crashes, that
///    is quarantined as well, and the defaults in code are used.
/// 5. A quarantine ends after a day, with another version of the program, or when the app lifts it. Other content is never
///    rejected.
package struct CrashLoopBreaker: Hashable, Sendable {
    /// The last confirmed document.
    package private(set) var confirmed: Confirmation?

    /// What may not be used, the latest last.
    package private(set) var quarantines: [Quarantine] = []

    /// A confirmed document.
    package struct Confirmation: Hashable, Sendable {
        package let identity: DocumentIdentity

        /// When it was confirmed, in seconds since 1970.
        package let date: Int64

        package init(identity: DocumentIdentity, date: Int64) {
            self.identity = identity
            self.date = date
        }
    }

    package struct Quarantine: Hashable, Sendable {
        package let identity: DocumentIdentity

        /// What of the document may not be used.
        package let scope: Scope

        /// When it began, in seconds since 1970.
        package let since: Int64

        /// The checksum of the program's version.
        package let program: UInt64

        package enum Scope: UInt64, Hashable, Sendable {
            case document

            /// Only its schedules: it is resolved for the date of its confirmation.
            case schedules
        }
    }

    /// A start of the program.
    package struct Start: Hashable, Sendable {
        /// The checksum of the program's version.
        package let program: UInt64

        /// How many of the last starts of this version were crashes, in a row.
        package let crashes: Int

        /// The wall clock time, in seconds since 1970.
        package let wallTime: Int64

        package init(program: UInt64 = 0, crashes: Int = 0, wallTime: Int64 = 0) {
            self.program = program
            self.crashes = crashes
            self.wallTime = wallTime
        }

        /// Whether the program crashes too often for a pending document.
        var isCrashLoop: Bool { crashes >= CrashLoopBreaker.allowedCrashes.pending }
    }

    /// The documents that a start can choose from.
    package struct Candidates: Hashable, Sendable {
        /// The newest document on disk.
        package var newest: DocumentIdentity?

        /// The document that was confirmed before the newest one arrived.
        package var older: DocumentIdentity?

        package var bundled: DocumentIdentity?

        package init(
            newest: DocumentIdentity? = nil, older: DocumentIdentity? = nil, bundled: DocumentIdentity? = nil
        ) {
            self.newest = newest
            self.older = older
            self.bundled = bundled
        }
    }

    /// Which documents a start uses.
    package struct Decision: Hashable, Sendable {
        package enum Choice: Hashable, Sendable {
            case newest
            case older
        }

        /// The document from disk; `nil` if none may be used.
        package internal(set) var choice: Choice?

        /// The time for which that document is resolved, in seconds since 1970; `nil` for the present.
        package internal(set) var resolutionDate: Int64?

        /// Whether the newest document waits for its confirmation.
        package internal(set) var isPending = false

        package internal(set) var usesBundled = false

        /// Whether something was quarantined at this start, or before, that would otherwise be used.
        package internal(set) var quarantine = QuarantineState.none

        package enum QuarantineState: Hashable, Sendable {
            case none, old, new
        }
    }

    package init() {}

    /// After how many crashes in a row pending documents, the confirmed one and the bundled one are quarantined.
    package static let allowedCrashes = (pending: 3, confirmed: 5, bundled: 7)
    package static let quarantineSeconds: Int64 = 86_400
    private static let rememberedQuarantines = 8

    /// Decides which documents a start uses.
    package mutating func start(with documents: Candidates, _ start: Start) -> Decision {
        endQuarantines(program: start.program, at: start.wallTime)
        var decision = Decision()
        let before = quarantines
        quarantineCrashing(documents, start)
        if let newest = documents.newest, !isQuarantined(newest) {
            decision.choice = .newest
            decision.isPending = newest != confirmed?.identity
            decision.resolutionDate = resolutionDate(of: newest)
        } else if let older = documents.older, !isQuarantined(older) {
            decision.choice = .older
            decision.resolutionDate = resolutionDate(of: older)
        }
        decision.usesBundled = documents.bundled.map { !isQuarantined($0) } ?? false
        let present = [documents.newest, documents.bundled] + (decision.choice == .newest ? [] : [documents.older])
        let isRestricted = present.contains { $0.map(isQuarantined) ?? false } || decision.resolutionDate != nil
        decision.quarantine = quarantines != before ? .new : isRestricted ? .old : .none
        return decision
    }

    private mutating func quarantineCrashing(_ documents: Candidates, _ start: Start) {
        guard start.isCrashLoop else { return }
        let allowed = Self.allowedCrashes
        let scope: Quarantine.Scope = start.crashes >= allowed.confirmed ? .document : .schedules
        if let newest = documents.newest {
            quarantine(newest, newest == confirmed?.identity ? scope : .document, start)
        }
        if let older = documents.older { quarantine(older, scope, start) }
        if start.crashes >= allowed.bundled, let bundled = documents.bundled {
            quarantine(bundled, .document, start)
        }
        quarantines.removeFirst(max(0, quarantines.count - Self.rememberedQuarantines))
    }

    private mutating func quarantine(_ identity: DocumentIdentity, _ scope: Quarantine.Scope, _ start: Start) {
        guard !quarantines.contains(where: { $0.identity == identity && $0.scope == scope }) else { return }
        quarantines.append(
            Quarantine(identity: identity, scope: scope, since: start.wallTime, program: start.program))
    }

    private func isQuarantined(_ identity: DocumentIdentity) -> Bool {
        quarantines.contains { $0.identity == identity && $0.scope == .document }
    }

    private func resolutionDate(of identity: DocumentIdentity) -> Int64? {
        guard let confirmed, confirmed.identity == identity,
            quarantines.contains(where: { $0.identity == identity && $0.scope == .schedules })
        else { return nil }
        return confirmed.date
    }

    /// Records that a document is good, unless it or its schedules are quarantined.
    package mutating func confirm(_ identity: DocumentIdentity, program: UInt64 = 0, at wallTime: Int64 = 0) {
        endQuarantines(program: program, at: wallTime)
        guard !quarantines.contains(where: { $0.identity == identity }) else { return }
        confirmed = Confirmation(identity: identity, date: wallTime)
    }

    /// Whether a document is quarantined.
    package func rejects(_ identity: DocumentIdentity, program: UInt64, at wallTime: Int64) -> Bool {
        restricts(identity, .document, program: program, at: wallTime)
    }

    /// Whether a document, or only its schedules, are quarantined.
    package func restricts(
        _ identity: DocumentIdentity, _ scope: Quarantine.Scope, program: UInt64, at wallTime: Int64
    ) -> Bool {
        quarantines.contains {
            $0.identity == identity && $0.scope == scope && Self.isInForce($0, program: program, at: wallTime)
        }
    }

    /// Forgets the quarantines that are over.
    private mutating func endQuarantines(program: UInt64, at wallTime: Int64) {
        quarantines.removeAll { !Self.isInForce($0, program: program, at: wallTime) }
    }

    /// Ends all quarantines.
    package mutating func liftQuarantines() {
        quarantines = []
    }

    /// A clock that was set back must not prolong a quarantine, so the distance counts in both directions.
    private static func isInForce(_ quarantine: Quarantine, program: UInt64, at wallTime: Int64) -> Bool {
        let (age, overflow) = wallTime.subtractingReportingOverflow(quarantine.since)
        return quarantine.program == program && !overflow && age.magnitude < UInt64(quarantineSeconds)
    }
}

extension CrashLoopBreaker {
    /// The state as bytes. They are the payload of a cache file, whose checksum protects them.
    var encoded: [UInt8] {
        var bytes = [Self.format]
        bytes.append(identity: confirmed?.identity ?? Self.none)
        bytes.append(littleEndian: confirmed?.date ?? 0)
        for quarantine in quarantines {
            bytes.append(identity: quarantine.identity)
            bytes.append(littleEndian: quarantine.scope.rawValue)
            bytes.append(littleEndian: quarantine.since)
            bytes.append(littleEndian: quarantine.program)
        }
        return bytes
    }

    /// Reads what ``encoded`` wrote; `nil` if the bytes have another form.
    init?(_ bytes: [UInt8]) {
        guard bytes.first == Self.format, bytes.count >= 25, (bytes.count - 25) % 40 == 0 else { return nil }
        var numbers = stride(from: 1, to: bytes.count, by: 8).map { start -> UInt64 in
            var number: UInt64 = 0
            for byte in bytes[start..<start + 8].reversed() { number = number << 8 | UInt64(byte) }
            return number
        }[...]
        func next() -> UInt64 { numbers.popFirst() ?? 0 }
        func nextIdentity() -> DocumentIdentity { DocumentIdentity(byteCount: next(), checksum: next()) }
        let (identity, date) = (nextIdentity(), Int64(truncatingIfNeeded: next()))
        confirmed = identity == Self.none ? nil : Confirmation(identity: identity, date: date)
        while !numbers.isEmpty {
            let identity = nextIdentity()
            guard let scope = Quarantine.Scope(rawValue: next()) else { return nil }
            quarantines.append(
                Quarantine(
                    identity: identity, scope: scope, since: Int64(truncatingIfNeeded: next()), program: next()))
        }
    }

    private static let format: UInt8 = 3

    /// The encoding of an absent document; no document is empty.
    private static let none = DocumentIdentity(byteCount: 0, checksum: 0)
}

extension [UInt8] {
    fileprivate mutating func append(identity: DocumentIdentity) {
        append(littleEndian: identity.byteCount)
        append(littleEndian: identity.checksum)
    }
}
