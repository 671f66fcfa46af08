import FlagResolver
import FlagSigning

/// Who has signed a publication.
enum PublishedSigning {
    case verified(DocumentVersion, keys: [String])
    /// It has signatures, and nothing says which keys count.
    case unverified
    /// The trust file refuses it.
    case refused(problem: String)

    /// - Returns: `nil` if nothing is verified, and the document has no signature.
    init?(_ bytes: [UInt8], _ trust: TrustRules?) {
        guard let trust else {
            guard SignedDocument.hasSignatures(bytes) else { return nil }
            self = .unverified
            return
        }
        // Whether a publication of the past has expired says nothing about who has signed it.
        let checked = trust.check(bytes, at: nil)
        if checked.failure == nil, let members = checked.members {
            self = .verified(
                members.version,
                keys: checked.keys.map { "\($0.algorithm.rawValue) \((try? $0.identifier()) ?? "")" })
        } else {
            self = .refused(problem: "\(checked.failure ?? .unsigned)")
        }
    }

    var version: Int? { if case .verified(let version, _) = self { Int(exactly: version.version) } else { nil } }
    var epoch: Int? { if case .verified(let version, _) = self { Int(exactly: version.epoch) } else { nil } }
    var keys: [String]? { if case .verified(_, let keys) = self { keys } else { nil } }
    var isRefused: Bool { if case .refused = self { true } else { false } }

    /// Why it is not verified; `nil` if it is.
    var problem: String? {
        switch self {
        case .verified: nil
        case .unverified: "its signatures are not verified, because no --trust is given"
        case .refused(let problem): problem
        }
    }

    /// `version 7, signed by ed25519 7d1c1d9f8a3b5e42`
    var text: String {
        if case .verified(let version, let keys) = self {
            "version \(version), signed by \(keys.joined(separator: " and "))"
        } else {
            "not verified: \(problem ?? "")"
        }
    }
}
