import FlagResolver
import TestSupport
import Testing

@testable import FlagServer

/// The answer with all values: the answers about single settings, one after the other.
struct AllValuesTests {
    private static let time = Instant(seconds: 1_800_000_000)
    private static let end = #"],"metadata":{},"eventStreams":[{"type":"sse","endpoint":{"requestUri":"/v1/events"}}]}"#

    private static func all(_ service: TestService, _ context: String) -> ServerResponse {
        service.send(.post, "/ofrep/v1/evaluate/flags", #"{"context": \#(context)}"#)
    }

    @Test(arguments: 0..<TestScale.rounds(200))
    func `all values are what the resolver gives for each setting, byte for byte`(_ seed: Int) throws {
        var sample = TargetingSample(seed: UInt64(seed))
        let text = sample.document(settingCount: 12)
        let document = try SettingsDocument(parsing: Array(text.utf8))
        var service = try TestService(text) { $0.allowsDate = true }
        service.date = Self.time
        for _ in 0..<5 {
            let json = sample.context()
            var context = try EvaluationContext(json: json)
            context.instant = context.instant ?? Self.time
            let expected = document.sortedByName(Array(document.indices)).map { setting in
                Self.expectedAnswer(about: setting, of: document, in: context)
            }
            let response = Self.all(service, json)
            expectEqual(
                response.text, "{\"flags\":[\(expected.joined(separator: ","))\(Self.end)",
                "\(seed): \(json), \(text)")
            for (setting, answer) in zip(document.sortedByName(Array(document.indices)), expected) {
                let single = service.evaluate(document.name(of: setting), json)
                expectEqual(single.text, answer, "\(seed): \(json), \(text)")
            }
        }
    }

    /// The answer about a setting, written without anything that other settings share.
    private static func expectedAnswer(
        about setting: SettingIndex, of document: SettingsDocument, in context: EvaluationContext
    ) -> String {
        let resolution = document.resolution(of: document.name(of: setting), for: context)
        // A setting that tests a version which the context lacks has the reason of its entry, or of its default.
        let lacksVersion = resolution.errorCode == .invalidContext
        let hasRollout = document.entries(of: setting).contains { entry in
            Int(entry.documentIndex) == resolution.entryIndex
                && document.tree[Int(entry.node)].member(named: "rollout") != nil
        }
        let entryReason: ResolutionReason = hasRollout ? .split : .targetingMatch
        let reason = lacksVersion ? resolution.entryIndex.map { _ in entryReason } ?? .default : resolution.reason
        let inputs = ContextInputs(of: [setting], in: document)
        let unusable = inputs.unusable(in: context, nil)
        var missing: [String] = []
        if inputs.testsVersion, context.appVersion == nil { missing.append("appVersion") }
        if inputs.testsTargetingKey, context.targetingKey == nil { missing.append("targetingKey") }
        missing += inputs.attributes.filter { name in
            context[name] == nil && !unusable.contains { $0.name == name }
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.write(key: "key")
        writer.write(document.name(of: setting))
        writer.write(key: "value")
        if let value = resolution.value { writer.write(value) } else { writer.writeNull() }
        writer.write(key: "reason")
        writer.write(reason.rawValue)
        writer.write(key: "variant")
        writer.write(resolution.entryName ?? resolution.entryIndex.map { "entry-\($0 + 1)" } ?? "default")
        writer.write(key: "metadata")
        writer.beginObject()
        if !missing.isEmpty {
            writer.write(key: "missing")
            writer.write(missing.joined(separator: ", "))
        }
        if !unusable.isEmpty {
            writer.write(key: "unusable")
            writer.write(unusable.map(\.message).joined(separator: "; "))
        }
        writer.endObject()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static let document = #"""
        {
          "\"é\n": { "defaultValue": "\u0001", "valuesByVersion": [{ "when": { "ring": "beta" }, "value": "\ud83d\ude00" }] },
          "group": { "list": { "defaultValue": [1], "valuesByVersion": [{ "when": { "ring": "beta" }, "value": null }] } },
          "group.bad": { "type": "string", "defaultValue": 5, "valuesByVersion": [{ "when": { "ring": "beta" }, "value": "x" }] }
        }
        """#

    @Test(arguments: [
        (
            #"{"ring": "beta"}"#,
            [
                #"{"key":"\"é\n","value":"😀","reason":"TARGETING_MATCH","variant":"entry-1","metadata":{}}"#,
                #"{"key":"group.list","value":{"value":null},"reason":"TARGETING_MATCH","variant":"entry-1","metadata":{"wrapped":true}}"#,
            ]
        ),
        (
            "{}",
            [
                #"{"key":"\"é\n","value":"\u0001","reason":"DEFAULT","variant":"default","metadata":{"missing":"ring"}}"#,
                #"{"key":"group.list","value":{"value":[1]},"reason":"DEFAULT","variant":"default","metadata":{"missing":"ring","wrapped":true}}"#,
            ]
        ),
    ])
    func `names, values and metadata are escaped, wrapped and complete`(
        _ context: String, _ expected: [String]
    ) throws {
        let service = try TestService(Self.document)
        let text = Self.all(service, context).text
        for answer in expected { expect(text.contains(answer)) }
        expect(text.contains(#"{"key":"group.bad","errorCode":"GENERAL","errorDetails":"the document does not define"#))
        // A setting without a value asks for nothing.
        expect(text.contains(#""metadata":{"code":"TYPE_MISMATCH"}}"#))
    }

    @Test(arguments: ["{}", #"{"$version": 1}"#, #"{"group": {}}"#])
    func `a document without settings has no values`(_ document: String) throws {
        let text = Self.all(try TestService(document), "{}").text
        expect(text.hasPrefix(#"{"flags":[],"metadata":{"#))
    }

    @Test(arguments: [1, 1_000])
    func `winners may have longer texts than defaults, or shorter ones`(_ defaultByteCount: Int) throws {
        let (short, long) = (String(repeating: "a", count: defaultByteCount), String(repeating: "b", count: 10_000))
        let settings = (0..<50).map { index in
            #""s\#(index)": {"defaultValue": "\#(short)", "valuesByVersion": [{"when": {"ring": "beta"}, "value": "\#(long)"}]}"#
        }
        let service = try TestService("{\(settings.joined(separator: ","))}")
        for (context, value) in [("{}", short), (#"{"ring": "beta"}"#, long), (#"{"ring": "x"}"#, short)] {
            let flags = try JSONTree(parsing: Self.all(service, context).body).root.member(named: "flags")
            let values = flags?.elements.map { $0.member(named: "value")?.string }
            expectEqual(values, Array(repeating: value, count: 50))
        }
    }

    @Test(arguments: 0..<TestScale.rounds(100))
    func `the next change is that of the resolver`(_ seed: Int) throws {
        var sample = TargetingSample(seed: UInt64(seed))
        let settings = try SettingsDocument(parsing: Array(sample.document(settingCount: 6).utf8))
        let document = ServedDocument(settings)
        for seconds in [1_700_000_000, 1_796_083_200, 1_798_000_000, 1_900_000_000] as [Int64] {
            var context = try EvaluationContext(json: sample.context())
            context.instant = Instant(seconds: seconds)
            expectEqual(document.nextChange(for: context), settings.nextChange(for: context), "\(seed)")
            for setting in settings.indices {
                let expected = settings.nextChange(of: setting, for: context)
                expectEqual(document.nextChange(of: setting, for: context), expected, "\(seed)")
            }
        }
    }
}
