import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// Expressions and policies about settings and attributes of users are compared with single contexts.
struct UserExpressionTests {
    /// An expression, and whether it is true for the values of a context.
    private struct Oracle {
        let text: String
        let isTrue: (_ values: [String: String], _ context: EvaluationContext) -> Bool
    }

    private static func attribute(_ name: String, _ context: EvaluationContext) -> AttributeValue? {
        name == "targetingKey" ? context.targetingKey.map { .string($0) } : context[name]
    }

    private static func random(_ depth: Int, using random: inout SeededRandom) -> Oracle {
        guard depth > 0 else { return leaf(using: &random) }
        let left = Self.random(depth - 1, using: &random)
        let right = Self.random(depth - 1, using: &random)
        switch Int.random(in: 0...4, using: &random) {
        case 0: return Oracle(text: "(\(left.text) and \(right.text))") { left.isTrue($0, $1) && right.isTrue($0, $1) }
        case 1: return Oracle(text: "(\(left.text) or \(right.text))") { left.isTrue($0, $1) || right.isTrue($0, $1) }
        case 2: return Oracle(text: "(\(left.text) => \(right.text))") { !left.isTrue($0, $1) || right.isTrue($0, $1) }
        case 3: return Oracle(text: "not \(left.text)") { !left.isTrue($0, $1) }
        default: return left
        }
    }

    private static func leaf(using random: inout SeededRandom) -> Oracle {
        let string = ["DE", "AT", "de-AT", "user-1", "user-6"].randomElement(using: &random) ?? "DE"
        let name = ["country", "language", "targetingKey"].randomElement(using: &random) ?? "country"
        switch Int.random(in: 0...8, using: &random) {
        case 0: return Oracle(text: "@\(name) == \"\(string)\"") { attribute(name, $1) == .string(string) }
        case 1: return Oracle(text: "@\(name) != \"\(string)\"") { attribute(name, $1) != .string(string) }
        case 2: return Oracle(text: "exists(@\(name))") { attribute(name, $1) != nil }
        case 3:
            return Oracle(text: "@\(name) in [\"DE\", \"\(string)\", true]") { _, context in
                [.string("DE"), .string(string), .boolean(true)].contains(attribute(name, context))
            }
        case 4:
            return Oracle(text: "@launches >= 4.999") { _, context in
                guard case .number(let number)? = context["launches"], let bound = AttributeNumber(4.999) else {
                    return false
                }
                return number >= bound
            }
        case 5:
            return Oracle(text: "@osVersion in version(\">=17\")") { _, context in
                guard case .string(let text)? = context["osVersion"] else { return false }
                return AppVersion(text).map { $0 >= "17" } ?? false
            }
        default:
            let setting = "s\(Int.random(in: 0...3, using: &random))"
            return Oracle(text: "\(setting) == true") { values, _ in values[setting] == "true" }
        }
    }

    @Test func `expressions are true for exactly the contexts for which their operands say so`() throws {
        var sample = TargetingSample(seed: 8_000, mixesTypes: false)
        var random = SeededRandom(seed: 9)
        for _ in 0..<TestScale.rounds(100) {
            let json = sample.document()
            let document = try SettingsDocument(parsing: Array(json.utf8))
            let oracle = Self.random(2, using: &random)
            let expression = try Expression(parsing: oracle.text)
            var evaluator = ExpressionEvaluator(document, for: [expression])
            let satisfied = evaluator.cases(satisfying: expression)
            guard !evaluator.problems.contains(where: \.isError) else { continue }
            for _ in 0..<20 {
                let context = try EvaluationContext(json: sample.context())
                guard let version = context.appVersion else { continue }
                var values: [String: String] = [:]
                for setting in document.indices {
                    let node = document.resolve(setting, for: context)
                    values[document.name(of: setting)] = node.value.map {
                        String(decoding: document.tree.text(of: $0), as: UTF8.self)
                    }
                }
                let isTrue = evaluator.space.leaf(of: satisfied, for: version, context) == 1
                expectEqual(isTrue, oracle.isTrue(values, context), "\(oracle.text)\n\(json)\n\(context)")
            }
        }
    }

