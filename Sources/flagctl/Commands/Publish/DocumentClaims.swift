import FlagResolver
import FlagSigning

/// What a document to publish says about itself, and what the command line changes.
struct DocumentClaims {
    let document: String?
    let environment: String?
    /// `nil` if it has no `$version`.
    let version: DocumentVersion?
    /// Whether the document names an epoch, readable or not.
    let hasEpoch: Bool
    let expires: Instant?
    private let tree: JSONTree?

    /// - Parameter members: Those that were verified; `nil` for a document that is still to be signed.
    init(_ bytes: [UInt8], _ arguments: ParsedArguments, _ members: SignedMembers? = nil) {
        let tree = try? JSONTree(parsing: bytes)
        func text(_ member: String) -> String? {
            tree.flatMap { tree in tree.member(named: member, of: 0).flatMap { tree.string(at: $0) } }
        }
        func number(_ member: String) -> Int64? {
            tree.flatMap { tree in tree.member(named: member, of: 0).flatMap { tree.int64(at: $0) } }
                .flatMap { $0 > 0 ? $0 : nil }
        }
        self.tree = tree
        document = members?.document ?? arguments[.signedDocument] ?? text(SignedMembers.Name.document)
        environment =
            members == nil
            ? arguments[.signedEnvironment] ?? text(SignedMembers.Name.environment) : members?.environment
        version =
            members?.version
            ?? number(SignedMembers.Name.version).map {
                DocumentVersion($0, epoch: number(SignedMembers.Name.epoch) ?? 1)
            }
        hasEpoch = tree?.member(named: SignedMembers.Name.epoch, of: 0) != nil
        expires = text(SignedMembers.Name.expires).flatMap { try? Instant(parsing: $0) }
    }

    /// Whether a document is for the same app and environment.
    func hasNames(of members: SignedMembers) -> Bool {
        document.map { $0.hasSameBytes(as: members.document) } ?? true
            && environment.map { Array($0.utf8) } == members.environment.map { Array($0.utf8) }
    }

    /// Whether a published document differs at most in the members that signing sets.
    func hasContent(of published: [UInt8]) -> Bool {
        guard let tree, let old = try? JSONTree(parsing: published) else { return false }
        // An expiry is set by the command line, or is part of the document.
        let hasExpiry = tree.member(named: SignedMembers.Name.expires, of: 0) != nil
        return Self.content(of: old, withExpiry: hasExpiry) == Self.content(of: tree, withExpiry: hasExpiry)
    }

    /// The members of a document as they are written, apart from those that signing sets.
    private static func content(of tree: JSONTree, withExpiry: Bool) -> [[UInt8]] {
        let names =
            [
                SignedMembers.Name.document, SignedMembers.Name.environment, SignedMembers.Name.epoch,
                SignedMembers.Name.version, SignedMembers.Name.issued, SignedMembers.Name.signature,
            ] + (withExpiry ? [] : [SignedMembers.Name.expires])
        return tree.members(of: 0).compactMap { key, value in
            names.contains(tree.string(at: key) ?? "")
                ? nil : Array(tree.bytes[tree.nodes[key].span.lowerBound..<tree.nodes[value].span.upperBound])
        }
    }
}
