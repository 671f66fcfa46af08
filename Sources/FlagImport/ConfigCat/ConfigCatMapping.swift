import FlagResolver

/// Maps the conditions of ConfigCat's rules.
struct ConfigCatMapping {
    private let tree: JSONTree
    private(set) var flags: [ConfigCatFlag] = []
    private var positions: [ExactText: Int] = [:]
    private(set) var attributes = TestedAttributes()
    private(set) var helpers: [SourceHelper] = []
    private var knownHelpers: Set<SourceHelper> = []
    private(set) var remarks: [ImportRemark] = []
    /// For each setting, whether it requires itself through others; computed when it is needed.
    private var circular: [Bool]?
    /// The nodes of the segments.
    private let segments: [Int]

    /// How much may still be combined for rules that name segments. A segment is copied into each of them.
    private var restOfSegments = 10_000_000

    /// Each condition of a rule is combined with all before it.
    private static let maximumConditionCount = 100

    init(_ tree: JSONTree) {
        self.tree = tree
        segments = tree.member(named: "s", of: 0).map { tree.elements(of: $0).map { Int($0) } } ?? []
    }

    mutating func add(_ flag: ConfigCatFlag) {
        positions[ExactText(flag.name)] = flags.count
        flags.append(flag)
    }

    /// The condition of a rule, all of whose parts must hold.
    mutating func condition(of rule: Int, in flag: ConfigCatFlag, name: String) -> SourceCondition {
        var condition = SourceCondition(
            name: name, span: tree.nodes[rule].span, written: [.always], possible: [.always])
        let list = tree.member(named: "c", of: rule)
        let nodes = list.map { Array(tree.elements(of: $0)) } ?? []
        for node in nodes.prefix(Self.maximumConditionCount) {
            condition.add(part(node, in: flag), at: tree.nodes[node].span, text: text(of: node))
        }
        if nodes.count > Self.maximumConditionCount {
            let part = Self.malformed(
                name, "the rule has \(nodes.count) conditions, and at most \(Self.maximumConditionCount) are read",
                "divide it into several rules")
            condition.add(part, at: condition.span, text: name)
        }
        if nodes.isEmpty {
            let part = SourcePart.unknown(
                name, "the rule has no condition: some SDKs apply such a rule, and others do not",
                "delete the rule, or give it a condition")
            condition.add(part, at: condition.span, text: name)
        }
        if condition.possible.isEmpty { condition.written = [] }
        return condition
    }

    /// A condition with a share of the users, by the attribute of the setting's percentages.
    ///
    /// - Parameter percentages: The part of the users, from 0 to 100.
    mutating func adding(
        _ percentages: Range<Int>, of flag: ConfigCatFlag, at span: Range<Int>, to condition: SourceCondition
    ) -> SourceCondition {
        var condition = condition
        let attribute = tree.member(named: "a", of: flag.node).flatMap { tree.string(at: $0) } ?? "Identifier"
        let step = ImportedRollout.bucketCount / 100
        let slices = [(percentages.lowerBound * step)..<(percentages.upperBound * step)]
        guard !percentages.isEmpty else {
            condition.add(.exact(.never), at: span, text: "")
            return condition
        }
        switch name(of: attribute) {
        case .failure(let refusal):
            condition.add(.unknown("\(flag.name): \(slices)", refusal.reason, refusal.help), at: span, text: attribute)
        case .success(let name):
            let key: ImportedRollout.Key = name == "targetingKey" ? .targetingKey : .attribute(name)
            let text = "\(flag.name) by \(attribute)"
            let unknown = ImportedRollout.unknown(text, slices: slices)
            if let node = tree.member(named: "a", of: flag.node), name != Self.identifier { remarkText(at: node) }
            // An empty value counts as absent here, and has a bucket in ConfigCat; a missing one has none.
            let halves = slices.map { ($0.lowerBound / 2)..<($0.upperBound / 2) }
            condition.add(
                SourcePart(
                    written: [ImportedConditions(ImportedRollout(salt: flag.name, key: key, slices: slices))],
                    possible: [
                        ImportedConditions(name, .present).intersection(ImportedConditions(unknown)),
                        ImportedConditions(.unknown("\(text), empty", slices: halves)),
                    ],
                    doubt: (
                        "the share is the same, but not the people: ConfigCat selects them with another hash",
                        "move the share to 0 or 100 before, or accept that people change sides"
                    )), at: span, text: "\(percentages.count) %")
        }
        return condition
    }

