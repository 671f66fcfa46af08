/// Finds out what a decoder stands on, for messages; asked only when something is wrong already.
struct JSONTypeProbe: Decodable {
    /// What was found, with its article: `an array`, `a number`, `null`.
    let name: String

    init(from decoder: any Decoder) {
        name = decoder.jsonTypeName
    }
}

/// One element of an array of requirements: text, or something that does not belong there.
enum RequirementListElement: Decodable {
    case text(String)
    case other(found: String)

    init(from decoder: any Decoder) {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .text(text)
        } else {
            self = .other(found: decoder.jsonTypeName)
        }
    }
}

extension Decoder {
    /// What the decoder stands on, with its article.
    var jsonTypeName: String {
        guard let value = try? singleValueContainer() else {
            return (try? container(keyedBy: PropertyEntryKey.self)) == nil ? "an array" : "an object"
        }
        if value.decodeNil() { return "null" }
        if (try? value.decode(Bool.self)) != nil { return "a boolean" }
        if (try? value.decode(Double.self)) != nil { return "a number" }
        if (try? value.decode(String.self)) != nil { return "a string" }
        return (try? container(keyedBy: PropertyEntryKey.self)) == nil ? "an array" : "an object"
    }
}
