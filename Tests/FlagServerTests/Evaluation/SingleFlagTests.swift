import FlagServer
import TestSupport
import Testing

/// Answers about one setting, in the form of OFREP.
struct SingleFlagTests {
    private static let document = """
        {
          "checkout": { "defaultValue": "legacy", "valuesByVersion": [
            { "name": "rings", "when": { "ring": "beta" }, "value": "modern" },
            { "appVersion": ">=2.0.0", "value": "compact" } ] },
          "payments": { "defaultValue": false },
          "limit": { "defaultValue": 3, "valuesByVersion": [{ "appVersion": ">=2.0.0", "value": 5 }] },
          "ratio": { "defaultValue": 1, "valuesByVersion": [{ "appVersion": ">=2.0.0", "value": 0.5 }] },
          "share": { "type": "number", "defaultValue": 2 },
          "count": { "type": "integer", "defaultValue": 3.0 },
          "half": { "defaultValue": 1, "valuesByVersion": [
            { "rollout": { "percent": 50, "salt": "s" }, "value": 2 } ] },
          "list": { "defaultValue": [1, 2] },
          "nothing": { "defaultValue": null },
          "style": { "defaultValue": { "a": [1] } },
          "with/slash": { "defaultValue": 1 },
          "bad": { "type": "string", "defaultValue": 5 }
        }
        """

