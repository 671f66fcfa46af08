import FlagResolver

/// Members of models with the attribute `@Setting`.
extension ModelTable {
    /// `@Setting("page_size", aliases: "pageLength") var pageSize = 20`
    func settings(
        of property: CodeOutline.Property, _ attribute: CodeOutline.Attribute, named name: String, in model: Model,
        isWrapped: Bool, _ reading: inout Reading
    ) -> [Member] {
        let source = sources[model.source].tokens
        func member(_ name: String, _ content: Member.Content) -> Member {
            Member(name: name, content: content, source: model.source, token: property.token, hasSettings: true)
        }
        guard let names = names(in: attribute, of: name, source) else {
            return [member(name, .notUnderstood(.attribute("Setting")))]
        }
        let value = property.value.map { start in start..<source.endOfValue(from: start) }
        let literal = value.flatMap { source.literal(in: $0) }
        guard let type = property.type ?? typeOfValue(of: property, source) else {
            let isKnown = property.value.map { hasKnownValue($0, in: model) } ?? false
            return names.map {
                member(
                    $0,
                    isKnown
                        ? .setting(isWrapped ? .stated(.other) : .ofDefault, literal) : .notUnderstood(.member(name)))
            }
        }
        switch nested(type, in: model, isWrapped: isWrapped, &reading).0 {
        case .setting(let type, _):
            return names.map { member($0, .setting(property.type == nil && !isWrapped ? .ofDefault : type, literal)) }
        case let content: return names.map { member($0, content) }
        }
    }

    /// The names of a setting and its aliases; `nil` if one is not a literal.
    private func names(
        in attribute: CodeOutline.Attribute, of property: String, _ source: SwiftTokens
    ) -> [String]? {
        guard let parenthesis = attribute.parenthesis else { return [property] }
        guard source.closingParenthesis(of: parenthesis) != nil else { return nil }
        var names: [String] = []
        var isNamed = false
        var isAlias = false
        for argument in source.arguments(ofCall: parenthesis) {
            if let label = argument.words.first {
                isAlias = source.isText("aliases", at: label)
                // A default can be an argument, too.
                guard isAlias || source.isText("wrappedValue", at: label) else { return nil }
                guard isAlias else { continue }
            }
            guard let text = source.text(in: argument.range) else { return nil }
            if !isAlias { isNamed = true }
            names.append(text)
        }
        return isNamed ? names : [property] + names
    }
}
