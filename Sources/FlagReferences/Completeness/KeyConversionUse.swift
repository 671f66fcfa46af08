import FlagResolver

/// Whether decoders in some code convert keys.
struct KeyConversionUse {
    /// Whether one converts the case of keys, as the library and Foundation do.
    private(set) var isKnown = false
    /// Whether one converts keys in a way that only runs show.
    private(set) var isCustom = false

    init(_ sources: [ScannedSource], _ table: ModelTable) {
        for source in sources {
            let tokens = source.tokens
            isCustom = isCustom || Self.changesDecoding(source, table)
            for index in tokens.tokens.indices where tokens.isName(at: index) {
                switch tokens.name(of: tokens.tokens[index]) {
                case "tolerant" where tokens.isSymbol("(", at: index + 1): isKnown = true
                case "keyDecodingStrategy", "keyConversion": addStrategy(after: index, tokens)
                case "KeyConversion": isCustom = true
                default: break
                }
            }
        }
    }

    private mutating func addStrategy(after index: Int, _ tokens: SwiftTokens) {
        guard tokens.isSymbol("=", at: index + 1), tokens.isSymbol(".", at: index + 2),
            tokens.endsValue(at: index + 3)
        else {
            isCustom = true
            return
        }
        switch tokens.text(of: tokens.tokens[index + 3]) {
        case "useDefaultKeys": break
        case "convertFromSnakeCase", "lowerCamelCase": isKnown = true
        default: isCustom = true
        }
    }

    /// Whether a source changes what the compiler's decoding means: it gives strategies and keys another meaning, declares functions with
    /// the names of those of containers, or has decoders of its own.
    private static func changesDecoding(_ source: ScannedSource, _ table: ModelTable) -> Bool {
        source.outline.types.contains { type in
            let members = type.otherMembers + type.properties.map(\.name) + type.cases.map(\.name)
            if members.contains(where: { strategies.contains($0) }) { return true }
            if type.inherited.contains(where: { decoders.contains($0.last ?? "") }) { return true }
            let isOwn = type.keyword != .extension || !containers.contains(type.path.last ?? "")
            if type.keyword == .extension, type.path.last != "CodingKeys", members.contains("stringValue"),
                !table.types.declares(type.path.last ?? "")
            {
                return true
            }
            return !isOwn && source.decodesSettings(in: type, table)
        }
    }

    private static let strategies: Set<String> = ["useDefaultKeys", "convertFromSnakeCase", "lowerCamelCase", "tolerant"]

    private static let decoders: Set<String> = [
        "Decoder", "KeyedDecodingContainerProtocol", "SingleValueDecodingContainer", "UnkeyedDecodingContainer",
        "JSONDecoder", "PropertyListDecoder",
    ]

    private static let containers: Set<String> = decoders.union(["KeyedDecodingContainer"])

    /// A key without what conversions change: its case, and the characters between words.
    static func folded(_ name: String) -> String {
        String(name.unicodeScalars.filter { $0 != "_" && $0 != "-" && $0 != " " }).lowercased()
    }
}

extension ScannedSource {
    /// Whether an extension of a container has functions with which the compiler's decoding can read settings.
    ///
    /// A function for a type of the code that has no settings changes how values of this type are read only.
    fileprivate func decodesSettings(in type: CodeOutline.TypeDeclaration, _ table: ModelTable) -> Bool {
        outline.functions.contains { function in
            guard type.body.contains(function.token),
                ["decode", "decodeIfPresent", "container", "contains", "nestedContainer"].contains(function.name ?? "")
            else { return false }
            guard let range = function.parameters.first?.type, tokens.isText("Type", at: range.upperBound - 1),
                case .success(let model) = table.model(named: tokens.typeName(at: range.lowerBound).filter { $0 != "Type" }, in: [])
            else { return true }
            return table.mayReadSettings(model)
        }
    }
}
