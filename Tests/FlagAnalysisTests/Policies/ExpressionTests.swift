import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct ExpressionTests {
    private static let app = #"""
        { "checkout": { "defaultValue": "legacy", "valuesByVersion": [
            { "appVersion": ">=2.0.0", "value": "modern" }, { "appVersion": ">=1.2.0", "value": "compact" } ] },
          "payments": { "defaultValue": false, "valuesByVersion": [
            { "appVersion": ">=1.4.1 <1.4.3", "value": false }, { "appVersion": ">=1.4.0", "value": true } ] },
          "interval": { "defaultValue": 9e2, "valuesByVersion": [ { "appVersion": ">=1.6.0", "value": 120 } ] },
          "and": 1, "a name": "\u00e9", "mixed": { "defaultValue": 1, "valuesByVersion": [
            { "appVersion": ">=3", "value": "three" } ] } }
        """#

    private func versions(_ expression: String) throws -> (VersionSet, [ExpressionEvaluator.Problem]) {
        var evaluator = ExpressionEvaluator(try SettingsDocument(parsing: Array(Self.app.utf8)))
        let versions = evaluator.cases(satisfying: try Expression(parsing: expression)).onlyVersions ?? .none
        return (versions, evaluator.problems)
    }

    @Test(
        arguments: [
            ("payments == true", ">=1.4.0 <1.4.1 || >=1.4.3"), ("payments != true", "<1.4.0 || >=1.4.1 <1.4.3"),
            ("payments == true and checkout == \"compact\"", ">=1.4.0 <1.4.1 || >=1.4.3 <2.0.0"),
            ("payments==true or checkout==\"legacy\"", "<1.2.0 || >=1.4.0 <1.4.1 || >=1.4.3"),
            ("not payments == true", "<1.4.0 || >=1.4.1 <1.4.3"),
            ("not (payments == true and checkout == \"modern\")", "<2.0.0"),
            ("checkout == \"modern\" => payments == true", "*"),
            ("payments == true => checkout == \"modern\"", "<1.4.0 || >=1.4.1 <1.4.3 || >=2.0.0"),
            ("checkout in [\"modern\", \"compact\"]", ">=1.2.0"), ("checkout in []", "<0.0.0-0"),
            ("interval < 900", ">=1.6.0"), ("interval <= 900", "*"), ("interval > 119.99e0", "*"),
            ("interval >= 900.0", "<1.6.0"), ("interval > 1e2 and interval < 1.2e2", "<0.0.0-0"),
            ("interval == 120", ">=1.6.0"), ("interval == 120.0", "<0.0.0-0"), ("interval == 900.0", "<1.6.0"),
            ("payments == \"true\"", "<0.0.0-0"), ("payments != 1", "*"), ("payments != null", "*"),
            ("\"payments\" == true", ">=1.4.0 <1.4.1 || >=1.4.3"), ("\"and\" == 1", "*"),
            ("\"a name\" == \"\\u00e9\"", "*"), ("exists(payments)", "*"), ("exists(nothing)", "<0.0.0-0"),
            ("not exists(\"a name\") or interval < 1000", "*"),
            // Bound by strength: => weakest and to the right, then or, and, not.
            ("payments == true or checkout == \"legacy\" and interval < 0", ">=1.4.0 <1.4.1 || >=1.4.3"),
            ("payments == true => checkout == \"legacy\" => interval < 0", "*"),
            ("(payments == true => checkout == \"legacy\") => interval < 0", ">=1.4.0 <1.4.1 || >=1.4.3"),
            ("not payments == true and checkout == \"modern\"", "<0.0.0-0"),
        ])
    func `an expression is true for exactly these versions`(_ expression: String, _ expected: String) throws {
        let (versions, problems) = try versions(expression)
        expectEqual(versions.description, expected)
        expect(problems.filter { $0.isError }.isEmpty)
    }

    @Test(
        arguments: [
            ("", 0, "expected the name"), ("payments", 8, "expected an operator"),
            ("payments = true", 9, "\"=\" is not"),
            ("payments == ", 12, "expected a JSON value"),
            ("payments == tru", 12, "expected a JSON value, found the word tru"),
            ("checkout == modern", 12, "expected a JSON value, found the word modern"),
            ("checkout == 1.2.3", 12, "expected a JSON value, found the word 1.2.3"),
            ("payments == true && x == 1", 17, "\"&&\" is not"), ("payments == true || x == 1", 17, "\"||\" is not"),
            ("!payments == true", 0, "\"!\" is not"), ("(payments == true", 17, "expected and, or"),
            ("payments == true)", 16, "expected the end"), ("payments == true false", 17, "expected the end"),
            ("checkout < \"a\"", 11, "< compares numbers"), ("payments >= true", 12, ">= compares numbers"),
            ("checkout in \"a\"", 12, "expected \"[\""), ("checkout in [\"a\" \"b\"]", 17, "expected a comma"),
            ("checkout == [1]", 12, "expected a string"), ("checkout == \"a", 12, "not a JSON value"),
            ("checkout == \"\\q\"", 13, "not a JSON value"),
            ("and == 1", 0, "expected the name of a setting, found the keyword and"),
            ("exists payments", 7, "expected \"(\""), ("x == 1 and", 10, "expected the name"),
            ("x == 01", 5, "not a JSON value"), ("x == 1e999", 5, "not a JSON value"),
        ])
    func `a syntax error has a location and a message`(_ text: String, _ offset: Int, _ message: String) {
        do throws(PolicySyntaxError) {
            _ = try Expression(parsing: text)
            Issue.record("\(text) was accepted")
        } catch {
            expectEqual(error.span.lowerBound, offset, "\(error)")
            expect(error.message.hasPrefix(message), "\(error.message)")
            expect(error.span.upperBound <= text.utf8.count)
        }
    }

    @Test func `unknown settings, orders of texts and values that never come are problems`() throws {
        func kinds(_ expression: String) throws -> [String] {
            try versions(expression).1.map { problem in
                switch problem {
                case .unknownSetting(let name): "unknown \(name.text)"
                case .severalPatterns(let name, _): "several \(name.text)"
                case .tooManyInstances(let name): "too many \(name.text)"
                case .noValue(let name): "no value \(name.text)"
                case .notANumber(let name, let versions, _): "\(name.text) not a number \(versions)"
                case .valueNeverOccurs(let name, let literal): "\(name.text) never \(literal.span)"
                case .similarName(let name, let suggestion): "\(name.text) nearly \(suggestion)"
                case .notAnalysed, .mixedTypes, .tooComplex, .noReaders, .unknownForReleases: "not analysed"
                }
            }
        }
        try expectEqual(kinds("paymets == true"), ["unknown paymets"])
        try expectEqual(kinds("mixed < 3"), ["mixed not a number >=3.0.0"])
        try expectEqual(kinds("checkout in [\"modern\", \"modren\"]"), ["checkout never 23..<31"])
        try expectEqual(kinds("exists(nothing) or exists(\"a name\")"), [])
        try expectEqual(kinds("exists(paymets)"), ["paymets nearly payments"])
    }

    @Test func `endless nesting is rejected, and long chains are not nesting`() throws {
        let deep = String(repeating: "(", count: 100_000) + "x == 1"
        #expect(throws: PolicySyntaxError.self) { try Expression(parsing: deep) }
        let nots = String(repeating: "not ", count: 100_000) + "x == 1"
        #expect(throws: PolicySyntaxError.self) { try Expression(parsing: nots) }
        let long = Array(repeating: "payments == true", count: 20_000).joined(separator: " and ")
        try expectEqual(versions(long).0.description, ">=1.4.0 <1.4.1 || >=1.4.3")
    }

    @Test func `no text makes the parser trap`() {
        let pieces = [
            "(", ")", "a", " ", "==", "=>", "\"", "\\", "1", "-", "not", " and ", " or ", "in", "[", "]", ",", "é", "#",
            "exists", "<", "!", "{", "e", ".", "true", "\u{0}",
        ]
        for seed in 1...UInt64(TestScale.rounds(3000)) {
            var random = SeededRandom(seed: seed)
            let text = (0..<Int.random(in: 0...12, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            do throws(PolicySyntaxError) {
                _ = try Expression(parsing: text)
            } catch {
                let isInside = error.span.lowerBound >= 0 && error.span.upperBound <= text.utf8.count
                expect(isInside && !error.message.isEmpty, "seed \(seed)")
            }
            _ = Policy.parse(Array(text.utf8))
        }
    }

    @Test func `numbers are ordered by their exact values`() throws {
        let ordered = [
            "-1e300", "-10", "-9.5", "-1", "-1e-300", "0", "1e-999999999999999999999", "1e-400", "0.1",
            "0.10000000000000000000000000000001", "1", "9007199254740992", "9007199254740993", "1e16", "1e300",
        ]
        let trees = try ordered.map { try JSONTree(parsing: Array($0.utf8)) }
        for (left, leftTree) in trees.enumerated() {
            for (right, rightTree) in trees.enumerated() {
                expectEqual(
                    leftTree.isLess(0, than: 0, of: rightTree), (left < right), "\(ordered[left]) \(ordered[right])")
            }
        }
        let same = try ["1.0", "1", "10e-1", "0.1e1"].map { try JSONTree(parsing: Array($0.utf8)) }
        for left in same { for right in same { expect(left.isLess(0, than: 0, of: right) == false) } }
        try expectNil(JSONTree(parsing: Array("true".utf8)).isLess(0, than: 0, of: trees[0]))
    }

    @Test func `expressions agree with evaluating them for one version at a time`() throws {
        for seed in 1...UInt64(TestScale.rounds(500)) {
            var random = SeededRandom(seed: seed)
            let members = ["a", "b", "c"].map { "\"\($0)\": \(RandomSetting.json(using: &random))" }
            let document = try SettingsDocument(parsing: Array("{\(members.joined(separator: ","))}".utf8))
            let oracle = RandomExpression(depth: 3, using: &random)
            var evaluator = ExpressionEvaluator(document)
            let versions = evaluator.cases(satisfying: try Expression(parsing: oracle.text)).onlyVersions ?? .none
            let isTyped = !evaluator.problems.contains(where: \.isError)
            for version in RandomSetting.probes {
                let expected = oracle.isTrue(in: document, for: version)
                expect(expected != nil || !isTyped, "seed \(seed): \(oracle.text)")
                guard isTyped else { continue }
                expectEqual(versions.contains(version), expected, "seed \(seed), \(version): \(oracle.text)")
            }
        }
    }
}