    /// The attribute for one of ConfigCat's users. What identifies a user is the targeting key.
    private mutating func name(of attribute: String) -> Result<String, TestedAttributes.Refusal> {
        attribute == "Identifier" ? .success("targetingKey") : attributes.name(attribute, of: "ConfigCat")
    }

    private func text(of node: Int) -> String { String(decoding: tree.text(of: node), as: UTF8.self) }

    // MARK: Parts

    /// A condition of a rule: one on the user, on a segment, or on another setting.
    private mutating func part(_ node: Int, in flag: ConfigCatFlag) -> SourcePart {
        let text = text(of: node)
        for name in ["u", "t"] {
            if let user = tree.member(named: name, of: node) { return self.user(user).part(isNegated: false) }
        }
        if let segment = tree.member(named: "s", of: node) { return self.segment(segment, text) }
        for name in ["p", "d"] {
            if let prerequisite = tree.member(named: name, of: node) {
                return self.prerequisite(prerequisite, in: flag, text)
            }
        }
        return Self.notKnown(text)
    }

    private static func notKnown(_ text: String) -> SourcePart {
        malformed(text, "this condition is not known to the import", "write an entry with the same meaning by hand")
    }

    /// A condition that SDKs of ConfigCat may not understand. Then, they give the default in the code.
    private static func malformed(_ text: String, _ reason: String, _ help: String) -> SourcePart {
        var part = SourcePart.unknown(text, reason, help)
        part.failures = [.failure(of: text)]
        return part
    }

    /// A test and its opposite. Neither holds for a user without the attribute, or with a value that cannot be tested.
    private struct UserTest {
        private(set) var holds: SourcePart
        private(set) var fails: SourcePart

        func part(isNegated: Bool) -> SourcePart { isNegated ? fails : holds }

        /// A test that the document can express.
        init(_ name: String, _ test: AttributeTest, orElse other: AttributeTest) {
            holds = .exact(ImportedConditions(name, test))
            fails = .exact(ImportedConditions(name, other))
        }

        /// A test with an answer that nobody knows.
        ///
        /// - Parameter hasErrors: Whether a value can be one that the comparator does not accept, so that neither the test nor its
        ///   opposite holds.
        init(
            unknown text: String, within bound: ImportedConditions, hasErrors: Bool = true, _ reason: String,
            _ help: String
        ) {
            holds = .unknown(text, within: bound, reason, help)
            let others = ImportedRollout.unknown(text, hasErrors ? .no : .notYes)
            fails = SourcePart(
                written: nil, possible: [bound.intersection(ImportedConditions(others))], doubt: (reason, help))
        }

        /// A condition that SDKs may not understand.
        init(malformed text: String, _ reason: String, _ help: String) {
            self.init(unknown: text, within: .always, reason, help)
            holds.failures = [.failure(of: text)]
            fails.failures = holds.failures
        }

        init(holds: SourcePart, fails: SourcePart) {
            self.holds = holds
            self.fails = fails
        }

        var opposite: UserTest { UserTest(holds: fails, fails: holds) }
    }

    private mutating func user(_ node: Int) -> UserTest {
        let text = text(of: node)
        let byHand = "write an entry with the same meaning by hand"
        guard let key = tree.member(named: "a", of: node).flatMap({ tree.string(at: $0) }),
            let comparator = tree.member(named: "c", of: node).flatMap({ tree.int(at: $0) })
        else {
            return UserTest(malformed: text, "the condition has no attribute or no comparator", byHand)
        }
        let name: String
        switch self.name(of: key) {
        case .failure(let refusal):
            return UserTest(unknown: text, within: .always, refusal.reason, refusal.help)
        case .success(let found): name = found
        }
        let present = ImportedConditions(name, .present)
        // Odd comparators are the opposites of even ones, except among orders.
        switch comparator {
        case 0, 1, 28, 29, 30, 31:
            return textTest(comparator, node, name, text, present)
        case 4, 5, 6, 7, 8, 9: return versionTest(comparator, node, name, text, present)
        case 10, 11, 12, 13, 14, 15: return numberTest(comparator, node, name, text, present)
        case 26, 27, 34, 35:
            // The context of an app has no lists, so that nothing is known of the attribute.
            return unknown(comparator, node, key, .always, "documents have no attributes with lists", hasErrors: true)
        case 2, 3: return unknown(comparator, node, key, present, "documents cannot test whether values contain a text")
        case 24, 25, 32, 33: return unknown(comparator, node, key, present, "documents cannot test how values end")
        case 16, 17, 20, 21, 22, 23:
            return unknown(comparator, node, key, present, "the file has hashes of the values instead of the values")
        case 18, 19:
            remark(
                "date-attributes",
                "attributes that are compared with dates must be numbers or strings: ConfigCat also reads dates",
                at: node)
            return UserTest(unknown: text, within: present, "documents do not compare attributes with dates", byHand)
        default:
            return UserTest(malformed: text, "the comparator \(comparator) is not known to the import", byHand)
        }
    }

