import TestSupport
import Testing

@testable import flagctl

/// An option that allows a finding is reported when there is none, as an unused `"$allow"` is.
@Suite(.blocking)
struct UnusedAllowOptionTests {
    private static let template = #"""
        {"conditions": [{"name": "c", "expression": "device.os == 'ios'"}, {"name": "d", "expression": "percent <= 5"}],
         "parameters": {"exact": {"defaultValue": {"value": "1"}, "conditionalValues": {"c": {"value": "2"}}},
                        "other": {"defaultValue": {"value": "1"}, "conditionalValues": {"d": {"value": "2"}}}}}
        """#

    @Test(
        arguments: [
            ("diff --frozen * --allow a old.json new.json", "", 0),
            ("diff --frozen * --allow a --allow b old.json new.json", "--allow b", 0),
            ("diff --frozen * --allow * old.json new.json", "", 0),
            ("release 2 --previous 1 --against HEAD --allow a app.json", "", 0),
            ("release 2 --previous 1 --against HEAD --allow a --allow b app.json", "--allow b", 0),
            ("import firebase --accept other t.json", "", 0),
            ("import firebase --accept other --accept exact t.json", "--accept exact", 0),
        ] as [(String, String, Int32)])
    func `an option that allows nothing is reported`(_ line: String, _ unused: String, _ status: Int32) throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1, "b": 1}"#, to: "old.json")
        try scratch.write(#"{"a": 2, "b": 1}"#, to: "new.json")
        try scratch.write(#"{"a": 1, "b": 1}"#, to: "app.json")
        try scratch.write(Self.template, to: "t.json")
        try scratch.makeRepository()
        try scratch.write(#"{"a": 2, "b": 1}"#, to: "app.json")
        let run = try scratch.flagctl(line.split(separator: " ").map(String.init))
        let warnings = run.error.split(separator: "\n").filter { $0.contains("nothing was found that this allows") }
        let expected = unused.isEmpty ? [] : ["\(unused): warning: nothing was found that this allows"]
        expect(warnings.map(String.init) == expected && run.status == status, "\(run)")
    }
}
