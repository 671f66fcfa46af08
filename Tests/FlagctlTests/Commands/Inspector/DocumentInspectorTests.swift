import FlagAnalysis
import FlagResolver
import FlagServer
import TestSupport
import Testing

@testable import flagctl

/// The answers to the inspector. What the page does with them is checked in Chromium.
struct DocumentInspectorTests {
    private static let old = """
        {
          "$attributes": { "country": { "type": "string", "values": ["DE", "AT"] } },
          "checkout": { "defaultValue": "legacy", "valuesByVersion": [
            { "name": "new", "appVersion": ">=2.0.0", "when": { "country": ["AT", "CH"] }, "value": "modern" }
          ] },
          "payments": { "defaultValue": 1, "valuesByVersion": [ { "appVersion": "<1.4.0", "value": 2 } ] },
          "a<b": true
        }
        """
    private static let new = """
        {
          "checkout": { "defaultValue": "legacy", "valuesByVersion": [
            { "name": "new", "appVersion": ">=2.0.0", "when": { "country": "AT" }, "value": "modern" }
          ] },
          "payments": { "defaultValue": 3, "valuesByVersion": [ { "appVersion": "<1.4.0", "value": 2 } ] }
        }
        """

    private func ask(
        _ question: InspectorQuestion, _ text: String = old, former: String? = nil, readers: DocumentReaders? = nil
    ) throws -> String {
        let former = try former.map { try SettingsDocument(parsing: Array($0.utf8)) }
        let document = InspectedDocument(
            settings: try SettingsDocument(parsing: Array(text.utf8)), name: "", source: "app.json",
            entityTag: "\"1-2\"",
            former: former, secondsSinceChange: former == nil ? nil : 7, allowsDate: false)
        return String(
            decoding: try DocumentInspector(readers: readers).answer(question, about: document), as: UTF8.self)
    }

    @Test func `the page learns which versions, attributes and values the document mentions`() throws {
        try expectEqual(
            ask(.document),
            """
            {"name":"","source":"app.json","etag":"\\"1-2\\"","allowsDate":false,"testsDate":false,"testsTargetingKey":false,\
            "versions":["1.4.0","2.0.0"],"attributes":[{"name":"country","type":"string","values":["DE","AT","CH"]}],\
            "settings":["a<b","checkout","payments"]}
            """)
    }

