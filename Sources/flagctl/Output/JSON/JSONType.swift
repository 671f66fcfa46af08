import FlagResolver

/// How values of a Swift type are written as JSON, together with the JSON Schema of what is written.
///
/// The types of scalars, lists and maps are below. ``JSONObject`` creates types of objects. A type can have a
/// description, which members without their own use.
struct JSONType<Value>: Sendable {
    let schema: JSONSchema
    let write: @Sendable (Value, inout JSONOutput) -> Void

    init(_ schema: JSONSchema, write: @escaping @Sendable (Value, inout JSONOutput) -> Void) {
        self.schema = schema
        self.write = write
    }

    /// The same type with a description.
    func described(as text: String) -> JSONType {
        JSONType(schema.described(as: text), write: write)
    }
}

// MARK: Scalars

extension JSONType where Value == Void {
    /// A string that is always the same.
    static func constant(_ text: String) -> JSONType {
        JSONType(JSONSchema(["const": .string(text)])) { _, output in output.writer.write(text) }
    }
}

extension JSONType where Value == String {
    static var text: JSONType {
        JSONType(JSONSchema(["type": "string"])) { text, output in output.writer.write(text) }
    }

    /// A string that matches a regular expression of ECMA-262.
    static func text(matching pattern: String) -> JSONType {
        JSONType(JSONSchema(["type": "string", "pattern": .string(pattern)])) { text, output in
            output.writer.write(text)
        }
    }
}

extension JSONType where Value == ArraySlice<UInt8> {
    /// A string, given as UTF-8.
    static var utf8: JSONType {
        JSONType(JSONSchema(["type": "string"])) { text, output in output.writer.write(string: Array(text)) }
    }
}

extension JSONType where Value == Bool {
    static var bool: JSONType {
        JSONType(JSONSchema(["type": "boolean"])) { value, output in output.writer.write(value) }
    }
}

extension JSONType where Value == Int {
    /// An integer with a minimum.
    static func count(from minimum: Int) -> JSONType {
        JSONType(JSONSchema(["type": "integer", "minimum": .integer(minimum)])) { value, output in
            output.writer.write(value)
        }
    }

    /// A non-negative integer.
    static var count: JSONType { count(from: 0) }
}

extension JSONType where Value: CaseIterable & RawRepresentable & SendableMetatype, Value.RawValue == String {
    /// One of the words of an enumeration.
    static var word: JSONType {
        let words = Value.allCases.map { JSONLiteral.string($0.rawValue) }
        return JSONType(JSONSchema(["enum": .array(words)])) { value, output in output.writer.write(value.rawValue) }
    }
}

extension JSONType where Value == JSONValue {
    /// Any JSON value of a document.
    static var value: JSONType {
        JSONType(JSONSchema([:])) { value, output in output.writer.write(value) }
    }
}

extension JSONType {
    /// The same values, and `null` for `nil`.
    static func nullable<Wrapped>(_ type: JSONType<Wrapped>) -> JSONType where Value == Wrapped? {
        JSONType(type.schema.orNull) { value, output in
            if let value { type.write(value, &output) } else { output.writer.writeNull() }
        }
    }
}

// MARK: Containers

extension JSONType where Value: Sequence & SendableMetatype, Value.Iterator: SendableMetatype {
    /// An array. Large arrays are passed on to the stream while they are written.
    static func list(of element: JSONType<Value.Element>, atLeast minimum: Int = 0) -> JSONType {
        let items: JSONLiteral = ["items": element.schema.literal]
        let schema = JSONSchema(
            ["type": "array"], contents: minimum > 0 ? items.adding(["minItems": .integer(minimum)]) : items,
            references: element.schema.references)
        return JSONType(schema) { elements, output in
            output.writer.beginArray()
            for value in elements {
                element.write(value, &output)
                output.flushFullChunk()
            }
            output.writer.endArray()
        }
    }

    static func list(of object: JSONObject<Value.Element>, atLeast minimum: Int = 0) -> JSONType {
        list(of: object.type, atLeast: minimum)
    }

    /// An object with arbitrary member names, given as UTF-8, and values of one type.
    static func map<Element>(of element: JSONType<Element>) -> JSONType
    where Value.Element == (name: ArraySlice<UInt8>, value: Element) {
        JSONType(.map(of: element.schema.literal, references: element.schema.references)) { members, output in
            output.writer.beginObject()
            for (name, value) in members {
                output.writer.write(key: Array(name))
                element.write(value, &output)
                output.flushFullChunk()
            }
            output.writer.endObject()
        }
    }
}

extension JSONSchema {
    /// The schema of an object with arbitrary member names.
    static func map(of element: JSONLiteral, references: [Definition] = []) -> JSONSchema {
        JSONSchema(["type": "object"], contents: ["additionalProperties": element], references: references)
    }
}
