import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct CheckOwnersTests {
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write(
            #"""
            {
              "a": { "owner": "ada", "type": "integer", "defaultValue": "x" },
              "b": { "owner": "bob", "defaultValue": 1, "valuesByVersion": [{ "appVersion": ">=2 <1", "value": 2 }] },
              "c": { "owner": 7, "defaultValue": 1, "valuesByVersion": [{ "appVersion": "*", "value": 2 }] },
              "d": { "owner": "ada", "defaultValue": 1, "valuesByVersion": [{ "appVersion": "v2", "value": 2 }] },
              "e": 1
            }
            """#, to: "app.json")
        return scratch
    }

    @Test func `the findings of each owner are counted, the most errors first`() throws {
        let scratch = try scratch()
        let run = try scratch.flagctl("check", "--owners", "app.json")
        expectEqual(
            run.output,
            """
            ada         1 error  0 warnings  a
            bob         1 error  0 warnings  b
            (no owner)  1 error  0 warnings  c

            """, "\(run)")
        expectEqual(run.status, 1)
        let notes = try scratch.flagctl("check", "--owners", "--notes", "app.json")
        expect(notes.output.hasPrefix("ada         1 error  0 warnings  3 notes  a, d\n"), "\(notes)")
    }

    @Test func `JSON names the owner of each finding, and counts with the option`() throws {
        let scratch = try scratch()
        let run = try scratch.flagctl("check", "--owners", "--format", "json", "app.json")
        expect(
            run.output.contains(
                #""owners":[{"owner":"ada","errors":1,"warnings":0,"notes":3,"settings":["a","d"]},{"owner":"bob","#),
            "\(run.output)")
        expect(run.output.contains(#""setting":"b","owner":"bob","message":"#), "\(run.output)")
        let plain = try scratch.flagctl("check", "--format", "json", "app.json")
        expect(!plain.output.contains(#""owners""#) && plain.output.contains(#""owner":"bob""#))
    }

    @Test func `a violated policy names the owner in JSON`() throws {
        let scratch = try scratch()
        let run = try scratch.flagctl("prove", "-e", "for *: d == 1", "--format", "json", "app.json")
        expect(run.output.contains(#""name":"d","owner":"ada","#), "\(run.output)")
    }
}
