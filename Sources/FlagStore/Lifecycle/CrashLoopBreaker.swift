/// Stops a document from ending the app early at every start.
///
/// 1. A document is *pending* until it is confirmed: the app has run with it for a while, or was closed cleanly.
/// 2. Every start with a pending document is counted before the document is used.
/// 3. After two starts without confirmation, the next start quarantines the document: it is not used, and it is rejected
///    when the server sends it again.
package struct CrashLoopBreaker: Hashable, Sendable {
    /// The last confirmed document.
    package private(set) var confirmed: DocumentIdentity?

    /// The pending document, and the number of its starts.
    package private(set) var pending: Pending?

    /// The quarantined documents, the latest last.
    package private(set) var quarantined: [DocumentIdentity] = []

    package struct Pending: Hashable, Sendable {
        package let identity: DocumentIdentity
        package let starts: UInt8
    }

    /// How to treat the newest document at a start.
    package enum Verdict: Hashable, Sendable {
        /// The document is confirmed; use it.
        case confirmed

        /// The document is not confirmed yet; this start is counted, use it.
        case pending

        /// The document is quarantined; use the last confirmed one.
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

    /// Records that the app ran with a document long enough, or stopped cleanly.
    package mutating func confirm(_ identity: DocumentIdentity) {
        guard !quarantined.contains(identity) else { return }
        confirmed = identity
        pending = nil
    }

    /// Whether a document is quarantined.
    package func refuses(_ identity: DocumentIdentity) -> Bool {
        quarantined.contains(identity)
    }
}

extension CrashLoopBreaker {
    /// The state as bytes. They are the payload of a cache file, whose checksum protects them.
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

    /// Reads what ``encoded`` wrote; `nil` if the bytes have another form.
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

    /// The encoding of an absent document; no document is empty.
    private static let none = DocumentIdentity(byteCount: 0, checksum: 0)

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