    /// A test that cannot be expressed. The opposite comparator with the same values has the opposite answer.
    private mutating func unknown(
        _ comparator: Int, _ node: Int, _ key: String, _ bound: ImportedConditions, _ reason: String,
        hasErrors: Bool = false
    ) -> UserTest {
        // A value without errors is text.
        if !hasErrors { remarkText(at: node) }
        let operand = ["l", "s", "d"].compactMap { tree.member(named: $0, of: node) }.map { text(of: $0) }
        let test = UserTest(
            unknown: "\(key) \(comparator / 2) \(operand.joined())", within: bound, hasErrors: hasErrors, reason,
            "list the values in the open, or compute the answer in the app and give it as an attribute")
        return comparator.isMultiple(of: 2) ? test : test.opposite
    }

    private mutating func remark(_ code: String, _ text: String, at node: Int) {
        let span = tree.nodes[node].span
        if let index = remarks.firstIndex(where: { $0.code == code }) {
            remarks[index].spans.append(span)
        } else {
            remarks.append(ImportRemark(code: code, text: text, spans: [span]))
        }
    }

    private mutating func typed(
        _ kind: TestedAttributes.Kind, _ name: String, _ text: String, _ present: ImportedConditions, _ test: UserTest
    ) -> UserTest {
        guard case .failure(let refusal) = attributes.test(name, as: kind) else { return test }
        return UserTest(unknown: text, within: present, refusal.reason, refusal.help)
    }

    private func strings(_ node: Int) -> [String]? {
        if let single = tree.member(named: "s", of: node) { return tree.string(at: single).map { [$0] } }
        guard let list = tree.member(named: "l", of: node), tree.kind(of: list) == .array else { return nil }
        let elements = Array(tree.elements(of: list))
        let texts = elements.compactMap { tree.string(at: $0) }
        return texts.count == elements.count && !texts.isEmpty ? texts : nil
    }

    private mutating func remarkText(at node: Int) {
        remark(
            "text-attributes",
            "attributes that are tested as text must be strings: ConfigCat also makes text of other values", at: node)
    }

    private mutating func textTest(
        _ comparator: Int, _ node: Int, _ name: String, _ text: String, _ present: ImportedConditions
    ) -> UserTest {
        guard let texts = strings(node), texts.allSatisfy({ !$0.isEmpty }) else {
            return UserTest(
                malformed: text, "a value is missing, or empty, which counts as absent here",
                "correct the list of values")
        }
        remarkText(at: node)
        let isPrefix = comparator >= 30
        let positive = AttributeTest.strings(isPrefix ? .beginning(with: texts) : .one(of: texts))
        let negative = AttributeTest.strings(isPrefix ? .notBeginning(with: texts) : .none(of: texts))
        let test = UserTest(name, positive, orElse: negative)
        return typed(.text, name, text, present, comparator.isMultiple(of: 2) ? test : test.opposite)
    }

    private mutating func numberTest(
        _ comparator: Int, _ node: Int, _ name: String, _ text: String, _ present: ImportedConditions
    ) -> UserTest {
        let signs = ["==", "!=", "<", "<=", ">", ">="]
        let opposites = ["!=", "==", ">=", ">", "<=", "<"]
        guard let operand = tree.member(named: "d", of: node), tree.kind(of: operand) == .number,
            signs.indices.contains(comparator - 10)
        else { return UserTest(malformed: text, "the number is missing", "add it") }
        guard name != Self.identifier else { return identifier(text, present, "a number") }
        let number = AttributeNumber(json: tree.text(of: operand))
        guard let test = NumberTest(signs[comparator - 10], number),
            let other = NumberTest(opposites[comparator - 10], number)
        else { return UserTest(malformed: text, "the number is missing", "add it") }
        remark(
            "number-attributes",
            "attributes that are tested as numbers must be numbers of at most 15 digits: ConfigCat also reads text, and rounds",
            at: node)
        return typed(.number, name, text, present, UserTest(name, .numbers(test), orElse: .numbers(other)))
    }

