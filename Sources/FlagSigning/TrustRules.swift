package import FlagResolver

/// Which documents are authentic: whose signatures count, and for which app they must be.
package struct TrustRules: Hashable, Sendable {
    /// The keys whose signatures count.
    package let keys: [PublicKey]

    /// The `$document` that a document must have; `nil` for any.
    package let document: String?

    /// The `$environment` that a document must have; `nil` for any, or none.
    package let environment: String?

    /// How many of the keys must have signed; at least one.
    package let threshold: Int

    package init(keys: [PublicKey], document: String? = nil, environment: String? = nil, threshold: Int = 1) {
        self.keys = keys
        self.document = document
        self.environment = environment
        self.threshold = max(1, threshold)
    }

    /// Checks a document.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was published.
    ///   - now: The time at which it is accepted.
    /// - Complexity: O(*n*) for *n* bytes: one SHA-256, one pass of the parser, and a verification for each signature.
    package func check(_ bytes: [UInt8], at now: Instant, limits: DocumentLimits = .standard) -> CheckedDocument {
        let signed: SignedDocument
        switch SignedDocument.form(of: bytes) {
        case .signed(let document): signed = document
        case .malformed(let reason):
            return CheckedDocument(content: bytes, problem: .malformedSignature(reason: reason))
        case .unsigned: return unsigned(bytes, limits)
        }
        var checked = CheckedDocument(content: signed.content, problem: nil)
        do throws(CryptographyUnavailable) {
            let check = try SignatureCheck(of: signed, by: keys)
            checked.keys = check.keys
            if check.keys.count < threshold {
                checked.problem =
                    check.keys.isEmpty && check.wrong.isEmpty
                    ? .noKnownKey(check.unknown)
                    : check.keys.isEmpty
                        ? .wrongSignature(check.wrong) : .threshold(found: check.keys.count, needed: threshold)
            }
        } catch {
            checked.problem = .unavailable("\(error)")
        }
        guard let tree = try? JSONTree(parsing: checked.content, limits: limits.json), tree.kind(of: 0) == .object
        else {
            checked.problem = checked.problem ?? .malformedSignature(reason: "the signed text is not an object of JSON")
            return checked
        }
        guard tree.member(named: SignedMembers.Name.signature, of: 0) == nil else {
            checked.problem = checked.problem ?? .malformedSignature(reason: "there are two of them")
            return checked
        }
        do throws(SignedMembers.MemberError) {
            let members = try SignedMembers(of: tree)
            checked.members = members
            checked.problem = checked.problem ?? problem(of: members, at: now)
        } catch {
            checked.problem = checked.problem ?? .member(error)
        }
        return checked
    }

    private func unsigned(_ bytes: [UInt8], _ limits: DocumentLimits) -> CheckedDocument {
        let tree = try? JSONTree(parsing: bytes, limits: limits.json)
        let isMisplaced =
            tree.map { $0.kind(of: 0) == .object && $0.member(named: SignedMembers.Name.signature, of: 0) != nil }
            ?? false
        return CheckedDocument(
            content: bytes,
            problem: isMisplaced
                ? .malformedSignature(reason: "$signature is not at the end of the text, or has blanks") : .unsigned)
    }

    private func problem(of members: SignedMembers, at now: Instant) -> TrustProblem? {
        if let document, members.document != document {
            return .otherDocument(found: members.document, expected: document)
        }
        if let environment, members.environment != environment {
            return .otherEnvironment(found: members.environment, expected: environment)
        }
        if let expires = members.expires, expires <= now { return .expired(expires) }
        return nil
    }
}

/// A document, and whether it is authentic.
package struct CheckedDocument: Hashable, Sendable {
    /// The bytes to parse: those that were signed, if there is a signature.
    package let content: [UInt8]

    /// The trusted keys that have signed it.
    package fileprivate(set) var keys: [PublicKey] = []

    /// What it says about itself; `nil` if that cannot be read.
    package fileprivate(set) var members: SignedMembers?

    /// Why it is not accepted; `nil` if it is.
    package fileprivate(set) var problem: TrustProblem?

    fileprivate init(content: [UInt8], problem: TrustProblem?) {
        self.content = content
        self.problem = problem
    }
}

/// Why a document is not accepted.
package enum TrustProblem: Hashable, Sendable {
    case unsigned
    case malformedSignature(reason: String)

    /// No trusted key has signed; the identifiers of those that did.
    case noKnownKey([String])

    /// Signatures of trusted keys are wrong; the identifiers of the keys.
    case wrongSignature([String])
    case threshold(found: Int, needed: Int)
    case member(SignedMembers.MemberError)
    case otherDocument(found: String, expected: String)
    case otherEnvironment(found: String?, expected: String)
    case expired(Instant)

    /// The system has no cryptographic library.
    case unavailable(String)

    /// A name for machines.
    package enum Code: String, Sendable, CaseIterable {
        case unsigned
        case malformedSignature = "malformed-signature"
        case noKnownKey = "no-known-key"
        case wrongSignature = "wrong-signature"
        case threshold
        case member = "signed-member"
        case otherDocument = "other-document"
        case otherEnvironment = "other-environment"
        case expired
        case unavailable
    }

    package var code: Code {
        switch self {
        case .unsigned: .unsigned
        case .malformedSignature: .malformedSignature
        case .noKnownKey: .noKnownKey
        case .wrongSignature: .wrongSignature
        case .threshold: .threshold
        case .member: .member
        case .otherDocument: .otherDocument
        case .otherEnvironment: .otherEnvironment
        case .expired: .expired
        case .unavailable: .unavailable
        }
    }
}

extension TrustProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unsigned: "it is not signed"
        case .malformedSignature(let reason): "its signature is malformed: \(reason)"
        case .noKnownKey(let identifiers):
            "no trusted key has signed it; it is signed by \(identifiers.joined(separator: ", "))"
        case .wrongSignature(let identifiers):
            "the signature of \(identifiers.joined(separator: ", ")) is wrong: the text was changed after it was signed"
        case .threshold(let found, let needed): "\(found) of the trusted keys have signed it, and \(needed) must"
        case .member(let error): "\(error)"
        case .otherDocument(let found, let expected):
            "$document is \(SettingProblem.quoted(found)), expected \(SettingProblem.quoted(expected))"
        case .otherEnvironment(let found, let expected):
            "$environment is \(found.map { SettingProblem.quoted($0) } ?? "missing"), expected \(SettingProblem.quoted(expected))"
        case .expired(let date): "it has expired at \(date)"
        case .unavailable(let reason): reason
        }
    }
}
