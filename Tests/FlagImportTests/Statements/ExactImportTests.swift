import FlagAnalysis
import FlagImport
import FlagResolver
import TestSupport
import Testing

/// What an import calls exact is exact, and a case lists what users of both systems get. `.ci/check-configcat.py` compares random
/// files with ConfigCat's own SDK, and `.ci/check-import.py` random templates with an evaluator of Firebase's conditions.
struct ExactImportTests {
    /// A Boolean setting `p`, which is `true` where a rule with some conditions holds.
    private static func configCat(_ conditions: String) throws -> ImportedFile {
        try ImportedFile(
            """
            {"p": {"u": "", "r": 0, "s": ""}, "s": [
               {"n": "versions", "r": [{"a": "V", "c": 9, "s": "01.2.3"}]}, {"n": "dates", "r": [{"a": "D", "c": 18, "d": 5}]},
               {"n": "texts", "r": [{"a": "E", "c": 2, "l": ["x"]}]}],
             "f": {"p": {"t": 2, "r": [\(conditions)], "v": {"i": 0}}}}
            """)
    }

    private static func rule(_ conditions: String, _ value: Int) -> String {
        #"{"c": [\#(conditions)], "s": {"v": {"i": \#(value)}}}"#
    }

    private static let gaveUp = "the default in the code, because ConfigCat cannot read a condition"

    @Test(
        arguments: [
            // A targeting key is text, which no number and no version equals.
            (rule(#"{"u": {"a": "Identifier", "c": 12, "d": 1000}}"#, 1), [], ["targetingKey present: 1 or 0 → 0"]),
            (rule(#"{"u": {"a": "Identifier", "c": 9, "s": "1.0.0"}}"#, 1), [], ["targetingKey present: 1 or 0 → 0"]),
            // ConfigCat rejects a condition with a version that is none, for everybody.
            (rule(#"{"u": {"a": "V", "c": 4, "l": ["01.2.3"]}}"#, 1), [], []),
            (rule(#"{"u": {"a": "V", "c": 5, "l": ["1.0.0", "1.2"]}}"#, 1), [], []),
            (rule(#"{"u": {"a": "V", "c": 9, "s": "1.0.0-01"}}"#, 1), [], []),
            (
                rule(#"{"u": {"a": "V", "c": 9, "s": "1.0.0-0a"}}"#, 1),
                [#"when: { "V": { "version": ">=1.0.0-0a" } }"#], []
            ),
            (rule(#"{"s": {"s": 0, "c": 0}}"#, 1), [], []),
            // SDKs differ in what the opposite of such a segment is.
            (rule(#"{"s": {"s": 0, "c": 1}}"#, 1), [], ["V present: 1 or 0 → 0"]),
            // A date that cannot be read is neither in the segment nor outside; each text is one of both.
            (
                rule(#"{"s": {"s": 1, "c": 0}}"#, 1) + ", " + rule(#"{"s": {"s": 1, "c": 1}}"#, 2), [],
                ["D present: 1 or 2 or 0 → 0"]
            ),
            (
                rule(#"{"s": {"s": 2, "c": 0}}"#, 1) + ", " + rule(#"{"s": {"s": 2, "c": 1}}"#, 2), [],
                ["E present: 1 or 2 → 0"]
            ),
            // With a condition that an SDK does not understand, it gives the default in the code.
            (rule(#"{"u": {"a": "E", "c": 99, "l": ["a"]}}"#, 1), [], ["everybody: \(gaveUp) or 1 or 0 → 0"]),
            (rule(#"{"x": 1}"#, 1), [], ["everybody: \(gaveUp) or 1 or 0 → 0"]),
            (rule(#"{"s": {"s": 7, "c": 0}}"#, 1), [], ["everybody: \(gaveUp) or 1 or 0 → 0"]),
            (rule(#"{"p": {"f": "none", "c": 0, "v": {"b": true}}}"#, 1), [], ["everybody: \(gaveUp) or 1 or 0 → 0"]),
            (
                rule(#"{"u": {"a": "E", "c": 28, "s": "a"}}, {"x": 1}"#, 1), [], ["E a: \(gaveUp) or 1 or 0 → 0"]
            ),
            (rule("", 1), [], ["everybody: 1 or 0 → 0"]),
        ])
    func `a condition of ConfigCat is stated with the values that it can give`(
        _ rules: String, _ entries: [String], _ rows: [String]
    ) throws {
        let file = try Self.configCat(rules)
        expect(file.source.problems == [] && file.conditions(of: "p") == entries)
        expectEqual(file.rows(of: "p"), rows)
    }

    /// A template whose condition `c` decides between two values, before others.
    private static func firebase(_ conditions: String, _ values: String, _ defaultValue: String) throws -> ImportedFile
    {
        try .firebase(
            """
            {"conditions": [\(conditions)],
             "parameters": {"p": {"defaultValue": \(defaultValue), "conditionalValues": {\(values)}, "valueType": "BOOLEAN"}}}
            """)
    }

    private static func condition(_ name: String, _ expression: String) -> String {
        #"{"name": "\#(name)", "expression": "\#(expression)"}"#
    }

    @Test(
        arguments: [
            // Each row has the values that its users get here, not those of others.
            (
                condition("ios", "device.os == 'ios'") + ", "
                    + condition("buyers", "app.audiences.inAtLeastOne(['b'])"),
                #""buyers": {"value": "false"}, "ios": {"value": "true"}"#, #"{"useInAppDefault": true}"#, [String]()
            ),
            (
                condition("buyers", "app.audiences.inAtLeastOne(['b'])") + ", "
                    + condition("ios", "device.os == 'ios'"),
                #""buyers": {"value": "false"}, "ios": {"value": "true"}"#, #"{"value": "false"}"#,
                ["platform ios: false or true → true"]
            ),
            (
                condition("buyers", "app.audiences.inAtLeastOne(['b'])") + ", "
                    + condition("ios", "device.os == 'ios'"),
                #""buyers": {"useInAppDefault": true}, "ios": {"value": "true"}"#, #"{"value": "false"}"#,
                [
                    "platform not ios: the app's own default or false → false",
                    "platform ios: the app's own default or true → true",
                ]
            ),
            (
                condition("ios", "device.os == 'ios'") + ", " + condition("some", "percent('s') <= 25"),
                #""some": {"value": "true"}, "ios": {"value": "true"}"#, #"{"value": "false"}"#,
                ["platform not ios: true or false → true for 25 % of \"s\", false"]
            ),
        ])
    func `a case lists what its users get from the document`(
        _ conditions: String, _ values: String, _ defaultValue: String, _ rows: [String]
    ) throws {
        try expectEqual(Self.firebase(conditions, values, defaultValue).rows(of: "p"), rows)
    }

    @Test func `a rule for everybody is the default, which also holds without a version`() throws {
        let file = try Self.firebase(
            [("ios", "device.os == 'ios'"), ("all", "true"), ("late", "device.os == 'android'")]
                .map { Self.condition($0.0, $0.1) }.joined(separator: ", "),
            #""ios": {"value": "false"}, "all": {"value": "true"}, "late": {"value": "false"}"#,
            #"{"useInAppDefault": true}"#)
        expect(file.conditions(of: "p") == [#"when: { "platform": "ios" }"#] && file.rows(of: "p") == [])
        for platform in ["android", "ios"] {
            let context = EvaluationContext(attributes: ["platform": .string(platform)])
            let snapshot = file.document.settings.snapshot(for: context)
            expectEqual(snapshot.value(for: "p", default: platform == "ios"), (platform == "android"))
        }
    }
}
