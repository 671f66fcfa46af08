import FlagResolver
import FlagServer
import TestSupport
import Testing

/// How long answers may be kept, and conditional requests.
struct CachingTests {
    private static let scheduled = """
        {
          "sale": { "defaultValue": false, "valuesByVersion": [
            { "from": "2027-01-15T08:00:10Z", "until": "2027-01-15T08:00:20Z", "value": true } ] },
          "gate": { "defaultValue": 1, "valuesByVersion": [{ "requires": "sale", "value": 2 }] },
          "other": { "defaultValue": 1 }
        }
        """

    /// 2027-01-15T08:00:00Z
    private static let start = Instant(seconds: 1_800_000_000)

    @Test(arguments: [
        ("sale", 0, 0, "private, max-age=10"), ("sale", 9, 0, "private, max-age=1"),
        ("sale", 9, 1, "private, no-cache"), ("sale", 10, 0, "private, max-age=10"),
        ("sale", 20, 0, "private, max-age=60"), ("gate", 0, 0, "private, max-age=10"),
        ("other", 0, 0, "private, max-age=60"),
    ])
    func `an answer is not kept beyond its next change`(
        _ key: String, _ seconds: Int64, _ nanoseconds: Int32, _ expected: String
    ) throws {
        var service = try TestService(Self.scheduled)
        service.date = Instant(seconds: Self.start.seconds + seconds, nanoseconds: nanoseconds)
        expectEqual(service.evaluate(key).value(of: "Cache-Control"), expected)
    }

    @Test func `all values change with the clock, and so does their entity tag`() throws {
        var service = try TestService(Self.scheduled)
        func all(_ fields: [HeaderField] = []) -> ServerResponse {
            service.send(.post, "/ofrep/v1/evaluate/flags", "{}", fields: fields)
        }
        let first = all()
        let tag = try #require(first.value(of: "ETag"))
        expect(first.text.contains(#""key":"sale","value":false"#))
        expectEqual(first.value(of: "Cache-Control"), "private, max-age=10")
        let second = all([HeaderField("If-None-Match", "\"x\", W/\(tag)")])
        expect(second.status == 304 && second.body.isEmpty && second.value(of: "ETag") == tag)
        service.date = Instant(seconds: Self.start.seconds + 10)
        let third = all([HeaderField("If-None-Match", tag)])
        expect(third.status == 200 && third.text.contains(#""key":"sale","value":true"#))
        expect(third.value(of: "ETag") != tag)
        // The clock is set back.
        service.date = Self.start
        expectEqual(all([HeaderField("If-None-Match", tag)]).status, 304)
    }

    @Test func `the value of one setting is computed again when the clock can change it`() throws {
        var service = try TestService(Self.scheduled)
        for (seconds, value) in [(0, false), (5, false), (10, true), (15, true), (20, false), (12, true), (0, false)] {
            service.date = Instant(seconds: Self.start.seconds + Int64(seconds))
            let response = service.evaluate("sale")
            expect(response.text.contains("\"value\":\(value)"), "\(seconds) s: \(response.text)")
            expectEqual(service.evaluate("sale").body, response.body)
            expect(service.evaluate("gate").text.contains("\"value\":\(value ? 2 : 1)"))
        }
    }

    @Test func `kept answers are those of their setting, context and document`() throws {
        let service = try TestService(
            #"{"a": 1, "b": 2, "c": {"defaultValue": 3, "valuesByVersion": [{"appVersion": ">=2", "value": 4}]}}"#)
        for _ in 0..<2 {
            expect(service.evaluate("a").text.contains("\"value\":1"))
            expect(service.evaluate("b").text.contains("\"value\":2"))
            expect(service.evaluate("c").text.contains("\"value\":3"))
            expect(service.evaluate("c", #"{"appVersion": "2.0.0"}"#).text.contains("\"value\":4"))
            expectEqual(service.evaluate("none").status, 404)
            expect(service.send(.post, "/ofrep/v1/evaluate/flags", "{}").text.contains("\"flags\":"))
        }
        let other = try SettingsDocument(parsing: Array(#"{"a": 5, "b": 6}"#.utf8))
        service.slot.serve(ServedDocument(other), at: .seconds(101))
        expect(service.evaluate("a").text.contains("\"value\":5"))
        expectEqual(service.evaluate("c").status, 404)
    }

    @Test func `the date of a context counts only if it is allowed`() throws {
        let context = #"{"date": "2027-01-15T08:00:15Z"}"#
        let strict = try TestService(Self.scheduled)
        expect(strict.evaluate("sale", context).text.contains(#""value":false"#))
        let lenient = try TestService(Self.scheduled) { $0.allowsDate = true }
        let response = lenient.evaluate("sale", context)
        expect(response.text.contains(#""value":true"#))
        // The date of the client stands still.
        expectEqual(response.value(of: "Cache-Control"), "private, max-age=60")
        expect(lenient.evaluate("sale").text.contains(#""value":false"#))
    }

    @Test func `the document is served as it is, with its entity tag`() throws {
        let service = try TestService(Self.scheduled) { $0.maximumAge = 30 }
        let response = service.send(.get, "/v1/document")
        expectEqual(response.text, Self.scheduled)
        expectEqual(
            response.value(of: "Cache-Control"), "public, max-age=30, stale-while-revalidate=30, stale-if-error=86400")
        let tag = try #require(response.value(of: "ETag"))
        let again = service.send(.get, "/v1/document", fields: [HeaderField("if-none-match", tag)])
        expect(again.status == 304 && again.body.isEmpty)
        let other = ServedDocument(try SettingsDocument(parsing: Array("{}".utf8)))
        service.slot.serve(other, at: .seconds(101))
        let changed = service.send(.get, "/v1/document", fields: [HeaderField("If-None-Match", tag)])
        expect(changed.status == 200 && changed.text == "{}")
    }

    /// The answer to one request is never that to another one whose bytes are alike.
    @Test func `a body that begins with the name of a setting is refused by the address of all settings`() throws {
        let service = try TestService(#"{"name": {"defaultValue": 1}}"#)
        for _ in 0..<3 {
            expectEqual(service.send(.post, "/ofrep/v1/evaluate/flags/name", "{}").status, 200)
            expectEqual(service.send(.post, "/ofrep/v1/evaluate/flags", "name\0{}").status, 400)
        }
    }
}
