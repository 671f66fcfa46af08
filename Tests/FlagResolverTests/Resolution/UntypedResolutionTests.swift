import FlagResolver
import TestSupport
import Testing

struct UntypedResolutionTests {
    private static let json = """
        {
          "flag": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=2", "value": true}]},
          "group": {
            "inner": {
              "style": {"defaultValue": "legacy", "valuesByVersion": [
                {"appVersion": "oops", "value": "broken"},
                {"appVersion": "1.4.0", "value": "mod\\u0065rn"}
              ]},
              "limits": {"defaultValue": {"max": 20, "tags": ["a", null]}, "valuesByVersion": null}
            }
          },
          "count": 3,
          "rate": 0.50,
          "list": [1, 2.0, true, {"k": "v"}],
          "nothing": null,
          "typed": {"defaultValue": 1, "type": "integer", "valuesByVersion": [
            {"appVersion": ">=1", "value": "one"}, {"appVersion": ">=1", "value": 2}
          ]},
          "loose": {"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=1", "value": "one"}]},
          "noDefault": {"valuesByVersion": []},
          "badDefault": {"defaultValue": "x", "type": "boolean"}
        }
        """

    private static func document() throws -> SettingsDocument {
        try SettingsDocument(parsing: Array(json.utf8))
    }

    /// The value, reason, entry, requirement, line and codes of the issues, in one line.
    private static func text(_ resolution: Resolution<JSONValue?>) -> String {
        let entry = resolution.entryIndex.map { "#\($0)" } ?? "-"
        let place = resolution.location.map { "\($0)" } ?? "-"
        let codes = [resolution.errorCode?.rawValue].compactMap { $0 } + resolution.issues.map(\.code.rawValue)
        return "\(resolution.value?.description ?? "none") \(resolution.reason.rawValue) \(entry) "
            + "\(resolution.requirement?.description ?? "-") \(place) \(codes)"
    }

    @Test(
        arguments: [
            ("flag", "2.0.0", "true TARGETING_MATCH #0 >=2 2:55 []"),
            ("flag", "1.0.0", "false DEFAULT - - 2:28 []"),
            ("group.inner.style", "1.4.0", "\"modern\" TARGETING_MATCH #1 1.4.0 7:9 [\"bad-requirement\"]"),
            ("group.inner.style", "1.0.0", "\"legacy\" DEFAULT - - 5:33 [\"bad-requirement\"]"),
            ("group.inner.limits", "1.0.0", "{\"max\":20,\"tags\":[\"a\",null]} STATIC - - 9:34 []"),
            ("count", "1.0.0", "3 STATIC - - 12:12 []"),
            ("rate", "1.0.0", "0.50 STATIC - - 13:11 []"),
            ("list", "1.0.0", "[1,2.0,true,{\"k\":\"v\"}] STATIC - - 14:11 []"),
            ("nothing", "1.0.0", "null STATIC - - 15:14 []"),
            ("typed", "1.0.0", "2 TARGETING_MATCH #1 >=1 17:44 [\"type-mismatch\"]"),
            ("loose", "1.0.0", "\"one\" TARGETING_MATCH #0 >=1 19:52 [\"type-mismatch\"]"),
            ("noDefault", "1.0.0", "none ERROR - - - [\"PARSE_ERROR\", \"missing-default\"]"),
            ("badDefault", "1.0.0", "none ERROR - - - [\"TYPE_MISMATCH\", \"type-mismatch\"]"),
            ("absent", "1.0.0", "none ERROR - - - [\"FLAG_NOT_FOUND\"]"),
            ("group.inner", "1.0.0", "none ERROR - - - [\"FLAG_NOT_FOUND\"]"),
            ("", "1.0.0", "none ERROR - - - [\"FLAG_NOT_FOUND\"]"),
        ] as [(String, AppVersion, String)])
    func `a setting of any type is resolved with its reason, entry, location and issues`(
        _ name: String, _ version: AppVersion, _ expected: String
    ) throws {
        let document = try Self.document()
        expectEqual(Self.text(document.resolution(of: name, for: version)), expected)
        expectEqual(Self.text(document.snapshot(for: version).resolution(of: name)), expected)
    }

    @Test(
        arguments: [
            ("flag", "false ERROR - - 2:28 [\"INVALID_CONTEXT\", \"missing-app-version\"]"),
            ("count", "3 STATIC - - 12:12 []"),
        ])
    func `without an app version a setting has its default, and an issue if it has entries`(
        _ name: String, _ expected: String
    ) throws {
        let snapshot = try Self.document().snapshot(for: EvaluationContext())
        expectEqual(Self.text(snapshot.resolution(of: name)), expected)
    }

    @Test func `typed and untyped reads agree on random documents, and so do their locations`() throws {
        for seed in 1...UInt64(TestScale.rounds(200)) {
            var random = SeededRandom(seed: seed)
            let requirements = [">=1", "<2", "1.x", "2.0.0 || 3.x", "!=1.4.0"]
            let entries = (0..<4).map { index in
                "{\"appVersion\": \"\(requirements.randomElement(using: &random) ?? "*")\", \"value\": \(index)}"
            }
            let list = entries.joined(separator: ",")
            let text = "{\"g\": {\"s\": {\"defaultValue\": -1, \"valuesByVersion\": [\(list)]}}}"
            let document = try SettingsDocument(parsing: Array(text.utf8))
            for version in ["0.9.0", "1.0.0", "1.4.0", "2.0.0", "3.1.0"] as [AppVersion] {
                let snapshot = document.snapshot(for: version)
                let typed = snapshot.resolution(of: "g.s", default: 99)
                let untyped = snapshot.resolution(of: "g.s")
                expectEqual(untyped.value?.int, typed.value, "seed \(seed), \(version)")
                expect(untyped.reason == typed.reason && untyped.entryIndex == typed.entryIndex)
                expect(untyped.requirement == typed.requirement && untyped.location == typed.location)
            }
        }
    }
}
