package import FlagResolver

/// A template of Firebase Remote Config, as its REST API and its command line tool write it.
///
/// ```swift
/// let source = FirebaseTemplate.source(of: tree, FirebaseOptions(), zones: TimeZones())
/// ```
///
/// 1. Conditions decide in the order of the list `conditions`, whatever the order of a parameter's members.
/// 2. A rule whose input is not known to Firebase does not hold.
/// 3. Apps read grouped parameters by their own names, so that groups become no part of the names of settings.
package struct FirebaseTemplate {
    private let tree: JSONTree
    private let options: FirebaseOptions
    private var mapping: FirebaseMapping
    private var source: ImportSource
    /// The conditions by their names.
    private var conditions: [ExactText: Int] = [:]
    /// The names of the conditions, in their order.
    private var conditionNames: [String] = []
    /// For conditions that do not exist.
    private var suggestions = SuggestionBudget()
    /// Where each parameter is.
    private var parameters: [ExactText: Range<Int>] = [:]

    /// Reads a template.
    ///
    /// - Returns: What the template says. Its problems name what cannot be read; the rest is complete.
    package static func source(of tree: JSONTree, _ options: FirebaseOptions, zones: TimeZones) -> ImportSource {
        var template = FirebaseTemplate(tree, options, zones)
        template.read()
        return template.source
    }

    private init(_ tree: JSONTree, _ options: FirebaseOptions, _ zones: TimeZones) {
        self.tree = tree
        self.options = options
        source = ImportSource(system: "Firebase", settingWord: "parameter")
        mapping = FirebaseMapping(options, zones, source)
    }

    private mutating func read() {
        let parts = ["conditions", "parameters", "parameterGroups"]
        guard tree.kind(of: 0) == .object, parts.contains(where: { tree.member(named: $0, of: 0) != nil }) else {
            let span = tree.nodes[0].span
            add(
                .badTemplate, "this is no template of Firebase Remote Config: it has no parameters",
                at: span.lowerBound..<min(span.upperBound, span.lowerBound + 1),
                help: "get the template with \"firebase remoteconfig:get -o template.json\"")
            return
        }
        if let conditions = tree.member(named: "conditions", of: 0) { readConditions(conditions) }
        source = mapping.source.merging(source)
        for (key, value) in members(of: 0, "the template") {
            switch tree.string(at: key) ?? "" {
            case "parameters": readParameters(value, group: nil)
            case "parameterGroups": readGroups(value)
            case "version": readVersion(value)
            case "conditions", "etag": break
            default: remarkUnknown(key)
            }
        }
        source.attributes += mapping.attributes.declared { owner, name in
            "Firebase's \(owner == "app.userProperty" ? "user property" : "custom signal") \(name)"
        }
    }

    // MARK: Conditions

    private mutating func readConditions(_ node: Int) {
        guard tree.kind(of: node) == .array else { return addKind(of: node, expected: "an array of conditions") }
        for element in tree.elements(of: node) {
            guard tree.kind(of: element) == .object else {
                addKind(of: element, expected: "a condition: an object")
                continue
            }
            readCondition(element)
        }
    }

    private mutating func readCondition(_ node: Int) {
        guard let nameNode = tree.member(named: "name", of: node), let name = tree.string(at: nameNode), !name.isEmpty
        else {
            return add(.badTemplate, "the condition has no name", at: tree.nodes[node].span, help: "add \"name\"")
        }
        let span = tree.nodes[nameNode].span
        if let index = conditions[ExactText(name)] {
            return add(
                .duplicateName, "there are two conditions \(SettingProblem.quotedExcerpt(name))", at: span,
                related: mapping.source.conditions[index].span, help: "rename one of them")
        }
        conditions[ExactText(name)] = conditions.count
        conditionNames.append(name)
        guard let expressionNode = tree.member(named: "expression", of: node), tree.kind(of: expressionNode) == .string
        else {
            add(
                .badTemplate, "the condition \(SettingProblem.quotedExcerpt(name)) has no expression", at: span,
                help: "add \"expression\"")
            return mapping.addUnreadable(name, at: span, name, at: span)
        }
        let text = LocatedText(tree, at: expressionNode)
        do throws(FirebaseSyntaxError) {
            let expression = try FirebaseExpression(parsing: text.bytes)
            mapping.add(expression, of: text, name: name, at: span, restrictedBy: unknownMembers(of: node))
        } catch {
            add(
                .badExpression, "in the condition \(SettingProblem.quotedExcerpt(name)): \(error.message)",
                at: text.span(error.range), help: error.help)
            mapping.addUnreadable(name, at: span, text.text(0..<text.bytes.count), at: tree.nodes[expressionNode].span)
        }
    }

    // MARK: Parameters

    private mutating func readGroups(_ node: Int) {
        for (key, group) in members(of: node, "the groups") {
            let name = tree.string(at: key) ?? ""
            for (member, value) in members(of: group, "a group") {
                switch tree.string(at: member) ?? "" {
                case "parameters": readParameters(value, group: name)
                case "description":
                    if let text = tree.string(at: value), !text.isEmpty { source.groups.append((name, text)) }
                default: remarkUnknown(member)
                }
            }
        }
    }

    private mutating func readParameters(_ node: Int, group: String?) {
        for (key, value) in members(of: node, "the parameters") { readParameter(key, value, group: group) }
    }

    private mutating func readParameter(_ key: Int, _ node: Int, group: String?) {
        let name = tree.string(at: key) ?? ""
        let span = tree.nodes[key].span
        if let first = parameters[ExactText(name)] {
            return add(
                .duplicateName, "there are two parameters \(SettingProblem.quotedExcerpt(name))", at: span,
                related: first, help: "delete or rename one of them")
        }
        parameters[ExactText(name)] = span
        guard !name.isEmpty, name.utf8.first != UInt8(ascii: "$") else {
            return add(
                .badTemplate, "a setting cannot have the name \(SettingProblem.quotedExcerpt(name))", at: span,
                help: "rename the parameter")
        }
        guard tree.kind(of: node) == .object else { return addKind(of: node, expected: "a parameter: an object") }
        guard let type = type(of: node) else { return }
        var setting = SourceSetting(
            name: name, span: span, group: group, type: nil,
            defaultValue: SourceValue(content: .unknown("the app's own default"), span: span))
        var isComplete = true
        for (member, value) in tree.members(of: node) {
            switch tree.string(at: member) ?? "" {
            case "defaultValue":
                guard let read = self.value(at: value, type) else {
                    isComplete = false
                    continue
                }
                setting.defaultValue = read
            case "conditionalValues":
                for (condition, conditional) in members(of: value, "the conditional values") {
                    guard let read = self.value(at: conditional, type) else {
                        isComplete = false
                        continue
                    }
                    isComplete = addRule(condition, read, to: &setting) && isComplete
                }
            case "description": setting.description = tree.string(at: value).flatMap { $0.isEmpty ? nil : $0 }
            case "valueType": break
            default: remarkUnknown(member)
            }
        }
        if let text = options.defaults[ExactText(name)], setting.defaultValue.json == nil {
            setting.givenDefault = type.json(of: text)
            if setting.givenDefault == nil {
                isComplete = false
                add(
                    .badParameterValue,
                    "the default that is given for \(SettingProblem.quotedExcerpt(name)) is not \(type.expectation): "
                        + SettingProblem.quotedExcerpt(text), at: span, help: "correct --default")
            }
        }
        guard isComplete else { return }
        setting.rules.sort { $0.condition < $1.condition }
        setting.type = Self.documentType(type, of: setting)
        source.settings.append(setting)
    }

    /// - Returns: Whether the condition exists.
    private mutating func addRule(_ key: Int, _ value: SourceValue, to setting: inout SourceSetting) -> Bool {
        let name = tree.string(at: key) ?? ""
        guard let condition = conditions[ExactText(name)] else {
            let nearest = suggestions.nearest(to: name, in: conditionNames)
            add(
                .unknownCondition,
                "there is no condition \(SettingProblem.quotedExcerpt(name)), whose value "
                    + "\(SettingProblem.quotedExcerpt(setting.name)) has",
                at: tree.nodes[key].span,
                help: nearest.map { Spelling.didYouMean(SettingProblem.quoted($0)) })
            return false
        }
        setting.rules.append(SourceRule(name: name, span: tree.nodes[key].span, condition: condition, value: value))
        return true
    }

    /// The type of a parameter's values; `nil` if it is not known, which is reported.
    private mutating func type(of parameter: Int) -> FirebaseType? {
        guard let node = tree.member(named: "valueType", of: parameter) else { return .string }
        let name = tree.string(at: node) ?? ""
        if name == "PARAMETER_VALUE_TYPE_UNSPECIFIED" { return .string }
        if let type = FirebaseType(rawValue: name) { return type }
        let names = FirebaseType.allCases.map(\.rawValue)
        add(
            .badTemplate, "expected a type: \(names.joined(separator: ", "))", at: tree.nodes[node].span,
            help: Spelling.nearest(to: name, in: names).map { Spelling.didYouMean(SettingProblem.quoted($0)) })
        return nil
    }

    /// The type that all values of a setting have in a document.
    private static func documentType(_ type: FirebaseType, of setting: SourceSetting) -> String? {
        switch type {
        case .string: return "string"
        case .boolean: return "boolean"
        case .number: return "number"
        case .json: break
        }
        let values = [setting.givenDefault ?? setting.defaultValue.json] + setting.rules.map(\.value.json)
        let types = Set(
            values.compactMap { $0 }.map { json -> String? in
                switch json.first {
                case UInt8(ascii: "{"): "object"
                case UInt8(ascii: "["): "array"
                case UInt8(ascii: "\""): "string"
                case UInt8(ascii: "t"), UInt8(ascii: "f"): "boolean"
                case UInt8(ascii: "n"): nil
                default: "number"
                }
            })
        return types.count == 1 ? types.first ?? nil : nil
    }

    /// The value of a member such as `defaultValue`; `nil` if it cannot be read, which is reported.
    private mutating func value(at node: Int, _ type: FirebaseType) -> SourceValue? {
        let span = tree.nodes[node].span
        guard tree.kind(of: node) == .object else {
            addKind(of: node, expected: "a value: an object such as { \"value\": \"true\" }")
            return nil
        }
        var content: SourceValue.Content?
        for (key, value) in tree.members(of: node) {
            switch tree.string(at: key) ?? "" {
            case "value":
                // A value beside another member, whose meaning is not known, decides nothing.
                guard content == nil else { continue }
                guard let text = tree.string(at: value) else {
                    addKind(of: value, expected: "a string")
                    return nil
                }
                guard let json = type.json(of: text) else {
                    add(
                        .badParameterValue,
                        "expected \(type.expectation), found \(SettingProblem.quotedExcerpt(text))",
                        at: tree.nodes[value].span,
                        help: "correct the value, or the type of the parameter")
                    return nil
                }
                content = .json(json)
            case "useInAppDefault":
                if tree.bool(at: value) == true { content = .unknown("the app's own default") }
            case "personalizationValue": content = .unknown("a value of Firebase's personalization")
            case "rolloutValue": content = .unknown("a value of a rollout of Firebase")
            case "experimentValue": content = .unknown("a value of an experiment of Firebase")
            case let other:
                content = .unknown(
                    "a value with the member \(SettingProblem.quotedExcerpt(other)), whose meaning is not known")
            }
        }
        guard let content else {
            add(
                .badTemplate, "the value is missing", at: span,
                help: "write { \"value\": \"…\" }, or { \"useInAppDefault\": true }")
            return nil
        }
        return SourceValue(content: content, span: span)
    }

    // MARK: The rest

    private mutating func readVersion(_ node: Int) {
        guard let number = tree.member(named: "versionNumber", of: node) else { return }
        source.version = tree.string(at: number).flatMap { Int64($0) } ?? tree.int64(at: number)
    }

    private static let conditionMembers: Set<String> = ["name", "expression", "tagColor", "description"]

    private func unknownMembers(of condition: Int) -> [(name: String, span: Range<Int>)] {
        tree.members(of: condition).compactMap { key, _ in
            let member = tree.string(at: key) ?? ""
            return Self.conditionMembers.contains(member) ? nil : (member, tree.nodes[key].span)
        }
    }

    /// The members of an object; none of another value, which is reported.
    private mutating func members(of node: Int, _ what: String) -> JSONTree.Members {
        if tree.kind(of: node) != .object { addKind(of: node, expected: "\(what): an object") }
        return tree.members(of: node)
    }

    private mutating func remarkUnknown(_ key: Int) {
        source.remark(
            "unknown-member", "the member is not known to the import, and is left out of the document",
            at: tree.nodes[key].span)
    }

    private mutating func addKind(of node: Int, expected: String) {
        add(.badTemplate, "expected \(expected), found \(tree.kind(of: node).name)", at: tree.nodes[node].span)
    }

    private mutating func add(
        _ code: ImportProblem.Code, _ message: String, at span: Range<Int>, related: Range<Int>? = nil,
        help: String? = nil
    ) {
        source.problems.append(
            ImportProblem(code: code, message: message, span: span, related: related, help: help))
    }
}

extension ImportSource {
    /// The same with the problems of another part of the file before its own.
    fileprivate func merging(_ other: ImportSource) -> ImportSource {
        var result = self
        result.problems = other.problems + problems
        return result
    }
}
