import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct CheckConstraintTests {
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write(
            #"""
            {
              "$minimumVersion": "1.0.0",
              "limit": {
                "owner": "shop",
                "minimum": 1,
                "maximum": 10.5,
                "defaultValue": 0,
                "valuesByVersion": [
                  { "appVersion": ">=2.0.0", "value": 10.50 },
                  { "appVersion": ">=1.0.0", "when": { "country": "DE" }, "value": 1e2 }
                ]
              },
              "hosts": { "elementType": "string", "defaultValue": ["a", 1, null] },
              "wallet": { "owner": "payments", "expires": "2026-12-01", "defaultValue": true }
            }
            """#, to: "app.json")
        return scratch
    }

    @Test func `values are compared with the constraints of their setting, and no value changes`() throws {
        let scratch = try scratch()
        let run = try scratch.flagctl("check", "--format", "github", "app.json")
        expectEqual(run.status, 1)
        let errors = run.output.split(separator: "\n").filter { $0.hasPrefix("::error") }
        let messages = errors.compactMap { $0.split(separator: "::").last.map(String.init) }
        expectEqual(
            messages,
            [
                #"in "limit": the value 0 is below the "minimum", 1%0Anote: app.json:5:16: the bound is here%0Ahelp: correct it, or change the bound"#,
                #"in "limit": the value 1e2 is above the "maximum", 10.5%0Anote: app.json:6:16: the bound is here%0Ahelp: correct it, or change the bound"#,
                #"in "hosts": element 2 is an integer, expected a string as declared"#,
                #"in "hosts": element 3 is null, expected a string as declared"#,
            ], "\(run.output)")
        let values = try scratch.flagctl("resolve", "--version", "2.0.0", "--format", "json", "app.json")
        expect(values.output.contains(#""limit":10.50,"wallet":true"#), "\(values)")
        expect(values.status == 0 && !values.error.contains("minimum"))
        let formatted = try scratch.flagctl("fmt", "--check", "app.json")
        expect(formatted.status < 2)
    }

    @Test(
        arguments: [
            (#""minimum": "1""#, "\"minimum\" is a string, expected a number"),
            (#""minimum": 3, "maximum": 2"#, "\"maximum\" is 2, less than \"minimum\", 3"),
            (#""type": "string", "maximum": 2"#, "\"maximum\" has no effect: the setting is declared as a string"),
            (#""elementType": "strings""#, "did you mean \"string\"?"),
            (#""elementType": ["string"]"#, "\"elementType\" is an array, expected the name of a type"),
            (#""type": "boolean", "elementType": "string""#, "\"elementType\" has no effect"),
            (#""expires": "2026-13-01""#, "\"expires\" is \"2026-13-01\", expected a date"),
            (#""expires": 2026"#, "\"expires\" is an integer, expected a date"),
            (#""expire": "2026-12-01""#, "did you mean \"expires\"?"), (#""minimun": 1"#, "did you mean \"minimum\"?"),
        ] as [(String, String)])
    func `a constraint that cannot be checked is an error`(_ members: String, _ message: String) throws {
        let scratch = try Scratch()
        try scratch.write("{ \"s\": { \(members), \"defaultValue\": 3 } }", to: "app.json")
        let run = try scratch.flagctl("check", "app.json")
        expect(run.status == 1 && run.output.contains(message), "\(run)")
    }

    @Test func `check and stale report settings that have expired, with their owners`() throws {
        let scratch = try scratch()
        expect(!(try scratch.flagctl("check", "app.json").output.contains("expired")))
        let early = try scratch.flagctl("check", "--at", "2026-11-30T23:59:59Z", "app.json")
        expect(!early.output.contains("expired"), "\(early)")
        let check = try scratch.flagctl("check", "--at", "2026-12-01T00:00:00Z", "app.json")
        let message = #"app.json:14:47: warning: "wallet" expired on 2026-12-01 [expired-setting]"#
        expect(check.output.contains(message), "\(check)")
        expect(
            check.output.contains(#"help: delete it and the code that reads it, or move the date; "payments" owns it"#))
        let owners = try scratch.flagctl("check", "--at", "2026-12-01T00:00:00Z", "--owners", "app.json")
        expect(owners.output.contains("payments    0 errors  1 warning   wallet\n"), "\(owners)")
        let stale = try scratch.flagctl("stale", "--at", "2026-12-01T00:00:00Z", "app.json")
        expect(stale.status == 1 && stale.output.contains(message), "\(stale)")
        expect(stale.error.contains("1 setting expired"), "\(stale)")
        let mine = try scratch.flagctl("stale", "--at", "2026-12-01T00:00:00Z", "--owners", "app.json")
        expectEqual(mine.output, "payments  0 errors  1 warning  0 notes  wallet\n", "\(mine)")
        let json = try scratch.flagctl(
            "stale", "--at", "2026-12-01T00:00:00Z", "--owners", "--format", "json", "app.json")
        expect(
            json.output.contains(
                #""owners":[{"owner":"payments","errors":0,"warnings":1,"notes":0,"settings":["wallet"]}]"#)
                && json.output.contains(#""expired":[{"#), "\(json)")
        let github = try scratch.flagctl("stale", "--at", "2026-12-01T00:00:00Z", "--format", "github", "app.json")
        expect(github.output.contains("title=expired-setting::"), "\(github)")
        try expectEqual(scratch.flagctl("stale", "app.json").status, 0)
    }
}
