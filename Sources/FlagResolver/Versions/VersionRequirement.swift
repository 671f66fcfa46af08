/// Which versions an entry is for: a text, and the set of versions that it denotes.
///
/// ```swift
/// let requirement: VersionRequirement = ">=1.2.0 <2.0.0"
/// requirement.contains("1.9.3")     // true
/// requirement.texts                 // [">=1.2.0 <2.0.0"]
/// ```
///
/// 1. It is one text, or a list of texts that means *any of these*.
/// 2. It decodes from a string or from an array of strings that is not empty, and encodes back to the same form. A
///    JSON number is an error that says to quote it.
/// 3. Two requirements are equal when they are written alike. Compare ``set`` to learn whether they mean the same.
public struct VersionRequirement: Sendable {
    /// How a requirement is written.
    public enum Form: Hashable, Sendable {
        /// As one text.
        case text(String)
        /// As a list of texts, any of which must hold; never empty.
        case list([String])
    }

    /// How the requirement is written.
    public let form: Form
    /// The versions that satisfy the requirement.
    public let set: VersionSet

    /// The requirement that a text spells.
    ///
    /// - Throws: ``VersionSyntaxError``, which says what was found, what was expected, and where.
    /// - Complexity: O(*n* log *n*) in the length of the text, and linear unless it has many alternatives.
    @inlinable
    public init(parsing text: some StringProtocol) throws(VersionSyntaxError) {
        try self.init(text: text.asString)
    }

    @usableFromInline
    init(text: String) throws(VersionSyntaxError) {
        set = try text.versionSet()
        form = .text(text)
    }

    /// The requirement for a set of versions, written as the set prints.
    public init(_ set: VersionSet) {
        self.set = set
        form = .text(set.description)
    }

    /// A requirement written as a list, from its parsed elements.
    init(list texts: [String], sets: [VersionSet]) {
        form = .list(texts)
        set = VersionSet(sets.flatMap(\.stretches))
    }

    /// The texts that the requirement is written with; at least one.
    public var texts: [String] {
        switch form {
        case .text(let text): [text]
        case .list(let texts): texts
        }
    }

    /// Whether a version satisfies the requirement.
    ///
    /// - Complexity: O(log *n*) in the number of stretches of the ``set``.
    public func contains(_ version: AppVersion) -> Bool {
        set.contains(version)
    }
}

extension VersionRequirement: Hashable {
    /// Whether two requirements are written alike.
    public static func == (left: VersionRequirement, right: VersionRequirement) -> Bool {
        left.form == right.form
    }

    /// Feeds the way the requirement is written into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(form)
    }
}

extension VersionRequirement: LosslessStringConvertible {
    /// The requirement on one line; the texts of a list are joined with `||`.
    public var description: String { texts.joined(separator: " || ") }

    /// The requirement that a text spells, or `nil` where it spells none.
    ///
    /// - Complexity: As for ``init(parsing:)``.
    public init?(_ description: String) {
        guard let requirement = try? VersionRequirement(parsing: description) else { return nil }
        self = requirement
    }
}

extension VersionRequirement: ExpressibleByStringLiteral {
    /// A requirement written in source code.
    ///
    /// A literal that is not a requirement is a programmer's error and stops the program. Use ``init(parsing:)`` for
    /// text that comes from anywhere else.
    public init(stringLiteral: String) {
        switch Result(catching: { () throws(VersionSyntaxError) in try VersionRequirement(parsing: stringLiteral) }) {
        case .success(let requirement): self = requirement
        case .failure(let error): preconditionFailure("\"\(stringLiteral)\" is not a requirement: \(error)")
        }
    }
}
