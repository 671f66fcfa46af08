/// The JSON Schema of a value: its keywords, and the definitions that they refer to.
struct JSONSchema: Sendable {
    /// A schema with a name, to which `$ref` refers.
    struct Definition: Sendable {
        let name: String
        /// Built only if a schema is printed.
        let schema: @Sendable () -> JSONSchema
    }

    /// The keywords before the description.
    private(set) var keywords: JSONLiteral
    private(set) var description: String?
    /// The keywords after the description: the schema of what the value contains.
    private let contents: JSONLiteral
    /// The definitions that the keywords refer to, but not those to which these refer in turn.
    let references: [Definition]

    init(_ keywords: JSONLiteral, contents: JSONLiteral = [:], references: [Definition] = []) {
        self.keywords = keywords
        self.contents = contents
        self.references = references
    }

    /// A reference to a definition.
    init(reference definition: Definition) {
        self.init(["$ref": .string("#/$defs/\(definition.name)")], references: [definition])
    }

    /// The schema as it is printed.
    var literal: JSONLiteral {
        let middle: JSONLiteral = description.map { ["description": .string($0)] } ?? [:]
        return keywords.adding(middle).adding(contents)
    }

    func described(as text: String?) -> JSONSchema {
        var schema = self
        if let text { schema.description = text }
        return schema
    }

    /// The schema of the same values and `null`. It needs the keyword `type`.
    var orNull: JSONSchema {
        guard case .object(let members) = keywords, members.contains(where: { $0.key == "type" }) else {
            preconditionFailure("A schema without a type has no keyword to which \"null\" could be added.")
        }
        var schema = self
        schema.keywords = .object(
            members.map { key, value in key == "type" ? (key, .array([value, "null"])) : (key, value) })
        return schema
    }

    /// All definitions that can be reached from here, each once, nearest first.
    var definitions: [Definition] {
        var found: [Definition] = []
        var names: Set<String> = []
        var next = references
        while !next.isEmpty {
            let new = next.filter { names.insert($0.name).inserted }
            found += new
            next = new.flatMap { $0.schema().references }
        }
        return found
    }
}
