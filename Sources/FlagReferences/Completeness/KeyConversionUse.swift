import FlagResolver

/// Whether decoders in some code convert keys.
struct KeyConversionUse {
    /// Whether one converts the case of keys, as the library and Foundation do.
    private(set) var isKnown = false
    /// Whether one converts keys in a way that only runs show.
    private(set) var isCustom = false

    /// Whether one has a strategy that is not written where it is set.
    private var takesStrategies = false

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
        guard takesStrategies else { return }
        isCustom = isCustom || sources.contains { $0.tokens.createsStrategies }
        isKnown =
            isKnown
            || sources.contains { $0.tokens.mentions("convertFromSnakeCase") || $0.tokens.mentions("lowerCamelCase") }
    }

    private mutating func addStrategy(after index: Int, _ tokens: SwiftTokens) {
        guard tokens.isSymbol("=", at: index + 1), tokens.isSymbol(".", at: index + 2),
            tokens.endsValue(at: index + 3)
        else {
            takesStrategies = true
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
            let owners = type.keyword == .extension ? table.types.owners(of: type) : []
            let isOwn = !owners.contains { containers.contains($0.last ?? "") }
            if members.contains("stringValue"),
                owners.contains(where: { table.types.declarations[$0] == nil && $0.last != "CodingKeys" })
            {
                return true
            }
            return !isOwn && source.decodesSettings(in: type, table)
        }
    }

    private static let strategies: Set<String> = [
        "useDefaultKeys", "convertFromSnakeCase", "lowerCamelCase", "tolerant",
    ]

    private static let decoders: Set<String> = [
        "Decoder", "KeyedDecodingContainerProtocol", "SingleValueDecodingContainer", "UnkeyedDecodingContainer",
        "JSONDecoder", "PropertyListDecoder",
    ]

    /// The types whose functions the compiler's decoding calls. Those of `JSONDecoder` are called by the app.
    private static let containers: Set<String> = decoders.union(["KeyedDecodingContainer"])
        .subtracting(["JSONDecoder", "PropertyListDecoder"])

    /// A key without what conversions change: its case, and the characters between words.
    static func folded(_ name: String) -> String {
        String(name.unicodeScalars.filter { $0 != "_" && $0 != "-" && $0 != " " }).lowercased()
    }
}

extension SwiftTokens {
    /// Whether code makes strategies of its own, such as `.custom { … }`. Those of dates and data have nothing to do with keys.
    fileprivate var createsStrategies: Bool {
        tokens.indices.contains { index in
            guard isName(at: index) else { return false }
            switch name(of: tokens[index]) {
            case "convertKeys", "transform", "KeyConversion": return true
            case "custom":
                // A button can be custom, too.
                let isMade =
                    isSymbol("(", at: index + 1) || isSymbol("{", at: index + 1)
                    || chain(before: index).names.contains("KeyDecodingStrategy")
                let isOther =
                    isSymbol("=", at: index - 2)
                    && ["dateDecodingStrategy", "dataDecodingStrategy"].contains { isText($0, at: index - 3) }
                return isMade && !isOther
            default: return false
            }
        }
    }
}

extension ScannedSource {
    /// Whether an extension of a container has functions with which the compiler's decoding can read settings.
    ///
    /// A function for a type of the code that has no settings changes how values of this type are read only.
    fileprivate func decodesSettings(in type: CodeOutline.TypeDeclaration, _ table: ModelTable) -> Bool {
        outline.functions.contains { function in
            guard type.body.contains(function.token),
                ["decode", "decodeIfPresent", "container", "contains", "nestedContainer"].contains(function.name ?? ""),
                // The compiler's decoding calls functions with these labels only.
                [[nil], [nil, "forKey"], ["keyedBy"], ["keyedBy", "forKey"], ["forKey"]].contains(
                    function.parameters.filter { !$0.hasDefault }.map(\.label))
            else { return false }
            guard let range = function.parameters.first?.type, tokens.isText("Type", at: range.upperBound - 1),
                case .success(let model) = table.model(
                    named: tokens.typeName(at: range.lowerBound).filter { $0 != "Type" }, in: [])
            else { return true }
            return table.mayReadSettings(model)
        }
    }
}
