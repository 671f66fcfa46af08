import FlagResolver

extension RuleCode {
    package static let mixedAttributeTypes = RuleCode(rawValue: "mixed-attribute-types")
}

/// An attribute that is tested both as a version and as a string.
struct MixedAttributeTypesRule: Rule {
    let code = RuleCode.mixedAttributeTypes
    let severity = Severity.error
    let meaning =
        "A document tests an attribute both as a version and as a string that is a version, so that the cases "
        + "of its settings cannot be told apart, and nothing can be proved about them; or as values of two types, such as strings "
        + "and Booleans, of which clients give only one (a warning)."
    let advice = "Test the attribute as one type everywhere, or use two attributes."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "osVersion": { "version": «">=17"» } }, "value": true },
                { "when": { "osVersion": "16.0" }, "value": true }
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "osVersion": { "version": ">=17" } }, "value": true },
                { "when": { "osVersion": { "version": "16.0" } }, "value": true }
                """#)
    ]

    /// Reports attributes of which some conditions test strings, and others Booleans or numbers.
    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let (tree, loaded) = (document.tree, document.loaded)
        let mixed = namesOfMixedAttributes(in: document)
        guard !mixed.isEmpty else { return }
        var first: [String: ConditionForm] = [:]
        var reported: Set<String> = []
        for setting in document.settings.indices where loaded.testsMoreThanVersion(setting) {
            for when in loaded[setting].entries.compactMap({ loaded.targeting(of: $0)?.when }) {
                for (key, condition) in tree.members(of: when) {
                    guard let name = tree.string(at: key), mixed.contains(name), !reported.contains(name) else {
                        continue
                    }
                    for form in ConditionForm.forms(of: condition, in: tree) {
                        guard let other = first[name] else {
                            first[name] = form
                            continue
                        }
                        guard other.kind.type != form.kind.type, reported.insert(name).inserted else { continue }
                        report.add(
                            "this tests \(form.kind.tested(isInteger: false)) of \(quoted(name)), and another condition tests "
                                + other.kind.tested(isInteger: false),
                            by: self, at: document.span(of: form.node), about: .setting(setting), severity: .warning,
                            related: [RelatedLocation(document.span(of: other.node), "the other condition is here")],
                            help: "clients give an attribute with one type: test that one everywhere")
                    }
                }
            }
        }
    }

    /// The attributes that conditions test as several types. Where a type is declared, `attribute-type` reports the others, and
    /// `attribute-form` those of the system's version.
    private func namesOfMixedAttributes(in document: CheckedDocument) -> Set<String> {
        var types: [String: Set<ConditionForm.Kind>] = [:]
        /// Attributes with a condition that tests several types by itself, on purpose.
        var varied: Set<String> = [StoreAttribute.osVersion.rawValue]
        for key in document.loaded.conditions.keys {
            let key = Int(key)
            let kinds = ConditionForm.forms(of: key + 1, in: document.tree).map(\.kind.type)
            guard !kinds.isEmpty, let name = document.tree.string(at: key) else { continue }
            types[name, default: []].formUnion(kinds)
            if Set(kinds).count > 1 { varied.insert(name) }
        }
        let mixed = types.filter { $0.value.count > 1 && document.attributes?[$0.key]?.type == nil }
        return Set(mixed.keys).subtracting(varied)
    }

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard case .failure(let failure) = setting.function,
            case .mixedTypes(let attribute, let string, let version) = failure
        else { return }
        report.add(
            failure.message(), by: self, topic: attribute, at: setting.document.span(of: version.node),
            related: [RelatedLocation(setting.document.span(of: string.node), CaseSpace.Failure.stringTestRole)],
            note: failure.note(), help: failure.help)
    }
}
