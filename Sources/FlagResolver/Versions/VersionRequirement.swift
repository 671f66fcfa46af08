/// The versions that an entry applies to: a text, and the set of versions that satisfy it.
///
/// ```swift
/// let requirement: VersionRequirement = ">=1.2.0 <2.0.0"
/// requirement.contains("1.9.3")     // true
/// requirement.texts                 // [">=1.2.0 <2.0.0"]
/// ```
///
/// 1. A requirement is one text, or a list of texts, any of which may hold.
/// 2. It decodes from a string or from a non-empty array of strings, and encodes back to the same form. A JSON number is
///    an error that says to quote it.
/// 3. Two requirements are equal if they are written the same way. Compare their ``set`` for the same meaning.
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

    /// Parses a requirement.
    ///
    /// - Throws: ``VersionSyntaxError``, which says what was found, what was expected, and where.
    /// - Complexity: O(*n* log *n*) in the number of alternatives and O(*n*) in the length of the text.
    public init(parsing text: some StringProtocol) throws(VersionSyntaxError) {
        set = try VersionSet(parsing: text)
        form = .text(String(text))
    }

    /// The requirement for a set of versions, written as the set prints.
    public init(_ set: VersionSet) {
        self.set = set
        form = .text(set.description)
    }

    /// A requirement that is written as a list.
    ///
    /// - Parameters:
    ///   - texts: The texts of the list; at least one.
    ///   - sets: The versions that satisfy each text.
    init(list texts: [String], sets: [VersionSet]) {
        self.init(form: .list(texts), set: VersionSet(unionOf: sets))
    }

    private init(form: Form, set: VersionSet) {
        self.form = form
        self.set = set
    }

    /// The texts of the requirement; at least one.
    public var texts: [String] {
        switch form {
        case .text(let text): [text]
        case .list(let texts): texts
        }
    }

    /// Whether a version satisfies the requirement.
    ///
    /// - Complexity: O(log *n*) in the number of intervals of the ``set``.
    public func contains(_ version: AppVersion) -> Bool {
        set.contains(version)
    }
}

extension VersionRequirement: Hashable {
    /// Whether two requirements are written the same way.
    public static func == (left: VersionRequirement, right: VersionRequirement) -> Bool {
        left.form == right.form
    }

    /// Feeds the way the requirement is written into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(form)
    }
}

extension VersionRequirement: CustomStringConvertible {
    /// The requirement on one line: the texts of a list are joined with `||`.
    ///
    /// It parses to the same ``set``.
    public var description: String { texts.joined(separator: " || ") }

    /// Parses a requirement; `nil` if the text is not one.
    ///
    /// - Complexity: As for ``init(parsing:)``.
    public init?(_ description: String) {
        guard let requirement = try? VersionRequirement(parsing: description) else { return nil }
        self = requirement
    }
}

extension VersionRequirement: ExpressibleByStringLiteral {
    /// A requirement in source code.
    ///
    /// A literal that is not a requirement is a programmer's error and stops the program. Use ``init(parsing:)`` for
    /// text from anywhere else.
    public init(stringLiteral: String) {
        switch Result(catching: { () throws(VersionSyntaxError) in try VersionRequirement(parsing: stringLiteral) }) {
        case .success(let requirement): self = requirement
        case .failure(let error): preconditionFailure("\"\(stringLiteral)\" is not a requirement: \(error)")
        }
    }
}

extension VersionRequirement: Codable {
    /// Decodes a requirement from a string or from a non-empty array of strings.
    ///
    /// - Throws: `DecodingError` with the coding path of the invalid part. If the text is not a requirement, its
    ///   underlying error is a ``VersionSyntaxError``.
    public init(from decoder: any Decoder) throws {
        do {
            let element = try Element(
                from: decoder, expecting: "a requirement such as \">=1.4.0\", or an array of them")
            self.init(form: .text(element.text), set: element.set)
        } catch let mismatch as DecodingError {
            guard var list = try? decoder.unkeyedContainer() else { throw mismatch }
            var elements: [Element] = []
            while !list.isAtEnd { elements.append(try list.decode(Element.self)) }
            guard !elements.isEmpty else {
                let message =
                    "Expected a requirement, found an empty array; write \"*\" for every version, or remove the entry."
                throw DecodingError.dataCorrupted(.init(codingPath: list.codingPath, debugDescription: message))
            }
            self.init(list: elements.map(\.text), sets: elements.map(\.set))
        }
    }

    /// One text, alone or in a list. A list inside a list is an error.
    private struct Element: Decodable {
        let text: String
        let set: VersionSet

        init(from decoder: any Decoder) throws {
            try self.init(from: decoder, expecting: "a requirement such as \">=1.4.0\"")
        }

        init(from decoder: any Decoder, expecting expected: String) throws {
            let text = try VersionCoding.text(from: decoder, expecting: expected)
            set = try VersionCoding.parsed(at: decoder.codingPath) { () throws(VersionSyntaxError) in
                try VersionSet(parsing: text)
            }
            self.text = text
        }
    }

    /// Encodes the requirement as it is written: a string, or an array of strings.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch form {
        case .text(let text): try container.encode(text)
        case .list(let texts): try container.encode(texts)
        }
    }
}
