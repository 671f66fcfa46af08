import FlagResolver

extension DeclaredType {
    /// The names of types in programming languages and in other systems.
    private static let otherNames = [
        "bool": "boolean", "flag": "boolean", "toggle": "boolean",
        "int": "integer", "int32": "integer", "int64": "integer", "long": "integer",
        "float": "number", "double": "number", "decimal": "number",
        "text": "string", "str": "string", "list": "array", "json": "object", "map": "object", "dictionary": "object",
    ]

    /// The name of the type that was most likely meant; `nil` if none is similar enough.
    static func nearest(to name: String) -> String? {
        let names = allCases.compactMap(\.name)
        let lowercased = name.lowercased()
        if names.contains(lowercased) { return lowercased }
        return otherNames[lowercased] ?? Spelling.nearest(to: name, in: names)
    }
}