    @Test(arguments: [
        ("payments", "{}", #""value":false,"reason":"STATIC","variant":"default","metadata":{}"#),
        (
            "checkout", #"{"appVersion": "1.0.0", "ring": "x"}"#,
            #""value":"legacy","reason":"DEFAULT","variant":"default","metadata":{}"#
        ),
        (
            "checkout", #"{"appVersion": "2.0.0", "ring": "x"}"#,
            #""value":"compact","reason":"TARGETING_MATCH","variant":"entry-2","metadata":{}"#
        ),
        (
            "checkout", #"{"appVersion": "2.0.0", "ring": "beta"}"#,
            #""value":"modern","reason":"TARGETING_MATCH","variant":"rings","metadata":{}"#
        ),
        // What is missing, or cannot be read, is not an error.
        (
            "checkout", "{}",
            #""value":"legacy","reason":"DEFAULT","variant":"default","metadata":{"missing":"appVersion, ring"}"#
        ),
        (
            "checkout", #"{"appVersion": "2.0.0", "ring": ["beta"]}"#,
            #""value":"compact","reason":"TARGETING_MATCH","variant":"entry-2","metadata":{"unusable":"ring: found an array, expected a string, a Boolean or a number"}"#
        ),
        (
            "checkout", #"{"appVersion": 2, "ring": null}"#,
            #""value":"legacy","reason":"DEFAULT","variant":"default","metadata":{"missing":"ring","unusable":"appVersion: found an integer, expected a version such as \"1.4.0\""}"#
        ),
        (
            "checkout", #"{"appVersion": "2.0.0", "ring": 5}"#,
            #""value":"compact","reason":"TARGETING_MATCH","variant":"entry-2","metadata":{"unusable":"ring is a number, but a string is needed"}"#
        ),
        (
            "half", #"{"targetingKey": 12345}"#,
            #""value":1,"reason":"DEFAULT","variant":"default","metadata":{"unusable":"targetingKey: found an integer, expected a string"}"#
        ),
        (
            "checkout", #"{"ring": "beta"}"#,
            #""value":"modern","reason":"TARGETING_MATCH","variant":"rings","metadata":{"missing":"appVersion"}"#
        ),
        ("half", #"{"targetingKey": "user-1"}"#, #""value":2,"reason":"SPLIT","variant":"entry-1","metadata":{}"#),
        ("half", "{}", #""value":1,"reason":"DEFAULT","variant":"default","metadata":{"missing":"targetingKey"}"#),
        // An integer has no fraction, and a double always has one.
        (
            "limit", #"{"appVersion": "2.0.0"}"#,
            #""value":5,"reason":"TARGETING_MATCH","variant":"entry-1","metadata":{}"#
        ),
        ("ratio", #"{"appVersion": "1.0.0"}"#, #""value":1.0,"reason":"DEFAULT","variant":"default","metadata":{}"#),
        ("share", "{}", #""value":2.0,"reason":"STATIC","variant":"default","metadata":{}"#),
        ("count", "{}", #""value":3,"reason":"STATIC","variant":"default","metadata":{}"#),
        // OFREP has no type for these.
        ("list", "{}", #""value":{"value":[1,2]},"reason":"STATIC","variant":"default","metadata":{"wrapped":true}"#),
        ("nothing", "{}", #""value":{"value":null},"reason":"STATIC","variant":"default","metadata":{"wrapped":true}"#),
        ("style", "{}", #""value":{"a":[1]},"reason":"STATIC","variant":"default","metadata":{}"#),
        ("with%2Fslash", "{}", #""value":1,"reason":"STATIC","variant":"default","metadata":{}"#),
    ])
    func `a setting has a value, a reason and a variant`(_ key: String, _ context: String, _ expected: String) throws {
        let response = try TestService(Self.document).evaluate(key, context)
        expectEqual(response.status, 200)
        let name = key == "with%2Fslash" ? "with/slash" : key
        expectEqual(response.text, "{\"key\":\"\(name)\",\(expected)}")
    }

    @Test(arguments: [
        ("1.0.0", #"{"key":"\"a","value":1,"reason":"DEFAULT","variant":"default","metadata":{}}"#),
        ("2.0.0", #"{"key":"\"a","value":2,"reason":"TARGETING_MATCH","variant":"entry-2","metadata":{}}"#),
        (
            "3.0.0",
            #"{"key":"\"a","value":{"value":null},"reason":"TARGETING_MATCH","variant":"\"n","metadata":{"wrapped":true}}"#
        ),
    ])
    func `entries that are discarded, and settings before, shift no value`(_ version: String, _ expected: String) throws
    {
        let service = try TestService(
            #"""
            {
              "before": { "defaultValue": 0, "valuesByVersion": [{ "appVersion": "*", "value": 9 }] },
              "\"a": { "defaultValue": 1, "valuesByVersion": [
                { "appVersion": "?", "value": 8 }, { "appVersion": "2.0.0", "value": 2 },
                { "name": "\"n", "appVersion": ">=3.0.0", "value": null } ] },
              "after": 4
            }
            """#)
        expectEqual(service.evaluate("%22a", #"{"appVersion": "\#(version)"}"#).text, expected)
    }

    @Test func `an unknown setting is 404`() throws {
        let response = try TestService(Self.document).evaluate("Checkout")
        expectEqual(response.status, 404)
        expectEqual(
            response.text,
            #"{"key":"Checkout","errorCode":"FLAG_NOT_FOUND","errorDetails":"the document has no setting of the name \"Checkout\"; names are case-sensitive"}"#
        )
    }

    @Test func `a setting without a value is an error of the server, and an item of all values`() throws {
        let service = try TestService(Self.document)
        let response = service.evaluate("bad")
        // OFREP lists few codes. Ours is in the metadata.
        expect(response.status == 500 && response.text.hasPrefix(#"{"key":"bad","errorCode":"GENERAL","#))
        expect(response.text.hasSuffix(#","metadata":{"code":"TYPE_MISMATCH"}}"#))
        let all = service.send(.post, "/ofrep/v1/evaluate/flags", "{}")
        expectEqual(all.status, 200)
        expect(all.text.contains(#"{"key":"bad","errorCode":"GENERAL","#))
        expect(all.text.contains(#"{"key":"payments","value":false"#))
    }

    @Test(arguments: [
        ("", "PARSE_ERROR"), ("x", "PARSE_ERROR"), ("[]", "PARSE_ERROR"), ("null", "PARSE_ERROR"),
        (#"{"context": {"a": 1, "a": 2}}"#, "PARSE_ERROR"),
        (#"{"context": {"a": [[[[[[[1]]]]]]]}}"#, "INVALID_CONTEXT"),
    ])
    func `a body that is not an object, or exceeds a limit, is 400`(_ body: String, _ code: String) throws {
        let response = try TestService(Self.document).send(.post, "/ofrep/v1/evaluate/flags/payments", body)
        expectEqual(response.status, 400)
        expectEqual(response.errorCode, code)
        expect(response.text.hasPrefix(#"{"key":"payments","errorCode":"#))
    }

    @Test(arguments: ["{}", #"{"context": null}"#, #"{"context": 5}"#, #"{"context": {"": 1, "2x": 2, "date": 3}}"#])
    func `any other body is answered`(_ body: String) throws {
        let response = try TestService(Self.document).send(.post, "/ofrep/v1/evaluate/flags/payments", body)
        expectEqual(response.status, 200)
    }

    @Test func `a context may have as many members as the limit, and no more`() throws {
        let service = try TestService(Self.document)
        func context(_ count: Int) -> String { "{" + (0..<count).map { "\"a\($0)\": 1" }.joined(separator: ", ") + "}" }
        expectEqual(service.evaluate("payments", context(128)).status, 200)
        let response = service.evaluate("payments", context(129))
        expect(response.status == 400 && response.errorCode == "INVALID_CONTEXT")
    }
}
