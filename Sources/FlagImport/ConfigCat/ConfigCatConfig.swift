package import FlagResolver

/// A configuration of ConfigCat, `config_v6.json`, as its content delivery network serves it to apps.
///
/// ```swift
/// let source = ConfigCatConfig.source(of: tree)
/// ```
///
/// 1. The rules of a setting decide in their order, then its percentage options, then its value.
/// 2. A condition on an attribute that a user does not have does not hold, and neither does its opposite.
/// 3. Segments become the conditions that they stand for.
package struct ConfigCatConfig {
    private let tree: JSONTree
    private var source = ImportSource(system: "ConfigCat", settingWord: "setting")
    private var mapping: ConfigCatMapping

    /// Reads a configuration.
    ///
    /// - Returns: What it says. Its problems name what cannot be read; the rest is complete.
    package static func source(of tree: JSONTree) -> ImportSource {
        var config = ConfigCatConfig(tree)
        config.read()
        return config.source
    }

    private init(_ tree: JSONTree) {
        self.tree = tree
        mapping = ConfigCatMapping(tree)
    }

    private static let maximumPercentage = 100

    private mutating func read() {
        guard tree.kind(of: 0) == .object, let flags = tree.member(named: "f", of: 0), tree.kind(of: flags) == .object
        else {
            let span = tree.nodes[0].span
            return add(
                .badTemplate, "this is no configuration of ConfigCat: it has no settings (\"f\")",
                at: span.lowerBound..<min(span.upperBound, span.lowerBound + 1),
                help: "save config_v6.json, which apps fetch with their SDK key")
        }
        for (key, _) in tree.members(of: 0) where !["p", "s", "f"].contains(tree.string(at: key) ?? "") {
            remarkUnknown(key)
        }
        // Conditions can name settings that come later.
        for (key, node) in tree.members(of: flags) {
            if let flag = flag(key, node) { mapping.add(flag) }
        }
        for flag in mapping.flags { readRules(of: flag) }
        source.attributes = mapping.attributes.declared { "ConfigCat's attribute \($1)" }
        source.helpers = mapping.helpers
        for remark in mapping.remarks {
            for span in remark.spans { source.remark(remark.code, remark.text, at: span) }
        }
        source.problems = source.problems.sorted { $0.span.lowerBound < $1.span.lowerBound }
    }

    /// A setting with its type and its value; `nil` if these cannot be read, which is reported.
    private mutating func flag(_ key: Int, _ node: Int) -> ConfigCatFlag? {
        let name = tree.string(at: key) ?? ""
        let span = tree.nodes[key].span
        guard !name.isEmpty, name.utf8.first != UInt8(ascii: "$") else {
            add(
                .badTemplate, "a setting cannot have the name \(SettingProblem.quotedExcerpt(name))", at: span,
                help: "rename it")
            return nil
        }
        guard tree.kind(of: node) == .object else {
            add(.badTemplate, "expected a setting: an object", at: tree.nodes[node].span)
            return nil
        }
        guard let typeNode = tree.member(named: "t", of: node),
            let type = tree.int(at: typeNode).flatMap({ ConfigCatType(rawValue: $0) })
        else {
            add(
                .badTemplate, "expected a type (\"t\") from 0 to 3", at: span,
                help: "0 is a Boolean, 1 a text, 2 a whole number, 3 a decimal number")
            return nil
        }
        guard let value = tree.member(named: "v", of: node), let json = type.json(at: value, in: tree) else {
            let place = tree.member(named: "v", of: node).map { tree.nodes[$0].span } ?? span
            add(
                .badParameterValue, "expected a value (\"v\") such as \(type.example)", at: place,
                help: "correct the value, or the type of the setting")
            return nil
        }
        for (member, _) in tree.members(of: node)
        where !["t", "a", "r", "p", "v", "i"].contains(tree.string(at: member) ?? "") {
            remarkUnknown(member)
        }
        return ConfigCatFlag(
            name: name, node: node, span: span, type: type, value: json, valueSpan: tree.nodes[value].span)
    }

    private mutating func readRules(of flag: ConfigCatFlag) {
        var setting = SourceSetting(
            name: flag.name, span: flag.span, type: flag.type.documentName,
            defaultValue: SourceValue(content: .json(flag.value), span: flag.valueSpan))
        var number = 0
        for rule in elements(named: "r", of: flag.node) {
            number += 1
            let name = "rule \(number)"
            let condition = mapping.condition(of: rule, in: flag, name: "\(flag.name), \(name)")
            if !condition.failures.isEmpty {
                let failing = SourceCondition(
                    name: condition.name, span: condition.span, written: [], possible: condition.failures,
                    doubts: condition.doubts)
                let value = SourceValue(
                    content: .unknown("the default in the code, because ConfigCat cannot read a condition"),
                    span: condition.span)
                addRule(nil, failing, value, condition.span, to: &setting)
            }
            if let served = tree.member(named: "s", of: rule) {
                let value = tree.kind(of: served) == .object ? tree.member(named: "v", of: served) : nil
                addRule(
                    name, condition, self.value(value, orAt: served, flag.type), tree.nodes[rule].span, to: &setting)
            } else {
                addOptions(of: rule, flag, condition, name, to: &setting)
            }
        }
        let everybody = SourceCondition(name: nil, span: flag.span, written: [.always], possible: [.always])
        addOptions(of: flag.node, flag, everybody, nil, to: &setting)
        source.settings.append(setting)
    }

    /// The options of a rule or a setting, as slices of the buckets of one salt.
    private mutating func addOptions(
        of node: Int, _ flag: ConfigCatFlag, _ condition: SourceCondition, _ name: String?,
        to setting: inout SourceSetting
    ) {
        var start = 0
        let options = elements(named: "p", of: node)
        for option in options {
            let span = tree.nodes[option].span
            guard tree.kind(of: option) == .object, let percentage = tree.member(named: "p", of: option),
                let share = tree.int(at: percentage), (0...Self.maximumPercentage - start).contains(share)
            else {
                add(
                    .badTemplate, "expected a percentage (\"p\") from 0 to \(Self.maximumPercentage - start)", at: span,
                    help: "the percentages of a setting add up to 100")
                break
            }
            let value = self.value(tree.member(named: "v", of: option), orAt: option, flag.type)
            let shown = "\(share) %"
            addRule(
                name.map { "\($0), \(shown)" } ?? shown,
                mapping.adding(start..<(start + share), of: flag, at: span, to: condition), value, span, to: &setting)
            start += share
        }
        guard let last = options.last, start < Self.maximumPercentage else { return }
        let span = tree.nodes[last].span
        addRule(
            nil, mapping.adding(start..<Self.maximumPercentage, of: flag, at: span, to: condition),
            SourceValue(
                content: .unknown("the default in the code, because the percentages do not add up to 100"), span: span),
            span, to: &setting)
    }

    private mutating func addRule(
        _ name: String?, _ condition: SourceCondition, _ value: SourceValue, _ span: Range<Int>,
        to setting: inout SourceSetting
    ) {
        setting.rules.append(SourceRule(name: name, span: span, condition: source.conditions.count, value: value))
        source.conditions.append(condition)
    }

    /// A value, or that the file has none.
    private func value(_ node: Int?, orAt other: Int, _ type: ConfigCatType) -> SourceValue {
        guard let node, let json = type.json(at: node, in: tree) else {
            return SourceValue(
                content: .unknown("a value that the file does not have"), span: tree.nodes[node ?? other].span)
        }
        return SourceValue(content: .json(json), span: tree.nodes[node].span)
    }

    /// The elements of a list, which may be missing; another value is reported.
    private mutating func elements(named name: String, of node: Int) -> [Int] {
        guard let list = tree.member(named: name, of: node), tree.kind(of: list) != .null else { return [] }
        if tree.kind(of: list) != .array { add(.badTemplate, "expected a list", at: tree.nodes[list].span) }
        return Array(tree.elements(of: list))
    }

    private mutating func remarkUnknown(_ key: Int) {
        source.remark(
            "unknown-member", "the member is not known to the import, and is left out of the document",
            at: tree.nodes[key].span)
    }

    private mutating func add(
        _ code: ImportProblem.Code, _ message: String, at span: Range<Int>, help: String? = nil
    ) {
        source.problems.append(ImportProblem(code: code, message: message, span: span, help: help))
    }
}

