import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// The analysis of all cases is compared with the resolution of single contexts.
struct CaseSpaceTests {
    private static let documentCount = TestScale.rounds(200)
    private static let contextCount = 30

    /// Contexts with an app version.
    private func contexts(_ sample: inout TargetingSample) throws -> [EvaluationContext] {
        var result: [EvaluationContext] = []
        while result.count < Self.contextCount {
            let context = try EvaluationContext(json: sample.context())
            if context.appVersion != nil { result.append(context) }
        }
        return result
    }

    /// The index of the winner plus 1; 0 for the default.
    private func winner(
        of setting: SettingIndex, in document: SettingsDocument, _ context: EvaluationContext
    ) -> Int {
        let resolution = document.resolve(setting, for: context)
        return resolution.entry.map { $0.position - document.loaded[setting].firstEntry.position + 1 } ?? 0
    }

    @Test(arguments: 0..<4)
    func `for every context, the winner is that of its resolution`(part: Int) throws {
        var sample = TargetingSample(seed: UInt64(4_000 + part), mixesTypes: false)
        for _ in 0..<Self.documentCount / 4 {
            let json = sample.document()
            let document = try SettingsDocument(parsing: Array(json.utf8))
            let space = CaseSpace(document)
            let contexts = try contexts(&sample)
            for setting in document.indices where !document.loaded[setting].isUnresolvable {
                let winners = try space.winners(of: setting)
                let cases = try space.cases(of: winners)
                for context in contexts {
                    let version = try #require(context.appVersion)
                    let expected = winner(of: setting, in: document, context)
                    let comment: Comment = "\(json)\n\(document.name(of: setting)) \(context)"
                    expectEqual(space.leaf(of: winners, for: version, context), expected, comment)
                    let containing = cases.filter { space.contains($0, version, context) }
                    expectEqual(containing.map { $0.decision.leaf }, [expected], comment)
                }
            }
        }
    }

