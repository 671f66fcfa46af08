import FlagResolver

// User properties and custom signals.
extension FirebaseMapping {
    mutating func textTest(
        of element: FirebaseExpression.Element, _ method: String, _ operands: [FirebaseExpression.Operand],
        _ text: String
    ) -> SourcePart {
        switch method {
        case "contains", "notContains", "matches":
            let what = method == "matches" ? "match a regular expression" : "contain a text"
            return attributeTest(of: element, nil, text) { name in
                .unknown(
                    text, within: ImportedConditions(name, .present), "documents cannot test whether values \(what)",
                    "list the values, or compute the answer in the app and give it as an attribute")
            }
        case "exactlyMatches":
            guard let texts = Self.texts(operands) else {
                return attributeTest(of: element, nil, text) { name in
                    .unknown(
                        text, within: ImportedConditions(name, .present),
                        "an operand is empty, or has an escape whose meaning is not documented",
                        "write an entry with the same meaning by hand")
                }
            }
            return attributeTest(of: element, .text, text) { .exact(ImportedConditions($0, .strings(.one(of: texts)))) }
        default: return Self.notKnown(text, "the operator \(method) of \(element.name)")
        }
    }

    mutating func numberTest(
        of element: FirebaseExpression.Element, _ sign: String, _ number: String, _ text: String
    ) -> SourcePart {
        guard let json = FirebaseType.jsonNumber(number),
            let test = NumberTest(sign, AttributeNumber(json: Array(json.utf8)))
        else { return Self.notKnown(text, "the number \(number)") }
        source.remark(
            "number-attributes", "attributes that are tested as numbers must be numbers: Firebase reads them from text",
            at: span)
        return attributeTest(of: element, .number, text) { .exact(ImportedConditions($0, .numbers(test))) }
    }

    mutating func versionTest(
        of element: FirebaseExpression.Element, _ sign: String, _ version: String, _ text: String
    ) -> SourcePart {
        guard AppVersion(version) != nil, let set = Self.set(sign, version) else {
            return .unknown(
                text, "\(SettingProblem.quotedExcerpt(version)) is not a version", "correct it, as in '2.1.0'")
        }
        return attributeTest(of: element, .version, text) { .exact(ImportedConditions($0, .versions(set))) }
    }

    /// A test of the attribute that stands for an element; unknown if there can be no such attribute.
    ///
    /// - Parameter kind: `nil` for a test that says nothing about the type.
    private mutating func attributeTest(
        of element: FirebaseExpression.Element, _ kind: TestedAttributes.Kind?, _ text: String,
        _ part: (String) -> SourcePart
    ) -> SourcePart {
        switch attributes.name(element.key ?? "", of: element.name) {
        case .failure(let refusal): return .unknown(text, refusal.reason, refusal.help)
        case .success(let name):
            if let kind, case .failure(let refusal) = attributes.test(name, as: kind) {
                return .unknown(text, within: ImportedConditions(name, .present), refusal.reason, refusal.help)
            }
            return part(name)
        }
    }
}
