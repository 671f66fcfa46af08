package import FlagResolver

/// Where the bytes of a document came from.
package enum DocumentOrigin: Hashable, Sendable {
    /// The response to a request.
    case response(to: DocumentRequest)

    /// A merge patch that the app received outside the transport.
    case patch

    /// A file of the cache.
    ///
    /// - Parameter isExempt: Whether the document may be older than the last accepted one, as the confirmed document may.
    case cache(isExempt: Bool)

    /// The document that ships with the app.
    case bundle

    /// Whether the document may replace another one.
    var isNew: Bool {
        switch self {
        case .response, .patch: true
        case .cache, .bundle: false
        }
    }
}

/// Bytes that may become a document, with the response head that came with them.
package struct DocumentCandidate: Sendable {
    package let received: ReceivedDocument
    package let origin: DocumentOrigin

    package init(_ received: ReceivedDocument, from origin: DocumentOrigin) {
        self.received = received
        self.origin = origin
    }
}

/// A document that passed every check, and the bytes to keep for the next start.
package struct AcceptedDocument: Sendable {
    package let document: SettingsDocument

    /// The bytes as they came. Those of a signed document end with its signatures, which are not parsed.
    package let payload: [UInt8]

    /// The identity of the document: of its text without signatures, with a verifier.
    package let identity: DocumentIdentity

    package let authenticity: DocumentAuthenticity
}

/// A copy of the newest document with other signatures, or with none.
package struct DocumentCopy: Sendable {
    /// What is known about it.
    let authenticity: DocumentAuthenticity

    /// The bytes to keep: those of the copy, with the signatures of both. `nil` if no trusted key has signed the copy alone.
    let payload: [UInt8]?
}

/// The document that conditional requests ask about: the newest one accepted, active or not.
package struct NewestDocument: Sendable {
    package let document: SettingsDocument
    package let identity: DocumentIdentity
    package internal(set) var authenticity = DocumentAuthenticity.notVerified
    package internal(set) var entityTag: String?

    /// Whether the document is in use; otherwise it waits for the next start, or is quarantined.
    package internal(set) var isActive: Bool

    /// What of the document is not used because the crash-loop breaker rejects it.
    var restriction: CrashLoopBreaker.Quarantine.Scope?

    /// The bytes of the document, if they could not be written to disk when it came.
    var unwrittenBytes: [UInt8]?

    /// The bytes of the document with its signatures.
    var bytes: [UInt8] {
        guard let trailer = authenticity.facts?.trailer, !trailer.isEmpty else { return document.tree.bytes }
        return document.tree.bytes.dropLast() + trailer
    }
}

