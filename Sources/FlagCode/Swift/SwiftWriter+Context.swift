extension SwiftWriter {
    /// Declares the attributes of contexts, as properties below the name of the namespace: `context.flags.country`.
    ///
    /// They are not properties of the context itself: two documents may declare attributes of one name.
    mutating func declareContext(
        _ attributes: [TypedAttribute], namespace: SwiftIdentifier, file: String, access: String
    ) {
        let type = "\(namespace.text)Attributes"
        separate()
        documentation("The attributes of a context that \(file) declares.")
        block("\(access)nonisolated struct \(type)") { writer in
            writer.line("fileprivate var context: EvaluationContext")
            for attribute in attributes { writer.declare(attribute, access: access) }
        }
        separate()
        block("nonisolated extension EvaluationContext") { writer in
            writer.documentation("The attributes that \(file) declares.")
            writer.block("\(access)var \(namespace.contextProperty): \(type)") { writer in
                writer.line("get { \(type)(context: self) }")
                writer.line("set { self = newValue.context }")
            }
        }
    }

    private mutating func declare(_ attribute: TypedAttribute, access: String) {
        if case .choice(let choice) = attribute.type {
            separate()
            documentation("A value of the attribute `\(attribute.name)`.")
            declare(choice, conformances: "RawRepresentable, CaseIterable, Hashable, Sendable", access: access)
        }
        separate()
        documentation(attribute.description ?? "The attribute `\(attribute.name)`; `nil` if it is absent.")
        let subscripted = "context[\(SwiftText.literal(attribute.name))]"
        block("\(access)var \(attribute.identifier.declaration): \(attribute.type.name)?") { writer in
            writer.line("get { \(subscripted)\(attribute.type.reading) }")
            writer.line("set { \(subscripted) = \(attribute.type.writing) }")
        }
    }
}

extension TypedAttribute.AttributeType {
    fileprivate var name: String {
        switch self {
        case .boolean: "Bool"
        case .integer: "Int"
        case .double: "Double"
        case .string: "String"
        case .version: "AppVersion"
        case .choice(let choice): choice.name.declaration
        case .any: "AttributeValue"
        }
    }

    /// What follows the value of the attribute to read it as this type.
    fileprivate var reading: String {
        switch self {
        case .boolean: "?.asBoolean"
        case .integer: "?.asInteger"
        case .double: "?.asDouble"
        case .string: "?.asString"
        case .version: "?.asVersion"
        case .choice(let choice): "?.asString.map { \(choice.name.declaration)(rawValue: $0) }"
        case .any: ""
        }
    }

    /// The new value as an attribute value.
    fileprivate var writing: String {
        switch self {
        case .boolean: "newValue.map { AttributeValue.boolean($0) }"
        case .integer: "newValue.map { AttributeValue($0) }"
        case .double: "newValue.flatMap { AttributeValue($0) }"
        case .string: "newValue.map { AttributeValue.string($0) }"
        case .version: "newValue.map { AttributeValue.version($0) }"
        case .choice: "newValue.map { AttributeValue.string($0.rawValue) }"
        case .any: "newValue"
        }
    }
}

extension SwiftIdentifier {
    /// The property of contexts for the attributes of a namespace: `flags` for `Flags`.
    fileprivate var contextProperty: String {
        guard let name = SwiftIdentifier(member: text) else { return text }
        let taken = ["appVersion", "attributes", "date", "hashValue", "targetingKey", "instant"]
        return taken.contains(name.text) ? "\(name.text)Attributes" : name.declaration
    }
}
