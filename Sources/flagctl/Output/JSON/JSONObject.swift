import FlagResolver

/// The description of a JSON object, from which both its writer and its schema are derived.
///
/// An output of `flagctl` is described once, in the `…+JSON.swift` file of its command:
///
/// ```swift
/// extension ProofReport {
///     static let json = JSONDocument<ProofReport>("prove", "the verdict on each policy", failures: \.failures) {
///         Member("results", .list(of: result), "A verdict for each file and policy.") { $0.results }
///     }
///
///     private static let result = JSONObject<Result>("result") {
///         Member("file", .file) { $0.document.name }
///         Member(optional: "label", .text, "The label of the policy; missing if it has none.") { $0.policy.label }
///         Member("verdict", .word, "The result.") { $0.outcome }
///         Member(of: VersionSet.json) { $0.versions }
///     }
/// }
/// ```
///
/// `ProofReport.json.write(report, to: &buffer)` then prints
///
/// ```json
/// {"schema":"flagctl/prove/1","results":[{"file":"Configs/app.json","verdict":"proved","versions":"*","ranges":[…]}]}
/// ```
///
/// and `ProofReport.json.schema`, which ``OutputSchema/all`` lists, is what `flagctl schema prove` prints.
///
/// 1. Members are written in the order of the description. A required member has a value for every owner, and an optional
///    one is missing if its value is `nil`: the Swift types guarantee it.
/// 2. An object with a name becomes a definition (`$defs`) of every schema that uses it, and is referred to by `$ref`. An
///    object without a name is written out where it is used.
/// 3. `Member(of:)` puts the members of a part beside those of its owner. With `Member(ofOptional:)`, all of them are
///    present or none is, which the schema states as `dependentRequired`.
/// 4. Schemas allow no other members (`additionalProperties` is false).
/// 5. No intermediate values are built: a value of a document is written directly from its tree.
struct JSONObject<Owner>: Sendable {
    /// The name of the definition; `nil` for an object that is written out where it is used.
    let name: String?
    let properties: [JSONProperty]
    let dependencies: [(key: String, required: [String])]
    private let writers: [@Sendable (Owner, inout JSONOutput) -> Void]

    /// - Parameters:
    ///   - dependencies: Further keys that require other keys.
    ///   - members: A block with a ``Member`` on each line.
    init(
        _ name: String? = nil, requiring dependencies: [(key: String, required: [String])] = [],
        @JSONMembers<Owner> _ members: () -> [Member<Owner>]
    ) {
        self.init(name, requiring: dependencies, members: members())
    }

    init(
        _ name: String? = nil, requiring dependencies: [(key: String, required: [String])] = [],
        members: [Member<Owner>]
    ) {
        self.name = name
        properties = members.flatMap(\.properties)
        self.dependencies = dependencies + members.flatMap(\.dependencies)
        writers = members.map(\.write)
    }

    /// The type of values that are such objects.
    var type: JSONType<Owner> {
        let schema =
            if let name { JSONSchema(reference: .init(name: name) { self.schema }) } else { self.schema }
        return JSONType(schema) { owner, output in write(owner, to: &output) }
    }

    func write(_ owner: Owner, to output: inout JSONOutput) {
        output.writer.beginObject()
        writeMembers(of: owner, to: &output)
        output.writer.endObject()
    }

    /// The same object, in which versions print in the style of the owner's document.
    func inStyle(of style: @escaping @Sendable (Owner) -> VersionStyle) -> JSONObject {
        JSONObject(self) { owner, output in
            style(owner).apply { writeMembers(of: owner, to: &output) }
        }
    }

    /// The same object with another writer of all members.
    private init(_ object: JSONObject, write: @escaping @Sendable (Owner, inout JSONOutput) -> Void) {
        name = object.name
        properties = object.properties
        dependencies = object.dependencies
        writers = [write]
    }

    /// Writes the members without the object around them.
    func writeMembers(of owner: Owner, to output: inout JSONOutput) {
        for write in writers { write(owner, &output) }
    }
}

extension JSONObject {
    /// The schema of the object, whether or not it has a name.
    var schema: JSONSchema {
        let required = properties.filter { !$0.isOptional }
        let keywords: JSONLiteral = [
            "type": "object",
            "properties": .object(properties.map { ($0.key, $0.schema.literal) }),
            "required": .array(required.map { .string($0.key) }),
            "additionalProperties": false,
        ]
        return JSONSchema(
            keywords.adding(dependentRequired).adding(conditionalMembers),
            references: properties.flatMap(\.schema.references))
    }

    private var dependentRequired: JSONLiteral {
        var keys: [String] = []
        var required: [String: [String]] = [:]
        for dependency in dependencies {
            if required[dependency.key] == nil { keys.append(dependency.key) }
            required[dependency.key, default: []] += dependency.required
        }
        guard !keys.isEmpty else { return [:] }
        return [
            "dependentRequired": .object(
                keys.map { key in (key, .array((required[key] ?? []).map { .string($0) })) })
        ]
    }

    private var conditionalMembers: JSONLiteral {
        let schemas = properties.compactMap { property -> JSONLiteral? in
            guard let condition = property.condition else { return nil }
            let value: JSONLiteral = ["const": .string(condition.value)]
            let required: JSONLiteral = .string(property.key)
            return [
                "if": ["properties": .object([(condition.key, value)])],
                "then": ["required": [required]],
                "else": ["properties": .object([(property.key, .bool(false))])],
            ]
        }
        return switch schemas.count {
        case 0: [:]
        case 1: schemas[0]
        default: ["allOf": .array(schemas)]
        }
    }
}
