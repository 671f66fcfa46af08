import FlagResolver

extension AttributeForms {
    /// A condition that holds for exactly the values of the set, as compact JSON.
    var condition: String { Self.oneOrList(forms.flatMap(\.conditions)) }

    fileprivate static func oneOrList(_ conditions: [String]) -> String {
        conditions.count == 1 ? conditions[0] : "[\(conditions.joined(separator: ","))]"
    }
}

extension AttributeForm {
    /// Conditions that together hold for exactly the values of the form. Few forms need several.
    fileprivate var conditions: [String] {
        switch self {
        case .absent: [#"{"absent":true}"#]
        case .present: [#"{"absent":false}"#]
        case .boolean(let value): ["\(value)"]
        case .number(let number): [number]
        case .numbers(let bounds) where bounds.isEmpty: [#"{"<":0}"#, #"{">=":0}"#]
        case .numbers(let bounds):
            ["{\(bounds.map { "\"\($0.sign)\":\($0.number)" }.joined(separator: ","))}"]
        case .numbersExcept(let numbers): ["{\"not\":\(AttributeForms.oneOrList(numbers))}"]
        case .string(let text): [JSONText.quoted(text)]
        case .strings(let prefix, let strings, let prefixes): Self.conditions(prefix, strings, prefixes)
        case .versions(let versions): [Self.condition(versions)]
        case .stringsExcept(let strings, let versions): Self.conditions(except: strings, versions)
        }
    }

    private static func condition(_ versions: VersionSet) -> String { "{\"version\":\"\(versions)\"}" }

    private static func conditions(
        _ prefix: [UInt8]?, _ strings: [[UInt8]], _ prefixes: [[UInt8]]
    ) -> [String] {
        var excluded = strings.map { JSONText.quoted($0) }
        if !prefixes.isEmpty {
            excluded.append("{\"startsWith\":\(AttributeForms.oneOrList(prefixes.map { JSONText.quoted($0) }))}")
        }
        let not = "\"not\":\(AttributeForms.oneOrList(excluded))"
        guard let prefix else {
            return excluded.isEmpty ? [#"{"startsWith":"a"}"#, #"{"not":{"startsWith":"a"}}"#] : ["{\(not)}"]
        }
        let start = "\"startsWith\":\(JSONText.quoted(prefix))"
        return [excluded.isEmpty ? "{\(start)}" : "{\(start),\(not)}"]
    }

    private static func conditions(except strings: [[UInt8]], _ versions: VersionSet) -> [String] {
        // A negation holds for strings only if it names one. "-" is not a version.
        let other = "\"-\""
        let named = strings.isEmpty ? [other] : strings.map { JSONText.quoted($0) }
        let excluded = named + (versions.isEmpty ? [] : [condition(versions)])
        let not = "{\"not\":\(AttributeForms.oneOrList(excluded))}"
        return strings.isEmpty ? [other, not] : [not]
    }
}

/// Strings as JSON.
enum JSONText {
    static func quoted(_ text: [UInt8]) -> String {
        var writer = JSONWriter()
        writer.write(string: text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// A string for people, in which several spaces cannot be taken for one.
    static func shown(_ text: [UInt8]) -> String { JSONWriter.escapingRepeatedSpaces(in: quoted(text)) }
}
