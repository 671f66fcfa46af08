import FlagResolver

/// What the schema of an object says about one key.
struct JSONProperty: Sendable {
    let key: String
    let schema: JSONSchema
    let isOptional: Bool
    /// Another member and a value of it: this member is present only if the other one has that value.
    var condition: (key: String, value: String)?

    var optional: JSONProperty { JSONProperty(key: key, schema: schema, isOptional: true, condition: condition) }
}

/// A described member of a JSON object, or several: the key, the schema, and how the value is read from its owner.
struct Member<Owner>: Sendable {
    let properties: [JSONProperty]
    /// Keys that require other keys.
    private(set) var dependencies: [(key: String, required: [String])] = []
    /// Writes the keys and values, or nothing if they are missing.
    let write: @Sendable (Owner, inout JSONOutput) -> Void

    /// A member that is always present.
    ///
    /// - Parameter description: `nil` for that of the type.
    init<Value>(
        _ key: String, _ type: JSONType<Value>, _ description: String? = nil,
        _ value: @escaping @Sendable (Owner) -> Value
    ) {
        properties = [JSONProperty(key: key, schema: type.schema.described(as: description), isOptional: false)]
        let quotedKey = Self.quoted(key)
        write = { owner, output in
            output.writer.write(quotedKey: quotedKey)
            type.write(value(owner), &output)
        }
    }

    /// A member that is missing if its value is `nil`.
    ///
    /// - Parameters:
    ///   - description: `nil` for that of the type.
    ///   - condition: Another member and a value of it, without which this member is missing; `nil` for none.
    init<Value>(
        optional key: String, _ type: JSONType<Value>, _ description: String? = nil,
        when condition: (key: String, value: String)? = nil,
        _ value: @escaping @Sendable (Owner) -> Value?
    ) {
        let schema = type.schema.described(as: description)
        properties = [JSONProperty(key: key, schema: schema, isOptional: true, condition: condition)]
        let quotedKey = Self.quoted(key)
        write = { owner, output in
            guard let value = value(owner) else { return }
            output.writer.write(quotedKey: quotedKey)
            type.write(value, &output)
        }
    }

    /// A key as a JSON string, so that it is not searched for special characters for each object.
    private static func quoted(_ key: String) -> [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.appendString(Array(key.utf8), to: &bytes)
        return bytes
    }

    init<Value>(_ key: String, _ object: JSONObject<Value>, _ value: @escaping @Sendable (Owner) -> Value) {
        self.init(key, object.type, nil, value)
    }

    init<Value>(optional key: String, _ object: JSONObject<Value>, _ value: @escaping @Sendable (Owner) -> Value?) {
        self.init(optional: key, object.type, nil, value)
    }

    /// The members of a part of the owner, beside those of the owner.
    init<Part>(of object: JSONObject<Part>, _ part: @escaping @Sendable (Owner) -> Part) {
        properties = object.properties
        dependencies = object.dependencies
        write = { owner, output in object.writeMembers(of: part(owner), to: &output) }
    }

    /// The members of a part of the owner, all of which are missing if there is no such part.
    init<Part>(ofOptional object: JSONObject<Part>, _ part: @escaping @Sendable (Owner) -> Part?) {
        properties = object.properties.map(\.optional)
        dependencies = object.dependencies + Self.dependencies(within: object)
        write = { owner, output in
            if let part = part(owner) { object.writeMembers(of: part, to: &output) }
        }
    }

    /// Each member requires the first one, and the first one requires all required members of the part.
    private static func dependencies<Part>(
        within object: JSONObject<Part>
    ) -> [(key: String, required: [String])] {
        let required = object.properties.filter { !$0.isOptional }.map(\.key)
        guard let first = required.first, object.properties.count > 1 else { return [] }
        return object.properties.map { ($0.key, $0.key == first ? Array(required.dropFirst()) : [first]) }
    }
}

/// Collects the members of an object from a block with one on each line.
@resultBuilder
enum JSONMembers<Owner> {
    static func buildExpression(_ member: Member<Owner>) -> Member<Owner> { member }
    static func buildBlock(_ members: Member<Owner>...) -> [Member<Owner>] { members }
}