    private static let app = #"""
        {
          "checkout": { "defaultValue": "legacy", "valuesByVersion": [
            { "appVersion": ">=2.0.0", "when": { "country": ["DE", "AT"] }, "value": "modern" },
            { "appVersion": ">=3.0.0", "rollout": { "percent": 25, "salt": "c" }, "value": "modern" } ] },
          "wallet": { "defaultValue": false, "valuesByVersion": [ { "when": { "osVersion": { "version": ">=17" } }, "value": true } ] }
        }
        """#

    @Test(
        arguments: [
            ("for <2.0.0: checkout == \"legacy\"", "proved <2.0.0"),
            ("for >=2.0.0 where @country == \"DE\": checkout == \"modern\"", "proved >=2.0.0"),
            ("for >=2.0.0 where @country in [\"DE\", \"FR\"]: checkout == \"modern\"", "violated >=2.0.0"),
            ("for * where not exists(@osVersion): wallet == false", "proved *"),
            ("for * where @osVersion in version(\">=17.2\"): wallet == true", "proved *"),
            ("for * where @country == \"a:b\" and (@launches > 5): wallet == false", "violated *"),
            ("for * where @country == \"DE\" and @country == \"AT\": wallet == true", "vacuous"),
            ("monotone checkout: \"legacy\" -> \"modern\"", "proved *"),
            ("monotone checkout: \"modern\" -> \"legacy\"", "violated >=2.0.0"),
            ("changes checkout only at 2.0.0", "violated >=3.0.0"),
            ("changes checkout only at 2.0.0, 3.0.0", "proved *"),
            ("constant for <2.0.0: checkout", "proved <2.0.0"),
            ("constant for *: wallet", "violated *"),
            ("constant for * where @osVersion in version(\"18\"): wallet", "proved *"),
        ])
    func `policies hold for the users that they are about`(policy: String, expected: String) throws {
        let document = try SettingsDocument(parsing: Array(Self.app.utf8))
        let (policies, errors) = Policy.parse(Array(policy.utf8))
        expect(errors.isEmpty)
        var prover = PolicyProver(document, for: policies)
        let verdict = try prover.verdict(on: #require(policies.first))
        let text =
            switch verdict {
            case .proved(let versions): "proved \(versions)"
            case .violated(let versions, _, _): "violated \(versions)"
            case .vacuous: "vacuous"
            case nil: "none: \(prover.problems)"
            }
        expectEqual(text, expected)
    }

    @Test(
        arguments: [
            // At 3.0.0 only others get another value.
            ("changes s only at 1.0.0, 3.0.0, 4.0.0", ["3 → 1 for >=2.0.0"]),
            ("changes s only at 1.0.0, 2.0.0, 4.0.0", ["3 → 2 for >=3.0.0 <4.0.0"]),
            ("changes s only at 2.0.0, 3.0.0, 4.0.0", ["0 → 3 for >=1.0.0 <2.0.0"]),
            (
                "changes s only at 9.0.0",
                ["0 → 3 for >=1.0.0 <2.0.0", "3 → 1 for >=2.0.0", "3 → 2 for >=3.0.0 <4.0.0", "2 → 3 for >=4.0.0"]
            ),
            ("changes s only at 1.0.0, 2.0.0, 3.0.0, 4.0.0", []),
        ] as [(String, [String])])
    func `a change that is not listed is violated up to the next change of its users`(
        policy: String, expected: [String]
    ) throws {
        let text = #"""
            {"s": {"defaultValue": 0, "valuesByVersion": [
              {"appVersion": ">=2.0.0", "when": {"country": "DE"}, "value": 1},
              {"appVersion": ">=3.0.0 <4.0.0", "when": {"country": "AT"}, "value": 2},
              {"appVersion": ">=1.0.0", "value": 3}]}}
            """#
        let document = try SettingsDocument(parsing: Array(text.utf8))
        let (policies, _) = Policy.parse(Array(policy.utf8))
        var prover = PolicyProver(document, for: policies)
        var violations: [PolicyVerdict.Violation] = []
        if case .violated(_, let found, _) = try prover.verdict(on: #require(policies.first)) { violations = found }
        let written = violations.map { violation in
            var before = "?"
            if case .changes(let value) = violation.kind {
                before = String(decoding: value.text, as: UTF8.self)
            }
            let after = String(decoding: violation.found.value.text, as: UTF8.self)
            return "\(before) → \(after) for \(violation.versions)"
        }
        expectEqual(written, expected)
    }

    @Test(
        arguments: [
            ("@ == 1", "expected the name of an attribute after @, found =="),
            ("@appVersion == \"1\"", "@appVersion is not an attribute"),
            ("@date == \"2026\"", "@date is not an attribute"),
            ("@country == \"\"", "no attribute is \"\": null and the empty string count as absent"),
            ("@country in [null]", "no attribute is null: null and the empty string count as absent"),
            ("@country < \"DE\"", "< compares numbers, but \"DE\" is not a number"),
            ("@osVersion in version(17)", "expected a requirement in quotation marks, found 17"),
            ("exists(@)", "expected the name of an attribute after @, found )"),
        ])
    func `a wrong test of an attribute is a syntax error`(text: String, message: String) {
        let error = #expect(throws: PolicySyntaxError.self) { try Expression(parsing: text) }
        expectEqual(error?.message, message)
    }

    @Test func `where tests attributes only`() {
        let (_, errors) = Policy.parse(Array("for * where wallet == true: checkout == \"legacy\"".utf8))
        expectEqual(errors.map(\.message), ["where tests attributes, and wallet is a setting"])
    }

    @Test func `more tests of attributes than a document has settings are evaluated`() throws {
        let tests = Array(repeating: "@a == 1", count: DocumentLimits.standard.settingCount) + ["@a == 2"]
        let expression = try Expression(parsing: tests.joined(separator: " or "))
        let document = try SettingsDocument(parsing: Array("{}".utf8))
        var evaluator = ExpressionEvaluator(document, for: [expression])
        let satisfied = evaluator.cases(satisfying: expression)
        expect(evaluator.problems.isEmpty)
        for (json, leaf) in [(#"{"a": 1}"#, 1), (#"{"a": 2}"#, 1), (#"{"a": 3}"#, 0), ("{}", 0)] {
            try expectEqual(
                evaluator.space.leaf(of: satisfied, for: "1.0.0", EvaluationContext(json: json)), leaf, "\(json)")
        }
    }

    @Test func `a test of an attribute that was not announced is a problem, and not false`() throws {
        let expression = try Expression(parsing: "@a == 1")
        var evaluator = ExpressionEvaluator(try SettingsDocument(parsing: Array("{}".utf8)))
        _ = evaluator.cases(satisfying: expression)
        expect(evaluator.problems.contains { $0.isError })
    }
}