/// Decides whether bytes become a document.
///
/// Every document passes through here, whatever its origin.
package struct DocumentAcceptance: Sendable {
    private let limits: DocumentLimits
    private let removal: RemovalRule
    let trust: DocumentTrustCheck?

    package init(
        limits: DocumentLimits = .standard, removal: RemovalRule = RemovalRule(), trust: DocumentTrustCheck? = nil
    ) {
        self.limits = limits
        self.removal = removal
        self.trust = trust
    }

    package enum Verdict: Sendable {
        /// The content is that of the newest document; the copy has other signatures.
        case unchanged(DocumentCopy?)

        case accepted(AcceptedDocument)

        case rejected(DocumentRefusal)
    }

    /// Decides whether a candidate becomes a document.
    ///
    /// - Parameters:
    ///   - candidate: The bytes, the response head and the origin.
    ///   - newest: The document that the candidate would replace or patch.
    ///   - active: The document from a server that is in use.
    ///   - wallTime: The time in seconds since 1970, at which a document may have expired.
    ///   - isQuarantined: Whether the crash-loop breaker rejects a document.
    /// - Complexity: O(*n*) for *n* bytes of the candidate and, for a patch, of the newest document.
    package func judge(
        _ candidate: DocumentCandidate,
        newest: NewestDocument? = nil,
        active: SettingsDocument? = nil,
        at wallTime: Int64 = 0,
        isQuarantined: (DocumentIdentity) -> Bool = { _ in false }
    ) -> Verdict {
        let received = candidate.received
        let verdict: Verdict
        do throws(DocumentRefusal) {
            switch candidate.origin {
            case .response where received.bytes.isEmpty:
                throw .empty
            case .response(let request) where received.isMergePatch:
                guard let newest, newest.entityTag != nil, newest.entityTag == request.entityTag else {
                    throw .patchWithoutBase
                }
                verdict = try merge(received.bytes, into: newest, isQuarantined)
            case .patch:
                guard let newest else { throw .patchWithoutBase }
                verdict = try merge(received.bytes, into: newest, isQuarantined)
            case .response, .cache, .bundle:
                verdict = try parse(candidate, replacing: newest, at: wallTime, isQuarantined)
            }
            if case .accepted(let accepted) = verdict, candidate.origin.isNew, !received.allowsLargeChange {
                try removal.check(accepted.document, replacing: active)
            }
        } catch {
            guard case .response = candidate.origin, received.looksLikeMarkup else { return .rejected(error) }
            switch error {
            case .unreadable, .notTrusted(.unsigned): return .rejected(.webPage)
            default: return .rejected(error)
            }
        }
        return verdict
    }

    /// What identifies a document.
    func identity(of bytes: [UInt8]) -> DocumentIdentity { trust?.identity(of: bytes) ?? DocumentIdentity(of: bytes) }

    /// The document in the bytes of a candidate, unless it is the newest one.
    private func parse(
        _ candidate: DocumentCandidate,
        replacing newest: NewestDocument?,
        at wallTime: Int64,
        _ isQuarantined: (DocumentIdentity) -> Bool
    ) throws(DocumentRefusal) -> Verdict {
        let (bytes, origin) = (candidate.received.bytes, candidate.origin)
        guard let trust else {
            let identity = DocumentIdentity(of: bytes)
            guard identity != newest?.identity else { return .unchanged(nil) }
            guard !isQuarantined(identity) else { throw .quarantined }
            return .accepted(
                AcceptedDocument(
                    document: try document(in: bytes), payload: bytes, identity: identity, authenticity: .notVerified))
        }
        let stored = newest.map(\.bytes)
        guard stored != bytes else { return .unchanged(nil) }
        let verdict: SignatureVerdict
        do throws(TrustFailure) {
            verdict = try trust.checkSignatures(of: bytes, from: origin)
        } catch {
            throw .notTrusted(error)
        }
        let identity = DocumentIdentity(of: verdict.content)
        let isCopy = identity == newest?.identity
        guard isCopy || !isQuarantined(identity) else { throw .quarantined }
        let document = try document(in: verdict.content)
        do throws(TrustFailure) {
            var authenticity = try trust.authenticity(
                of: document, in: bytes, verdict, from: origin, replacing: newest, at: wallTime)
            guard isCopy, let newest, let stored else {
                return .accepted(
                    AcceptedDocument(
                        document: document, payload: bytes, identity: identity, authenticity: authenticity))
            }
            guard let facts = authenticity.facts,
                !Set(facts.keys).isSubset(of: newest.authenticity.facts?.keys ?? [])
            else { return .unchanged(DocumentCopy(authenticity: authenticity, payload: nil)) }
            let payload = trust.verifier.union(of: stored, and: bytes)
            authenticity = try trust.authenticity(
                of: document, in: payload, trust.verifier.checkSignatures(of: payload), from: origin,
                replacing: newest, at: wallTime)
            return .unchanged(DocumentCopy(authenticity: authenticity, payload: payload))
        } catch {
            throw .notTrusted(error)
        }
    }

    private func document(in bytes: [UInt8]) throws(DocumentRefusal) -> SettingsDocument {
        do throws(DocumentError) {
            return try SettingsDocument(parsing: bytes, limits: limits)
        } catch {
            throw .unreadable(error)
        }
    }

    /// The newest document with a merge patch applied, unless the patch changes nothing.
    private func merge(
        _ patch: [UInt8],
        into newest: NewestDocument,
        _ isQuarantined: (DocumentIdentity) -> Bool
    ) throws(DocumentRefusal) -> Verdict {
        let authenticity: DocumentAuthenticity
        do throws(TrustFailure) {
            authenticity = try trust?.failed(.patch) ?? .notVerified
        } catch {
            throw .notTrusted(error)
        }
        let merged: SettingsDocument
        do throws(DocumentError) {
            merged = try newest.document.merging(patch: patch)
        } catch {
            throw .unreadable(error)
        }
        // These bytes are kept, so the next start parses the same document.
        let payload = merged.tree.bytes
        let identity = DocumentIdentity(of: payload)
        guard identity != newest.identity else { return .unchanged(nil) }
        guard !isQuarantined(identity) else { throw .quarantined }
        return .accepted(
            AcceptedDocument(document: merged, payload: payload, identity: identity, authenticity: authenticity))
    }
}

extension ReceivedDocument {
    /// Whether the body begins with `<`, as a web page does.
    fileprivate var looksLikeMarkup: Bool {
        bytes.first { !(0x09...0x0D).contains($0) && $0 != 0x20 } == UInt8(ascii: "<")
    }

    /// Whether the media type says that the body is a merge patch.
    fileprivate var isMergePatch: Bool {
        guard let mediaType else { return false }
        let essence = mediaType.unicodeScalars.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
        return Substring(essence).lowercased() == "application/merge-patch+json"
    }
}

extension JSONTree {
    /// The object at a path of keys joined with `.`; a key may contain dots. An empty name is the whole document.
    func group(named name: String) -> Int? {
        guard !name.isEmpty else { return 0 }
        return group(at: 0, path: Array(name.utf8)[...])
    }

    /// Descends one object per key, so the recursion is no deeper than the document.
    private func group(at node: Int, path: ArraySlice<UInt8>) -> Int? {
        for member in members(of: node) where kind(of: member.value) == .object {
            guard let key = stringBytes(at: member.key), path.starts(with: key) else { continue }
            let rest = path.dropFirst(key.count)
            if rest.isEmpty { return member.value }
            guard rest.first == UInt8(ascii: ".") else { continue }
            if let found = group(at: member.value, path: rest.dropFirst()) { return found }
        }
        return nil
    }
}