    private mutating func versionTest(
        _ comparator: Int, _ node: Int, _ name: String, _ text: String, _ present: ImportedConditions
    ) -> UserTest {
        let texts = (strings(node) ?? []).map { $0.trimmingBlanks }.filter { !$0.isEmpty }
        guard !texts.isEmpty else {
            return UserTest(malformed: text, "the version is missing", "add it, as in 2.1.0")
        }
        guard name != Self.identifier else { return identifier(text, present, "a version") }
        guard texts.allSatisfy({ Self.isSemVer($0) }) else {
            // ConfigCat rejects the condition, whatever the user has. SDKs do not agree whether the opposite holds then.
            remark(
                "no-version",
                "a value of the condition is not a version of SemVer, so the condition holds for nobody in ConfigCat",
                at: node)
            return UserTest(
                holds: .exact(.never),
                fails: .unknown(
                    text, within: present, "a value is not a version, and SDKs differ in what they make of it",
                    "correct it, as in 2.1.0"))
        }
        let versions = texts.compactMap { AppVersion($0) }
        guard versions.count == texts.count, let first = versions.first else {
            return UserTest(
                unknown: text, within: present, "a version has numbers that are too large here", "use smaller numbers")
        }
        let set: VersionSet
        switch comparator {
        case 4, 5: set = VersionSet(unionOf: versions.map { VersionSet($0) })
        case 6: set = VersionSet(from: .lowest, to: .before(first))
        case 7: set = VersionSet(from: .lowest, to: .after(first))
        case 8: set = VersionSet(from: .after(first), to: .highest)
        default: set = VersionSet(from: .before(first), to: .highest)
        }
        remark(
            "version-attributes",
            "attributes that are tested as versions must be versions of SemVer: ConfigCat reads no others, and here 2.1 is 2.1.0",
            at: node)
        let test = UserTest(name, .versions(set), orElse: .versions(set.complement))
        return typed(.version, name, text, present, comparator == 5 ? test.opposite : test)
    }

    /// The attribute that identifies users. It is text, which no number or version equals.
    private static let identifier = "targetingKey"

    private func identifier(_ text: String, _ present: ImportedConditions, _ kind: String) -> UserTest {
        UserTest(
            unknown: text, within: present, "a targeting key is text here, and is not compared as \(kind)",
            "give the identifier as a second attribute, as \(kind), and test that")
    }

    /// Whether a text is a version of SemVer: three numbers, and possibly a pre-release and the metadata of a build.
    private static func isSemVer(_ text: String) -> Bool {
        let main = text.utf8.prefix { $0 != UInt8(ascii: "+") }
        let build = text.utf8.dropFirst(main.count)
        let numbers = main.prefix { $0 != UInt8(ascii: "-") }
        let prerelease = main.dropFirst(numbers.count)
        func isNumber(_ part: Substring.UTF8View) -> Bool {
            !part.isEmpty && part.allSatisfy(\.isDigit) && (part.count == 1 || part.first != UInt8(ascii: "0"))
        }
        func isIdentifier(_ part: Substring.UTF8View) -> Bool {
            !part.isEmpty && part.allSatisfy { $0.isDigit || $0.isLetter || $0 == UInt8(ascii: "-") }
        }
        func parts(_ text: Substring.UTF8View) -> [Substring.UTF8View] {
            text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        }
        return parts(numbers).count == 3 && parts(numbers).allSatisfy(isNumber)
            && (prerelease.isEmpty
                || parts(prerelease.dropFirst()).allSatisfy {
                    isIdentifier($0) && (isNumber($0) || !$0.allSatisfy(\.isDigit))
                })
            && (build.isEmpty || parts(build.dropFirst()).allSatisfy(isIdentifier))
    }

    // MARK: Segments and prerequisites

