import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct PolicyTests {
    private static let app = #"""
        { "payments": { "defaultValue": false, "valuesByVersion": [
            { "appVersion": ">=1.4.1 <1.4.3", "value": false }, { "appVersion": ">=1.4.0", "value": true } ] },
          "stage": { "defaultValue": "a", "valuesByVersion": [
            { "appVersion": ">=4", "value": "x" }, { "appVersion": ">=3 <3.5", "value": "b" },
            { "appVersion": ">=2", "value": "c" }, { "appVersion": ">1", "value": "b" } ] } }
        """#

    /// The verdict on one policy: the word, the versions, and each violation with its versions.
    private func verdict(_ text: String, relevant: String? = nil) throws -> String {
        let (policies, errors) = Policy.parse(Array(text.utf8))
        expect(errors.isEmpty, "\(errors)")
        let document = try SettingsDocument(parsing: Array(Self.app.utf8))
        var prover = PolicyProver(document, relevant: try relevant.map { try VersionSet(parsing: $0) })
        let policy = try #require(policies.first)
        switch prover.verdict(on: policy) {
        case .proved(let versions): return "proved \(versions)"
        case .vacuous: return "vacuous"
        case nil: return "meaningless"
        case .violated(let versions, let violations, _):
            let parts = violations.map { violation in
                let value = String(decoding: violation.found.value.text, as: UTF8.self)
                return "\(violation.setting.text)=\(value) \(violation.versions)"
            }
            return "violated \(versions): \(parts.joined(separator: "; "))"
        }
    }

    @Test(
        arguments: [
            ("for >=2.0.0: payments == true", "proved >=2.0.0"),
            ("p: for >=1.4.0: payments == true", "violated >=1.4.1 <1.4.3: payments=false >=1.4.1 <1.4.3"),
            (
                "for *: payments == true",
                "violated <1.4.0 || >=1.4.1 <1.4.3: payments=false <1.4.0; "
                    + "payments=false >=1.4.1 <1.4.3"
            ),
            ("for >=2 <1: payments == true", "vacuous"),
            ("for 1.4.2: exists(nothing)", "violated 1.4.2: "),
            ("for *: nothing == 1", "meaningless"),
            (
                "monotone payments over versions: false -> true",
                "violated >=1.4.1 <1.4.3: payments=false >=1.4.1 <1.4.3"
            ),
            ("monotone payments over time: false -> true", "proved *"),
            ("monotone payments over percentage: true -> false", "proved *"),
            ("monotone payments: false -> true", "violated >=1.4.1 <1.4.3: payments=false >=1.4.1 <1.4.3"),
            ("monotone stage: \"a\" -> \"b\" -> \"c\" -> \"x\"", "violated >=3.0.0 <3.5.0: stage=\"b\" >=3.0.0 <3.5.0"),
            (
                "monotone stage: \"a\" -> \"b\" -> \"c\"",
                "violated >=3.0.0 <3.5.0 || >=4.0.0: stage=\"b\" >=3.0.0 <3.5.0; stage=\"x\" >=4.0.0"
            ),
            (
                "changes payments only at 1.4.0, 2.0.0",
                "violated >=1.4.1: payments=false >=1.4.1 <1.4.3; payments=true >=1.4.3"
            ),
            ("changes payments only at 1.4, v1.4.1,1.4.3", "proved *"),
            (
                "changes stage only at 1.0.0, 2.0.0, 3.0.0, 3.5.0, 4.0.0",
                "violated >1.0.0 <2.0.0: stage=\"b\" >1.0.0 <2.0.0"
            ),
            ("constant for <1.0.0: payments", "proved <1.0.0"),
            ("constant for >=1.4.0: payments", "violated >=1.4.1 <1.4.3: payments=false >=1.4.1 <1.4.3"),
            ("constant for 1.4.0 || 1.5.0: payments", "proved 1.4.0 || 1.5.0"),
            ("constant for <0.0.0-0: payments", "vacuous"),
        ])
    func `a policy is proved, or violated for exactly these versions`(_ policy: String, _ expected: String) throws {
        try expectEqual(verdict(policy), expected)
    }

    @Test func `a policy about no version that has shipped is vacuous`() throws {
        try expectEqual(verdict("for >=9: payments == false", relevant: "1.4.0 || 2.0.0"), "vacuous")
        try expectEqual(verdict("for >=2: payments == true", relevant: "1.4.0 || 2.0.0"), "proved >=2.0.0")
        try expectEqual(verdict("constant for >=9: payments", relevant: "1.4.0"), "vacuous")
    }

    @Test func `labels, comments and line ends`() {
        let text = "# all\r\n\r\na-1:  for *: s == \"#:\" # why\r\nmonotone s: 1 -> 2\r\n"
        let (policies, errors) = Policy.parse(Array(text.utf8))
        expect(errors.isEmpty)
        expectEqual(policies.map(\.label), ["a-1", nil])
        expectEqual(policies.map(\.text), ["for *: s == \"#:\"", "monotone s: 1 -> 2"])
        expectEqual(policies.map(\.line), [3, 4])
        expectEqual(policies.map { String(decoding: Array(text.utf8)[$0.span], as: UTF8.self) }, policies.map(\.text))
    }

    @Test(
        arguments: [
            ("", 0, "no policy found"), ("# nothing\n\n", 0, "no policy found"),
            ("on: four *: s == 1", 4, "expected for, monotone"), ("for: for *: s == 1", 0, "for cannot be a label"),
            ("for >=2: s == 1\nfor >=2 s == 1", 30, "expected \":\" after the requirement"),
            ("for >=2..0: s == 1", 8, "expected a number"), ("for : s == 1", 0, "for cannot be a label"),
            ("monotone s 1 -> 2", 11, "expected \":\""),
            ("monotone s over dates: 1 -> 2", 16, "expected versions, time or percentage"),
            ("monotone s: 1", 13, "expected at least two values"),
            ("monotone s: 1 -> 1", 17, "the value is in the chain twice"),
            ("changes s at 1", 10, "expected only at"), ("changes s only at 1.0.0,", 24, "the version is empty"),
            ("changes s only at 1.x", 20, "expected a number"), ("constant >=2: s", 9, "expected for"),
            ("constant for >=2: s t", 20, "expected the end"),
            ("a: for *: s == 1\na: for *: s == 2", 17, "the label a is used twice"),
        ])
    func `a syntax error in a policy has a location and a message`(_ text: String, _ offset: Int, _ message: String)
        throws
    {
        let (_, errors) = Policy.parse(Array(text.utf8))
        let error = try #require(errors.first)
        expectEqual(errors.count, 1)
        expectEqual(error.span.lowerBound, offset, "\(error)")
        expect(error.message.hasPrefix(message), "\(error.message)")
    }

    @Test func `one statement is one statement`() {
        let (_, errors) = Policy.parse(Array("for *: s == 1\nfor *: s == 2".utf8), onlyOne: true)
        expectEqual(errors.map(\.kind), [.severalStatements])
    }

    @Test func `verdicts agree with looking at one version after the other, on random settings`() throws {
        for seed in 1...UInt64(TestScale.rounds(400)) {
            var random = SeededRandom(seed: seed)
            let document = try SettingsDocument(parsing: Array("{\"s\": \(RandomSetting.json(using: &random))}".utf8))
            guard document.resolve(0, for: "1.0.0").value != nil else { continue }
            var prover = PolicyProver(document)
            let probes = RandomSetting.probes.sorted()
            func value(_ version: AppVersion) throws -> JSONValue {
                document.tree[try #require(document.resolve(0, for: version).value)]
            }
            func distinctValues(for versions: [AppVersion]) throws -> [JSONValue] {
                try versions.map(value).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            }
            let requirement = RandomSetting.requirement(using: &random)
            let range = try VersionSet(parsing: requirement)

            let (constant, _) = Policy.parse(Array("constant for \(requirement): s".utf8))
            let constantVerdict = try prover.verdict(on: #require(constant.first))
            let values = try distinctValues(for: probes.filter { range.contains($0) })
            switch constantVerdict {
            case .proved: expect(values.count <= 1, "seed \(seed), \(requirement)")
            case .vacuous: expect(range.isEmpty, "seed \(seed), \(requirement)")
            case .violated(let versions, let violations, _):
                expect(versions.isSubset(of: range), "seed \(seed)")
                let kept = try distinctValues(for: probes.filter { range.subtracting(versions).contains($0) })
                expect(kept.count <= 1, "seed \(seed), \(requirement)")
                expectEqual(VersionSet(violations.flatMap(\.versions.intervals)), versions, "seed \(seed)")
            case nil: Issue.record("seed \(seed)")
            }

            let chain = ["false", "1", "\"a\"", "true"]
            let (monotone, _) = Policy.parse(Array("monotone s: \(chain.joined(separator: " -> "))".utf8))
            let places = try chain.map { try JSONTree(parsing: Array($0.utf8)).root }
            let verdict = try prover.verdict(on: #require(monotone.first))
            var reached = -1
            for version in probes {
                let place = places.firstIndex(of: try value(version))
                let isBroken = place.map { $0 < reached } ?? true
                if let place { reached = max(reached, place) }
                switch verdict {
                case .proved: expect(!isBroken, "seed \(seed), \(version)")
                // A value may have come further between two probes, so only what the probes show is compared.
                case .violated(let versions, _, _):
                    expect(versions.contains(version) || !isBroken, "seed \(seed), \(version)")
                default: Issue.record("seed \(seed)")
                }
            }
        }
    }
}
