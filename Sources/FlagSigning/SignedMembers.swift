package import FlagResolver

/// What a signed document says about itself: the members of its top level that a signature makes reliable.
package struct SignedMembers: Hashable, Sendable {
    /// `$document`: the name of the document, so that that of another app is not accepted.
    package let document: String

    /// `$environment`, such as `production`; `nil` if there is none.
    package let environment: String?

    /// `$epoch` and `$version`, which grow with every publication; the epoch is 1 if there is none.
    package let version: DocumentVersion

    /// `$issued`: when it was signed.
    package let issued: Instant

    /// `$expires`: until when it may be accepted; `nil` for ever.
    package let expires: Instant?

    /// The versions that every reader of JSON represents exactly.
    package static let versions: ClosedRange<Int64> = 1...9_007_199_254_740_991

    /// The names of the members.
    package enum Name {
        package static let document = "$document"
        package static let environment = "$environment"
        package static let epoch = "$epoch"
        package static let version = "$version"
        package static let issued = "$issued"
        package static let expires = "$expires"
        package static let signature = "$signature"
    }

    /// Reads the members of a document.
    ///
    /// - Throws: The first member that is missing, or is of another form.
    package init(of tree: JSONTree) throws(TrustFailure) {
        document = try Self.text(Name.document, tree)
        environment =
            tree.member(named: Name.environment, of: 0) == nil ? nil : try Self.text(Name.environment, tree)
        let epoch = tree.member(named: Name.epoch, of: 0) == nil ? 1 : try Self.number(Name.epoch, tree)
        version = DocumentVersion(try Self.number(Name.version, tree), epoch: epoch)
        issued = try Self.instant(Name.issued, tree)
        expires = tree.member(named: Name.expires, of: 0) == nil ? nil : try Self.instant(Name.expires, tree)
    }

    private static func number(_ name: String, _ tree: JSONTree) throws(TrustFailure) -> Int64 {
        guard let node = tree.member(named: name, of: 0), let number = tree.int64(at: node), versions.contains(number)
        else {
            throw TrustFailure.unreadableMember(
                name: name, found: found(name, tree), expected: "a whole number from 1 to \(versions.upperBound)")
        }
        return number
    }

    private static func text(_ name: String, _ tree: JSONTree) throws(TrustFailure) -> String {
        guard let text = tree.member(named: name, of: 0).flatMap({ tree.string(at: $0) }), !text.isEmpty else {
            throw TrustFailure.unreadableMember(name: name, found: found(name, tree), expected: "a name in a string")
        }
        return text
    }

    private static func instant(_ name: String, _ tree: JSONTree) throws(TrustFailure) -> Instant {
        let text = tree.member(named: name, of: 0).flatMap { tree.string(at: $0) }
        guard let text, let instant = try? Instant(parsing: text) else {
            throw TrustFailure.unreadableMember(
                name: name, found: found(name, tree), expected: "a date such as \"2026-12-01T00:00:00Z\"")
        }
        return instant
    }

    private static func found(_ name: String, _ tree: JSONTree) -> String? {
        tree.member(named: name, of: 0).map { tree[$0].description.shortened(to: 80) }
    }
}
