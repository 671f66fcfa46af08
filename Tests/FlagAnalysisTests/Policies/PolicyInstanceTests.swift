import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct PolicyInstanceTests {
    private static let text = #"""
        {"chat": {"enabled": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=2.0.0", "value": true}]},
                  "bar": {"enabled": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=2.1.0", "value": true}]}},
                  "box": {"enabled": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=1.0.0", "value": true}]}},
                  "a b": {"enabled": false}},
         "pay": {"x": 1, "y": 2}, "a*": 1}
        """#

    /// The settings and texts of the instances, and whether each is proved; the kinds of problems.
    private func verdicts(on text: String) throws -> [String] {
        let document = try SettingsDocument(parsing: Array(Self.text.utf8))
        let (policies, errors) = Policy.parse(Array(text.utf8))
        expect(errors.isEmpty)
        var prover = PolicyProver(document, for: policies)
        let results = try prover.verdicts(on: #require(policies.first)).map { instance, verdict in
            let word =
                switch verdict {
                case .proved: "proved"
                case .vacuous: "vacuous"
                case .violated(let versions, _, _): "violated \(versions)"
                }
            return "\(instance.setting ?? "-"): \(word): \(instance.policy.text)"
        }
        let problems = prover.problems.map { problem in
            switch problem {
            case .unknownSetting(let name): "unknown \(name.text)"
            case .severalPatterns(let name, let first): "\(name.text) after \(first.text)"
            default: "other"
            }
        }
        return results + problems
    }

    @Test func `policies that stand for too many settings are not proved, and those for one setting are`() throws {
        let document = try SettingsDocument(parsing: Array(#"{"a": 1, "b": 2, "c": 3}"#.utf8))
        let text = "constant for *: *\nconstant for *: *\nconstant for *: a\n"
        let policies = Policy.parse(Array(text.utf8)).0
        var prover = PolicyProver(document, for: policies, instanceCount: 5)
        expectEqual(policies.map { prover.verdicts(on: $0).count }, [3, 0, 1])
        guard case .tooManyInstances(let name)? = prover.problems.first else { return expect(false) }
        expect(name.text == "*" && prover.problems.count == 1 && prover.problems.allSatisfy(\.isError))
    }

    @Test func `a pattern stands for the same setting everywhere in a policy`() throws {
        try expectEqual(
            verdicts(on: "for *: chat.*.enabled == true => chat.enabled == true"),
            [
                #"chat.a b.enabled: proved: for *: "chat.a b.enabled" == true => chat.enabled == true"#,
                "chat.bar.enabled: proved: for *: chat.bar.enabled == true => chat.enabled == true",
                "chat.box.enabled: violated >=1.0.0 <2.0.0: for *: chat.box.enabled == true => chat.enabled == true",
            ])
    }

    @Test func `a group stands for its settings in every kind of policy`() throws {
        try expectEqual(
            verdicts(on: "x: constant for *: pay"),
            [
                "pay.x: proved: constant for *: pay.x", "pay.y: proved: constant for *: pay.y",
            ])
        try expectEqual(verdicts(on: "monotone chat.bar: false -> true").count, 1)
        try expectEqual(
            verdicts(on: "changes chat.b* only at 1.0.0"),
            [
                "chat.bar.enabled: violated >=2.1.0: changes chat.bar.enabled only at 1.0.0",
                "chat.box.enabled: proved: changes chat.box.enabled only at 1.0.0",
            ])
        try expectEqual(verdicts(on: "for *: pay.* >= 1 and pay.* <= 2").count, 2)
        try expectEqual(verdicts(on: "for *: exists(pay.*)").count, 2)
    }

    @Test func `names come before patterns, and strings are names`() throws {
        try expectEqual(verdicts(on: "for *: a* == 1"), ["-: proved: for *: a* == 1"])
        try expectEqual(verdicts(on: #"for *: "pay.*" == 1"#), ["unknown pay.*"])
        try expectEqual(verdicts(on: #"for *: "pay" == 1"#), ["unknown pay"])
        try expectEqual(verdicts(on: "for *: x.* == 1"), ["unknown x.*"])
        try expectEqual(verdicts(on: "for *: exists(pay)"), ["-: violated *: for *: exists(pay)"])
    }

    @Test func `a second pattern is an error`() throws {
        try expectEqual(verdicts(on: "for *: pay.* == 1 => chat.* == true"), ["chat.* after pay.*"])
        try expectEqual(verdicts(on: "for *: pay == 1 or pay.* == 2"), ["pay.* after pay"])
    }
}
