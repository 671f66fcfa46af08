/// Keeps a document that ends the app early from doing so for ever.
///
/// 1. A document is *pending* until it is confirmed: by the app running on for a while with it, or by a clean stop.
/// 2. Every start with a pending document is counted before the document is used.
/// 3. At the start after two that confirmed nothing, the document is quarantined: it is not used, and not taken again
///    when it comes from the server.
package struct CrashLoopBreaker: Hashable, Sendable {
    /// The document that was confirmed last.
    package private(set) var confirmed: DocumentIdentity?

    /// The document whose starts are being counted, and their number.
    package private(set) var pending: Pending?

    /// The documents that are not taken again, the latest last.
    package private(set) var quarantined: [DocumentIdentity] = []

    package struct Pending: Hashable, Sendable {
        package let identity: DocumentIdentity
        package let starts: UInt8
    }

    /// What to do with the newest document at a start.
    package enum Verdict: Hashable, Sendable {
        /// It is confirmed; use it.
        case confirmed

        /// It is not confirmed yet; use it, now that this start is counted.
        case pending

        /// It is quarantined; use the last confirmed one.
        case quarantined
    }

    package init() {}

    package static let allowedStarts: UInt8 = 2
    private static let rememberedQuarantines = 8

    /// Judges the newest document at a start, and counts the start.
    package mutating func start(with identity: DocumentIdentity) -> Verdict {
        if quarantined.contains(identity) { return .quarantined }
        if identity == confirmed { return .confirmed }
        let starts = pending.flatMap { $0.identity == identity ? $0.starts : nil } ?? 0
        guard starts < Self.allowedStarts else {
            pending = nil
            quarantined.append(identity)
            quarantined.removeFirst(max(0, quarantined.count - Self.rememberedQuarantines))
            return .quarantined
        }
        pending = Pending(identity: identity, starts: starts + 1)
        return .pending
    }

    /// Takes note that the app ran on with a document, or stopped cleanly.
    package mutating func confirm(_ identity: DocumentIdentity) {
        guard !quarantined.contains(identity) else { return }
        confirmed = identity
        pending = nil
    }

    /// Whether a document that came from the server is one that was quarantined.
    package func refuses(_ identity: DocumentIdentity) -> Bool {
        quarantined.contains(identity)
    }
}

extension CrashLoopBreaker {
    /// The state as bytes; they stand in a file of the cache, whose checksum vouches for them.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        let identities = [confirmed ?? Self.none, pending?.identity ?? Self.none] + quarantined
        bytes.append(pending?.starts ?? 0)
        for identity in identities {
            bytes.append(littleEndian: identity.byteCount)
            bytes.append(littleEndian: identity.checksum)
        }
        return bytes
    }

    /// Reads what ``encoded`` wrote; `nil` if it is something else.
    init?(_ bytes: [UInt8]) {
        let size = 16
        guard let starts = bytes.first, bytes.count % size == 1, bytes.count > 2 * size else { return nil }
        var identities = stride(from: 1, to: bytes.count, by: size).map { start in
            DocumentIdentity(
                byteCount: Self.number(bytes[start..<start + 8]),
                checksum: Self.number(bytes[start + 8..<start + 16])
            )
        }[...]
        let first = identities.removeFirst()
        let second = identities.removeFirst()
        confirmed = first == Self.none ? nil : first
        pending = second == Self.none ? nil : Pending(identity: second, starts: starts)
        quarantined = Array(identities)
    }

    /// No document: there is none of no bytes.
    private static let none = DocumentIdentity(byteCount: 0, checksum: 0)

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
