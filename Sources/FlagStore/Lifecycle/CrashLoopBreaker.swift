/// Stops a document from ending the app early at every start.
///
/// 1. A document is *pending* until it is confirmed: the app has run with it for a while, has closed the store
///    cleanly, or confirms it.
/// 2. Starts that end early are counted in a row, whatever document each of them had. A normal exit and a long run end the
///    count.
/// 3. After three of them, a pending document is quarantined at the next start: the last confirmed one is used.
/// 4. A quarantine ends after a day, with another version of the program, or when the app lifts it. Other content is never
///    rejected.
package struct CrashLoopBreaker: Hashable, Sendable {
    /// The last confirmed document.
    package private(set) var confirmed: DocumentIdentity?

    /// The quarantined documents, the latest last.
    package private(set) var quarantines: [Quarantine] = []

    package struct Quarantine: Hashable, Sendable {
        package let identity: DocumentIdentity

        /// When it began, in seconds since 1970.
        package let since: Int64

        /// The checksum of the program's version.
        package let program: UInt64
    }

    /// A start of the program.
    package struct Start: Hashable, Sendable {
        /// The checksum of the program's version.
        package let program: UInt64

        /// How many of the last starts of this version ended early, in a row.
        package let earlyEnds: Int

        /// The wall clock time, in seconds since 1970.
        package let wallTime: Int64

        package init(program: UInt64 = 0, earlyEnds: Int = 0, wallTime: Int64 = 0) {
            self.program = program
            self.earlyEnds = earlyEnds
            self.wallTime = wallTime
        }

        /// Whether starts end early too often for a pending document.
        package var isCrashLoop: Bool { earlyEnds >= CrashLoopBreaker.allowedEarlyEnds }
    }

    /// How to treat the newest document at a start.
    package enum Verdict: Hashable, Sendable {
        /// The document is confirmed; use it.
        case confirmed

        /// The document is not confirmed yet; use it.
        case pending

        /// The document is quarantined; use the last confirmed one.
        case quarantined(isNew: Bool)
    }

    package init() {}

    package static let allowedEarlyEnds = 3
    package static let quarantineSeconds: Int64 = 86_400
    private static let rememberedQuarantines = 8

    /// Judges the newest document at a start.
    package mutating func start(with identity: DocumentIdentity, _ start: Start) -> Verdict {
        endQuarantines(program: start.program, at: start.wallTime)
        if identity == confirmed { return .confirmed }
        if quarantines.contains(where: { $0.identity == identity }) { return .quarantined(isNew: false) }
        guard start.isCrashLoop else { return .pending }
        quarantines.append(Quarantine(identity: identity, since: start.wallTime, program: start.program))
        quarantines.removeFirst(max(0, quarantines.count - Self.rememberedQuarantines))
        return .quarantined(isNew: true)
    }

    /// Records that a document is good, unless it is quarantined.
    package mutating func confirm(_ identity: DocumentIdentity, program: UInt64 = 0, at wallTime: Int64 = 0) {
        endQuarantines(program: program, at: wallTime)
        guard !quarantines.contains(where: { $0.identity == identity }) else { return }
        confirmed = identity
    }

    /// Whether a document is quarantined.
    package func rejects(_ identity: DocumentIdentity, program: UInt64, at wallTime: Int64) -> Bool {
        quarantines.contains { $0.identity == identity && Self.isInForce($0, program: program, at: wallTime) }
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
        bytes.append(identity: confirmed ?? Self.none)
        for quarantine in quarantines {
            bytes.append(identity: quarantine.identity)
            bytes.append(littleEndian: quarantine.since)
            bytes.append(littleEndian: quarantine.program)
        }
        return bytes
    }

    /// Reads what ``encoded`` wrote; `nil` if the bytes have another form.
    init?(_ bytes: [UInt8]) {
        guard bytes.first == Self.format, bytes.count >= 17, (bytes.count - 17) % 32 == 0 else { return nil }
        var numbers = stride(from: 1, to: bytes.count, by: 8).map { start -> UInt64 in
            var number: UInt64 = 0
            for byte in bytes[start..<start + 8].reversed() { number = number << 8 | UInt64(byte) }
            return number
        }[...]
        func next() -> UInt64 { numbers.popFirst() ?? 0 }
        let first = DocumentIdentity(byteCount: next(), checksum: next())
        confirmed = first == Self.none ? nil : first
        while !numbers.isEmpty {
            quarantines.append(
                Quarantine(
                    identity: DocumentIdentity(byteCount: next(), checksum: next()),
                    since: Int64(truncatingIfNeeded: next()),
                    program: next()
                )
            )
        }
    }

    private static let format: UInt8 = 2

    /// The encoding of an absent document; no document is empty.
    private static let none = DocumentIdentity(byteCount: 0, checksum: 0)
}

extension [UInt8] {
    fileprivate mutating func append(identity: DocumentIdentity) {
        append(littleEndian: identity.byteCount)
        append(littleEndian: identity.checksum)
    }
}