    @Test(arguments: 0..<2)
    func `the conditions of a case, as an entry, hold for its contexts and for no other`(part: Int) throws {
        var sample = TargetingSample(seed: UInt64(5_000 + part), mixesTypes: false)
        for _ in 0..<Self.documentCount / 4 {
            let json = sample.document()
            let document = try SettingsDocument(parsing: Array(json.utf8))
            let space = CaseSpace(document)
            let contexts = try contexts(&sample)
            for setting in document.indices where !document.loaded[setting].isUnresolvable {
                let cases = try space.cases(of: space.winners(of: setting))
                let pasted = try SettingsDocument(parsing: Array(Self.document(of: cases, in: space).utf8))
                expect(pasted.issues.isEmpty, "\(json) \(pasted.issues)")
                for context in contexts {
                    let version = try #require(context.appVersion)
                    for (index, item) in cases.enumerated() {
                        let name = pasted.index(named: "case\(index)")
                        let holds = pasted.resolve(try #require(name), for: context).kind == .true
                        let comment: Comment = "\(json)\n\(pasted) \(context)"
                        expectEqual(holds, space.contains(item, version, context), comment)
                    }
                }
            }
        }
    }

    /// A document with a setting for each case, which is `true` for its contexts.
    private static func document(of cases: [Case], in space: CaseSpace) -> String {
        let settings = cases.enumerated().map { index, item in
            "\"case\(index)\": {\"defaultValue\": false, \"valuesByVersion\": [\(entries(of: item, "true", in: space))]}"
        }
        return "{\(settings.joined(separator: ", "))}"
    }

    private static func entries(of item: Case, _ value: String, in space: CaseSpace) -> String {
        space.conditions(of: item)
            .map { conditions in
                let members = conditions.json
                // A case of everybody has no condition.
                return members == "{}"
                    ? "{\"appVersion\": \"*\", \"value\": \(value)}" : "\(members.dropLast()), \"value\": \(value)}"
            }
            .joined(separator: ", ")
    }

    @Test(arguments: 0..<2)
    func `a document that is made of the cases of another has the same cases`(part: Int) throws {
        var sample = TargetingSample(seed: UInt64(6_000 + part), mixesTypes: false)
        var random = SeededRandom(seed: 7)
        for _ in 0..<Self.documentCount / 2 {
            let json = sample.document()
            let document = try SettingsDocument(parsing: Array(json.utf8))
            let space = CaseSpace(document)
            for setting in document.indices where !document.loaded[setting].isUnresolvable {
                let cases = try space.cases(of: space.winners(of: setting))
                // Cases are disjoint, so that their order does not matter.
                let entries = cases.filter { $0.decision.leaf != 0 }.shuffled(using: &random)
                    .map { Self.entries(of: $0, "\($0.decision.leaf ?? 0)", in: space) }
                let text = "{\"s\": {\"defaultValue\": 0, \"valuesByVersion\": [\(entries.joined(separator: ", "))]}}"
                let copy = try SettingsDocument(parsing: Array(text.utf8))
                let copySpace = CaseSpace(copy)
                let copied = try #require(copy.index(named: "s"))
                let values = try copySpace.mapped(copySpace.winners(of: copied)) { (winner: Winner) in
                    winner.entry.map { position in
                        let entry = copy.loaded[copied].entry(at: position)
                        return copy.tree.int(at: Int(copy.loaded[entry].value)) ?? -1
                    } ?? 0
                }
                expectEqual(
                    Self.listing(of: try copySpace.cases(of: values), in: copySpace),
                    Self.listing(of: cases, in: space),
                    "\(json)\n\(text)")
            }
        }
    }

    private static func listing(of cases: [Case], in space: CaseSpace) -> [String] {
        cases.map { "\(entries(of: $0, "\($0.decision.leaf ?? 0)", in: space))" }
    }

    @Test func `an entry matches exactly if it has no unmet condition`() throws {
        var sample = TargetingSample(seed: 15_000)
        for _ in 0..<TestScale.rounds(60) {
            let json = sample.document()
            let document = try SettingsDocument(parsing: Array(json.utf8))
            for _ in 0..<5 {
                let context = try EvaluationContext(json: sample.context())
                for setting in document.indices where !document.loaded[setting].isUnresolvable {
                    let record = document.loaded[setting]
                    let first = record.entries.first { entry in
                        record.isEligible(document.loaded[entry], in: document.tree)
                            && document.unmetConditions(of: entry, for: context).isEmpty
                    }
                    expectEqual(document.resolve(setting, for: context).entry, first, "\(json)\n\(context)")
                }
            }
        }
    }

    @Test func `a list of 10,000 values and 200 entries with their own salts are analysed`() throws {
        let values = (0..<10_000).map { "\"c\($0)\"" }.joined(separator: ",")
        let salts = (0..<200).map { #"{"rollout": {"percent": 1, "salt": "s\#($0)"}, "value": \#($0 + 1)}"# }
        let text = """
            {"list": {"defaultValue": 0, "valuesByVersion": [{"when": {"country": [\(values)]}, "value": 1}]},
             "salts": {"defaultValue": 0, "valuesByVersion": [\(salts.joined(separator: ","))]}}
            """
        let document = try SettingsDocument(parsing: Array(text.utf8))
        let space = CaseSpace(document)
        let list = try space.cases(of: space.winners(of: try #require(document.index(named: "list"))))
        expectEqual(list.count, 2)
        let winners = try space.winners(of: try #require(document.index(named: "salts")))
        try expectEqual(space.cases(of: winners).count, 202)
        for index in 0..<50 {
            let context = EvaluationContext(appVersion: "1.0.0", targetingKey: "user-\(index)")
            let expected = winner(of: try #require(document.index(named: "salts")), in: document, context)
            expectEqual(space.leaf(of: winners, for: "1.0.0", context), expected)
        }
    }

    @Test func `a key that conditions name has known buckets`() throws {
        // user-3 is in bucket 20,957 of the salt, and user-1 in 72,469.
        let rollout = #""rollout": {"percent": 25, "salt": "checkout-2026"}"#
        let text = #"""
            {"same": {"defaultValue": 0, "valuesByVersion": [
               {"when": {"targetingKey": "user-3"}, "value": 1}, {\#(rollout), "value": 1}]},
             "other": {"defaultValue": 0, "valuesByVersion": [
               {"when": {"targetingKey": "user-1"}, "value": 1}, {\#(rollout), "value": 1}]},
             "never": {"defaultValue": 0, "valuesByVersion": [
               {"when": {"targetingKey": "user-1"}, \#(rollout), "value": 1}]}}
            """#
        let document = try SettingsDocument(parsing: Array(text.utf8))
        let space = CaseSpace(document)
        func cases(_ name: String) throws -> [String] {
            let setting = try #require(document.index(named: name))
            let cases = try #require(try SettingFunction(of: setting, in: space))
            return try space.cases(of: cases.valueMap()).filter { $0.decision != .leaf(0) }.map {
                space.text(of: $0) ?? ""
            }
        }
        try expectEqual(cases("same"), ["25 % of \"checkout-2026\""])
        try expectEqual(
            cases("other"),
            [
                "targetingKey other than user-1, 25 % of \"checkout-2026\"", "targetingKey user-1",
            ])
        try expect(cases("never").isEmpty)
    }

    @Test(arguments: [
        (
            nil, #"[{"absent": true}, "GB"]"#,
            ["x false or true or a number or other than GB", "x absent or GB"]
        ),
        ("string", #"[{"absent": true}, "GB"]"#, ["x other than GB", "x absent or GB"]),
        ("string", #"{"absent": true}"#, ["x present", "x absent"]),
        ("string", #"{"not": "GB"}"#, ["x absent or GB", "x other than GB"]),
        (nil, #"{"not": "GB"}"#, ["x not a string other than GB", "x other than GB"]),
        ("string", #"{"not": ["FR", "GB"]}"#, ["x absent or FR or GB", "x other than FR or GB"]),
        ("string", #"{"startsWith": "de"}"#, [#"x not starting with "de""#, #"x starting with "de""#]),
        ("integer", #"{"not": 5}"#, ["x absent or 5", "x a number other than 5"]),
        (
            "version", #"[{"absent": true}, {"version": ">=2.0.0"}]"#,
            ["x a string other than version >=2.0.0", "x absent or >=2.0.0"]
        ),
        ("boolean", #"[{"absent": true}, true]"#, ["x false", "x absent or true"]),
        ("integer", #"[{"absent": true}, {"<": 5}]"#, ["x >=5", "x absent or <5"]),
        ("number", #"{"<": 5}"#, ["x not <5", "x <5"]),
        // Conditions on values of another type keep their words, and so do types that are none.
        (
            "string", #"[{"absent": true}, 5]"#,
            ["x false or true or a number other than 5 or a string", "x absent or 5"]
        ),
        ("boolean", #""yes""#, ["x not yes", "x yes"]),
        (
            "colour", #"[{"absent": true}, "GB"]"#,
            ["x false or true or a number or other than GB", "x absent or GB"]
        ),
    ])
    func `words are about values of the declared type`(_ type: String?, _ condition: String, _ expected: [String])
        throws
    {
        func document(_ type: String?) throws -> SettingsDocument {
            let declaration = type.map { #""$attributes": {"x": {"type": "\#($0)"}}, "# } ?? ""
            let entry = #"{"when": {"x": \#(condition)}, "value": 1}"#
            let text = #"{\#(declaration)"a": {"defaultValue": 0, "valuesByVersion": [\#(entry)]}}"#
            return try SettingsDocument(parsing: Array(text.utf8))
        }
        func words(_ first: SettingsDocument, _ second: SettingsDocument? = nil) throws -> [String] {
            let space = CaseSpace(first, second)
            let setting = try #require(first.index(named: "a"))
            return try space.cases(of: space.winners(of: setting)).map { space.text(of: $0) ?? "everybody" }
        }
        let declared = try document(type)
        try expectEqual(Set(words(declared)), Set(expected))
        try expectEqual(words(declared, declared), words(declared))
        // Documents that disagree declare no type together.
        try expectEqual(words(declared, document(type == nil ? "string" : nil)), words(document(nil)))
    }

    @Test(arguments: [
        ("2026-12-01T00:00:00.123456789Z", "2026-12-01T00:00:00Z is not before 2026-12-01T00:00:00Z"),
        ("2026-11-30T23:59:59.999999999Z", "2026-11-30T23:59:59Z is before 2026-12-01T00:00:00Z"),
        ("2026-12-02T00:00:00Z", "2026-12-02T00:00:00Z is not before 2026-12-01T00:00:00Z"),
    ])
    func `a date has a fraction of a second in words only if its bound has one`(
        _ date: String, _ expected: String
    ) throws {
        func unmet(_ bound: String) throws -> [String] {
            let text = #"""
                {"a": {"defaultValue": 0, "valuesByVersion": [{"from": "\#(bound)", "value": 1}, {"until": "\#(bound)", "value": 2}]}}
                """#
            let document = try SettingsDocument(parsing: Array(text.utf8))
            let context = try EvaluationContext(json: #"{"date": "\#(date)"}"#)
            let setting = try #require(document.index(named: "a"))
            return document.loaded[setting].entries.flatMap { document.unmetConditions(of: $0, for: context) }
        }
        try expectEqual(unmet("2026-12-01T00:00:00Z"), [expected])
        try expect(unmet("2026-12-01T00:00:00.5Z").first?.hasPrefix(date) == true)
    }

    @Test func `a setting without a value that others require is not true`() throws {
        let text = #"""
            {"a": {"defaultValue": 0, "valuesByVersion": [{"requires": "b", "value": 1}]},
             "b": {"defaultValue": false, "valuesByVersion": [{"requires": ["c", "d"], "value": true}]},
             "c": {"type": "boolean", "defaultValue": 0, "valuesByVersion": [{"requires": "d", "value": true}]},
             "d": {"defaultValue": true}}
            """#
        let document = try SettingsDocument(parsing: Array(text.utf8))
        let space = CaseSpace(document)
        for setting in document.indices where !document.loaded[setting].isUnresolvable {
            try expectEqual(space.cases(of: space.winners(of: setting)).map { $0.decision.leaf }, [0])
        }
    }

    @Test func `pairs of values are numbered, however great their leaves are`() throws {
        let space = CaseSpace(try SettingsDocument(parsing: [UInt8]("{}".utf8)))
        let versions = VersionSet(from: .before("2.0.0"), to: .highest)
        let (left, right) = (1_000_000, 2_000_000)
        let (map, pairs) = try space.pairs(
            CaseMap(versions, inside: .leaf(left), outside: .leaf(0)), CaseMap(.leaf(right))
        ) { (first: Int, _: Int) in first > 0 }
        expectEqual(pairs.map(\.left), [left])
        expectEqual(pairs.map(\.right), [right])
        expectEqual(map, CaseMap(versions, inside: .always(Optional(0)), outside: .no))
    }
}