    @Test(arguments: [
        (#"{"country": {"not": ["DE", {"startsWith": "A"}]}}"#, #"["DE","A"]"#),
        (#"{"country": {">=": 5, "<": 1e2}}"#, "[5,1e2]"), (#"{"country": [true, false, true]}"#, "[true,false]"),
        (#"{"country": {"version": ">=17"}}"#, "[]"), (#"{"country": {"absent": true}}"#, "[]"),
    ])
    func `values are those that conditions name`(_ condition: String, _ values: String) throws {
        let text = """
            {"a": {"defaultValue": 1, "valuesByVersion": [{"when": \(condition), "value": 2}]}}
            """
        try expect(ask(.document, text).contains(#""attributes":[{"name":"country","values":\#(values)}]"#))
    }

    @Test func `records say which released versions read a setting`() throws {
        let readers = try DocumentReaders(records: [
            #"{ "release": "1.9.0", "complete": true, "settings": { "payments": { "type": "integer", "default": 7 } } }"#
        ])
        try expect(
            ask(.setting("payments", nil), readers: readers).contains(
                #""readers":"read by 1.9.0 as an integer (default 7)","users":["#))
        try expect(ask(.setting("a<b", nil), readers: readers).contains(#""readers":"read by no recorded release""#))
        expect(!(try ask(.setting("payments", nil)).contains("\"readers\"")))
        // The document has another style than the records.
        let short = #"{"payments": {"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=1.9", "value": 2}]}}"#
        try expect(ask(.setting("payments", nil), short, readers: readers).contains("read by 1.9.0 as an integer"))
    }

    @Test func `a setting is explained for a context, and for everybody in words`() throws {
        let context = EvaluationContext(appVersion: "2.1.0")
        try expectEqual(
            ask(.setting("checkout", context)),
            """
            {"explanation":{"schema":"flagctl/explain/1","file":"app.json","name":"checkout",\
            "resolution":{"value":"legacy","reason":"DEFAULT"},"entries":[{"entry":0,"name":"new","appVersion":">=2.0.0",\
            "value":"modern","line":4,"column":5,"verdict":"does-not-match","unmet":["country is absent"]}],\
            "default":{"value":"legacy","line":3,"column":33}},\
            "users":[{"users":">=2.0.0, country AT or CH","value":"modern","line":4,"column":5},\
            {"users":"otherwise","value":"legacy","line":3,"column":33}]}
            """)
        try expect(
            ask(.setting("payments", nil)).hasSuffix(
                #""users":[{"users":"<1.4.0","value":2,"line":6,"column":57},{"users":">=1.4.0","value":1,"line":6,"column":33}]}"#
            ))
        try expect(ask(.setting("a<b", nil)).hasSuffix(#""users":[{"value":true,"line":7,"column":10}]}"#))
    }

    @Test func `version codes are shown as they are written`() throws {
        let text = """
            { "chat": { "defaultValue": 1, "valuesByVersion": [{ "appVersion": "<52910000", "value": 2 }] },
              "rollout": { "defaultValue": 1, "valuesByVersion": [
                { "appVersion": ">=52920000", "when": { "country": "AT" }, "rollout": { "percent": 5, "salt": "s" }, "value": 2 },
                { "appVersion": "<52900000", "value": 3 } ] } }
            """
        try expect(ask(.document, text).contains(#""versions":["52900000","52910000","52920000"]"#))
        try expect(ask(.setting("rollout", nil), text).contains(#"{"users":">=52920000, country AT","rollout":"#))
        let questions: [InspectorQuestion] = [
            .setting("chat", nil), .setting("rollout", EvaluationContext(appVersion: "52920000")),
            .users(expression: "rollout == 2"), .change,
            .matrix(InspectedSettings()),
        ]
        for question in questions {
            let answer = try ask(question, text, former: text.replacing("52920000", with: "52925000"))
            expect(answer.contains("52"), "\(answer)")
            expect(!answer.contains("000.0"), "\(answer)")
        }
    }

    @Test func `rollouts divide users`() throws {
        let text = """
            {"a": {"defaultValue": 1, "valuesByVersion": [{"rollout": {"percent": 25, "salt": "s"}, "value": 2}]}}
            """
        try expect(
            ask(.setting("a", nil), text).hasSuffix(
                """
                "users":[{"rollout":"25 % of \\"s\\"","value":2,"line":1,"column":47},\
                {"rollout":"all others","value":1,"line":1,"column":24}]}
                """))
    }

    @Test func `who satisfies an expression is what when prints`() throws {
        try expectEqual(ask(.users(expression: "checkout == \"modern\"")), #"{"users":[">=2.0.0, country AT or CH"]}"#)
        try expectEqual(ask(.users(expression: "payments == 2")), #"{"users":["<1.4.0"]}"#)
        try expectEqual(ask(.users(expression: "payments > 5")), #"{"users":[]}"#)
    }

    @Test(arguments: [
        (InspectorQuestion.users(expression: "chekout == 1"), 400, "did you mean \"checkout\"?"),
        (.users(expression: "checkout = 1"), 400, "\"=\" is not an operator; write =="),
        (.setting("none", nil), 404, "the document has no setting of the name \"none\""),
    ])
    func `a question without an answer is refused with a sentence`(
        _ question: InspectorQuestion, _ status: Int, _ sentence: String
    ) throws {
        let refusal = #expect(throws: Refusal.self) { try ask(question) }
        expect(
            refusal?.status == status && refusal?.message.contains(sentence) == true, "\(String(describing: refusal))")
    }

    @Test func `the matrix has the settings that match`() throws {
        var shown = InspectedSettings()
        shown.filter = "A"
        shown.count = 1
        let first = try ask(.matrix(shown))
        expect(
            first.hasPrefix(#"{"total":2,"html":"<section"#) && first.contains("a&lt;b") && !first.contains("payments"))
        shown.first = 1
        try expect(ask(.matrix(shown)).contains("payments"))
        shown = InspectedSettings()
        shown.changesOnly = true
        try expect(ask(.matrix(shown)).hasPrefix(#"{"total":2,"#))
    }

    @Test func `the last change is what diff prints`() throws {
        try expectEqual(ask(.change), #"{"isFirst":true,"settings":[],"problems":[]}"#)
        try expectEqual(
            ask(.change, Self.new, former: Self.old),
            """
            {"isFirst":false,"settings":[{"name":"a<b","isAdded":false,"isRemoved":true,"changes":[{"users":"*",\
            "before":true,"cause":"app.json (before):7 is gone with its setting"}]},\
            {"name":"checkout","isAdded":false,"isRemoved":false,"changes":[{"users":">=2.0.0, country CH",\
            "before":"modern","after":"legacy",\
            "cause":"app.json:3 no longer matches (another \\"when\\"), app.json:2 applies"}]},\
            {"name":"payments","isAdded":false,"isRemoved":false,"changes":[{"users":">=1.4.0","before":1,"after":3,\
            "cause":"app.json:5 is another default"}]}],"problems":[]}
            """)
    }

    @Test func `the page contains its script and its style sheet, and no data`() {
        let page = String(decoding: DocumentInspector().page(nonce: "a\"b"), as: UTF8.self)
        expect(page.ranges(of: "<script").count == 1 && page.ranges(of: "nonce=\"a&quot;b\"").count == 2)
        for part in ["http:", "https:", "src=", "@import", "url("] { expect(!page.contains(part), "\(part)") }
    }
}
