import FlagAnalysis
import FlagResolver

/// Reads an expectation file, and finds all problems in it.
struct ExpectationReader {
    private let tree: JSONTree
    private var found: FileProblems
    private var names: [ExactText: Int] = [:]
    private var conditions: [Int] = []

    private static let root = 0

    init(_ tree: JSONTree, name: String) {
        self.tree = tree
        found = FileProblems(in: tree, named: name, code: "bad-expectations")
    }

    var problems: [Diagnostic] { found.diagnostics }

    /// The expectations; `nil` if there are ``problems``.
    mutating func file() -> ExpectationFile? {
        guard tree.kind(of: Self.root) == .object else {
            fail(Self.root, "expected an object with \"document\" and \"expectations\"")
            return nil
        }
        let members = found.members(of: Self.root, known: ["document", "expectations"])
        let document = members["document"]
        let path = document.flatMap { tree.string(at: $0) } ?? ""
        if document == nil {
            fail(
                Self.root, "\"document\" is missing",
                help: "add its path, relative to this file: \"document\": \"app.json\"")
        } else if let document, path.isEmpty {
            fail(document, "expected a path, relative to the directory of this file")
        }
        let cases = cases(in: members["expectations"])
        return problems.isEmpty
            ? ExpectationFile(
                tree: tree, source: found.source, document: path, cases: cases, conditions: conditions) : nil
    }

    private mutating func cases(in list: Int?) -> [ExpectationFile.Case] {
        guard let list else {
            fail(Self.root, "\"expectations\" is missing, so nothing can fail", help: Self.example)
            return []
        }
        guard tree.kind(of: list) == .array else {
            fail(list, "expected an array of expectations", help: Self.example)
            return []
        }
        let elements = Array(tree.elements(of: list))
        if elements.isEmpty {
            fail(list, "the array is empty, so nothing can fail", help: Self.example)
        }
        var cases: [ExpectationFile.Case] = []
        for element in elements {
            if let found = expectation(element) { cases.append(found) }
        }
        return cases
    }

    private static let example =
        "write one: { \"name\": \"payments in 1.4.2\", \"version\": \"1.4.2\", \"expect\": { \"payments\": false } }"

    private mutating func expectation(_ node: Int) -> ExpectationFile.Case? {
        guard tree.kind(of: node) == .object else {
            fail(node, "expected an expectation, which is an object", help: Self.example)
            return nil
        }
        let members = found.members(of: node, known: ["name", "version", "for", "context", "where", "expect"])
        let name = name(members["name"], of: node)
        let versions = versions(members["version"], members["for"], of: node)
        let user = members["context"].map { context($0) }
        let users = members["where"].flatMap { condition($0) }
        let expected = expected(members["expect"], of: node)
        guard let name, let (text, set) = versions, !expected.isEmpty else { return nil }
        return ExpectationFile.Case(
            name: name, node: node, text: text, versions: set, context: user, condition: users,
            expected: expected)
    }

    /// Reads the context of one user.
    private mutating func context(_ node: Int) -> EvaluationContext {
        guard tree.kind(of: node) == .object else {
            fail(
                node, "expected a context, which is an object",
                help: #"as in { "country": "DE", "targetingKey": "u1" }"#)
            return EvaluationContext()
        }
        if let version = tree.member(named: "appVersion" as StaticString, of: node) {
            fail(version, "\"version\" or \"for\" gives the version of the context")
        }
        var issues: [SettingIssue] = []
        let context = EvaluationContext(tree[node], issues: &issues)
        for issue in issues { fail(issue.span ?? tree.nodes[node].span, issue.message) }
        return context
    }

    /// Reads conditions on users, and returns their index.
    private mutating func condition(_ node: Int) -> Int? {
        guard tree.kind(of: node) == .object else {
            fail(node, "expected conditions, which are an object", help: #"as in { "when": { "country": "DE" } }"#)
            return nil
        }
        do throws(UserSelection.Problem) {
            _ = try UserSelection(tree, at: node)
        } catch {
            switch error {
            case .requires:
                fail(
                    tree.member(named: "requires" as StaticString, of: node) ?? node, error.message,
                    help: "expect the setting instead")
            case .value(let member): fail(tree.member(named: member, of: node) ?? node, error.message)
            case .notAnObject, .empty, .malformed:
                fail(
                    node, error.message,
                    help: "write conditions as those of an entry, such as { \"when\": { \"country\": \"DE\" } }")
            }
            return nil
        }
        conditions.append(node)
        return conditions.count - 1
    }

    private mutating func name(_ member: Int?, of node: Int) -> String? {
        guard let member, let name = tree.string(at: member), name.contains(where: { $0 != " " }) else {
            fail(member ?? node, "expected a \"name\" for the result")
            return nil
        }
        if let first = names.updateValue(member, forKey: ExactText(name)) {
            fail(member, "the name \(quoted(name)) is given twice", related: first)
            return nil
        }
        return name
    }

    private mutating func versions(
        _ version: Int?, _ range: Int?, of node: Int
    ) -> (text: String, versions: VersionSet)? {
        guard let member = version ?? range, version == nil || range == nil else {
            fail(
                node,
                version == nil
                    ? "expected \"version\" or \"for\""
                    : "\"version\" and \"for\" are both given; expected one of them",
                help:
                    "\"version\": \"1.4.2\" applies to one version, \"for\": \">=2.0.0\" to every version of a requirement"
            )
            return nil
        }
        guard let text = tree.string(at: member) else {
            fail(
                member, version == nil ? "expected a requirement in a string" : "expected a version in a string",
                help: version == nil ? "as in \">=2.0.0\"" : "as in \"1.4.2\": a number would lose digits")
            return nil
        }
        do throws(VersionSyntaxError) {
            if version != nil { return (text, VersionSet(try AppVersion(parsing: text))) }
            return (text, try VersionSet(parsing: text))
        } catch {
            // Point at the malformed part, if the file contains the text unescaped.
            var span = tree.nodes[member].span
            if let content = tree.plainContentRange(at: member) {
                let start = min(content.upperBound, content.lowerBound + error.offset)
                span = start..<min(content.upperBound, start + error.length)
            }
            fail(span, "\(error)")
            return nil
        }
    }

    private mutating func expected(_ member: Int?, of node: Int) -> [ExpectationFile.Expected] {
        guard let member, tree.kind(of: member) == .object else {
            fail(member ?? node, "expected \"expect\", an object of settings and values", help: Self.example)
            return []
        }
        let expected = tree.members(of: member).map { pair in
            ExpectationFile.Expected(name: tree.string(at: pair.key) ?? "", key: pair.key, value: pair.value)
        }
        if expected.isEmpty { fail(member, "no setting is named, so nothing can fail") }
        return expected
    }

    private mutating func fail(_ node: Int, _ message: String, help: String? = nil, related: Int? = nil) {
        found.add(at: node, message, help: help, related: related)
    }

    private mutating func fail(_ span: Range<Int>, _ message: String, help: String? = nil) {
        found.add(at: span, message, help: help)
    }
}
