import FlagResolver
import FlagServer
import TestSupport
import Testing

/// The service and the resolver agree on every setting, of any document and for any context.
struct RandomDocumentTests {
    @Test(arguments: 0..<TestScale.rounds(200))
    func `every value is that of the resolver`(_ seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var settings: [String] = []
        for index in 0..<Int.random(in: 1...12, using: &random) {
            let values = ["true", "1", "2.5", "\"x\"", "null", "[1]", "{\"a\": 1}"]
            let entries = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                let condition =
                    [
                        "\"appVersion\": \">=\(Int.random(in: 0...3, using: &random)).0.0\"",
                        "\"when\": {\"country\": \"\(["DE", "AT"].randomElement(using: &random) ?? "DE")\"}",
                        "\"rollout\": {\"percent\": 50, \"salt\": \"s\"}",
                        "\"from\": \"2027-01-15T08:00:0\(Int.random(in: 0...9, using: &random))Z\"",
                    ].randomElement(using: &random) ?? ""
                return "{\(condition), \"value\": \(values.randomElement(using: &random) ?? "1")}"
            }
            settings.append(
                "\"s\(index)\": {\"defaultValue\": \(values.randomElement(using: &random) ?? "1"),"
                    + " \"valuesByVersion\": [\(entries.joined(separator: ", "))]}")
        }
        let text = "{\(settings.joined(separator: ", "))}"
        var service = try TestService(text)
        service.date = Instant(seconds: 1_800_000_005)
        let context =
            #"{"appVersion": "\#(Int.random(in: 0...3, using: &random)).0.0", "country": "DE", "targetingKey": "u"}"#
        var issues: [SettingIssue] = []
        var expected = try EvaluationContext(parsing: Array(context.utf8), issues: &issues)
        expected.instant = service.date
        let document = try SettingsDocument(parsing: Array(text.utf8))
        let all = service.send(.post, "/ofrep/v1/evaluate/flags", #"{"context": \#(context)}"#)
        let items = try JSONTree(parsing: all.body).root.member(named: "flags").map { Array($0.elements) } ?? []
        expectEqual(items.count, document.count)
        for item in items {
            let key = try #require(item.member(named: "key")?.string)
            let resolution = document.resolution(of: key, for: expected)
            let value = try #require(item.member(named: "value"))
            let isWrapped = item.member(named: "metadata")?.member(named: "wrapped")?.bool == true
            let unwrapped = isWrapped ? try #require(value.member(named: "value")) : value
            // A double has a fraction here, whatever the document writes.
            let isEqual =
                unwrapped.kind == .number ? unwrapped.double == resolution.value?.double : unwrapped == resolution.value
            expect(isEqual, "\(seed): \(key) of \(text)")
            expectEqual(item.member(named: "reason")?.string, resolution.reason.rawValue, "\(seed): \(key) of \(text)")
            let single = try JSONTree(parsing: service.evaluate(key, context).body).root
            expectEqual(single, item, "\(seed): \(key) of \(text)")
        }
    }
}