    private mutating func segment(_ node: Int, _ text: String) -> SourcePart {
        guard let index = tree.member(named: "s", of: node).flatMap({ tree.int(at: $0) }),
            let comparator = tree.member(named: "c", of: node).flatMap({ tree.int(at: $0) }),
            (0...1).contains(comparator),
            segments.indices.contains(index), let rules = tree.member(named: "r", of: segments[index]),
            tree.kind(of: rules) == .array
        else { return Self.malformed(text, "there is no such segment", "correct the segment") }
        guard allowsSegment(rules) else {
            return Self.malformed(
                text, "the rules before and this one name segments with too many conditions and values",
                "use shorter segments, or compute the answer in the app and give it as an attribute")
        }
        let tests = tree.elements(of: rules).map { user($0) }
        guard comparator == 1 else {
            return tests.map(\.holds).reduce(.exact(.always)) { $0.intersection($1) }
        }
        // Conditions are tested in order: the first that fails decides, and those before it hold.
        var before = SourcePart.exact(.always)
        var result = SourcePart.exact(.never)
        for test in tests {
            result = result.union(before.intersection(test.fails))
            before = before.intersection(test.holds)
        }
        return result
    }

    /// Whether one more rule can have the conditions of a segment, each of which is combined with the others.
    private mutating func allowsSegment(_ rules: Int) -> Bool {
        let conditionCount = Array(tree.elements(of: rules).prefix(Self.maximumConditionCount + 1)).count
        guard conditionCount <= Self.maximumConditionCount else { return false }
        // The values are most of a long segment.
        let cost = conditionCount * conditionCount + tree.nodes[rules].span.count
        guard cost <= restOfSegments else { return false }
        restOfSegments -= cost
        return true
    }

    private mutating func prerequisite(_ node: Int, in flag: ConfigCatFlag, _ text: String) -> SourcePart {
        guard let name = tree.member(named: "f", of: node).flatMap({ tree.string(at: $0) }),
            let comparator = tree.member(named: "c", of: node).flatMap({ tree.int(at: $0) }),
            (0...1).contains(comparator),
            let position = positions[ExactText(name)], let value = tree.member(named: "v", of: node),
            let json = flags[position].type.json(at: value, in: tree)
        else {
            return Self.malformed(
                text, "the condition names no setting that can be imported, or no value of its type",
                "correct the condition")
        }
        guard !isCircular(positions[ExactText(flag.name)]) else {
            return Self.malformed(text, "the setting requires itself through others", "remove one of the conditions")
        }
        let other = flags[position]
        let isEqual = comparator == 0
        if other.type == .boolean, (json == Array("true".utf8)) == isEqual {
            return .exact(ImportedConditions(requires: name))
        }
        let helper = SourceHelper(setting: name, value: json, isEqual: isEqual)
        if knownHelpers.insert(helper).inserted { helpers.append(helper) }
        return SourcePart(
            written: nil, possible: [ImportedConditions(requires: helper.name)],
            doubt: (
                "an entry can only require that a setting is true",
                "add a Boolean setting that is true in these cases, and require that"
            ))
    }

    /// Whether a setting can be reached again through the settings that its rules name.
    private mutating func isCircular(_ position: Int?) -> Bool {
        guard let position else { return false }
        let known = circular ?? circularFlags()
        circular = known
        return known.indices.contains(position) && known[position]
    }

    private func circularFlags() -> [Bool] {
        let required = flags.map { flag in
            prerequisites(of: flag.name).compactMap { positions[ExactText($0)].map { SettingIndex($0) } }
        }
        let components = PrerequisiteGraph.components(of: required)
        var sizes: [Int: Int] = [:]
        for component in components { sizes[component, default: 0] += 1 }
        return components.indices.map { position in
            sizes[components[position], default: 0] > 1 || required[position].contains(SettingIndex(position))
        }
    }

    private func prerequisites(of name: String) -> [String] {
        guard let position = positions[ExactText(name)], let rules = tree.member(named: "r", of: flags[position].node)
        else { return [] }
        return tree.elements(of: rules).flatMap { rule in
            tree.member(named: "c", of: rule).map { Array(tree.elements(of: $0)) } ?? []
        }.compactMap { condition in
            (tree.member(named: "p", of: condition) ?? tree.member(named: "d", of: condition))
                .flatMap { tree.member(named: "f", of: $0) }.flatMap { tree.string(at: $0) }
        }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        let start = utf8.drop { $0.isBlank }
        return String(decoding: start.reversed().drop { $0.isBlank }.reversed(), as: UTF8.self)
    }
}