/// A setting of ConfigCat.
struct ConfigCatFlag: Sendable {
    let name: String
    let node: Int
    let span: Range<Int>
    let type: ConfigCatType
    /// The value as JSON.
    let value: [UInt8]
    let valueSpan: Range<Int>
}

/// The type of a setting, by its number.
enum ConfigCatType: Int, Sendable {
    case boolean = 0
    case text
    case integer
    case decimal

    var documentName: String {
        switch self {
        case .boolean: "boolean"
        case .text: "string"
        case .integer: "integer"
        case .decimal: "number"
        }
    }

    var example: String {
        switch self {
        case .boolean: #"{ "b": true }"#
        case .text: #"{ "s": "text" }"#
        case .integer: #"{ "i": 1 }"#
        case .decimal: #"{ "d": 1.5 }"#
        }
    }

    /// A value as JSON; `nil` if the object has none of this type.
    func json(at node: Int, in tree: JSONTree) -> [UInt8]? {
        let member: (key: String, kinds: [JSONKind]) =
            switch self {
            case .boolean: ("b", [.true, .false])
            case .text: ("s", [.string])
            case .integer: ("i", [.number])
            case .decimal: ("d", [.number])
            }
        guard tree.kind(of: node) == .object, let value = tree.member(named: member.key, of: node),
            member.kinds.contains(tree.kind(of: value)), self != .integer || tree.isIntegral(at: value)
        else { return nil }
        return tree.text(of: value)
    }
}
