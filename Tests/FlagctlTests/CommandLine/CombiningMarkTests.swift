import FlagImport
import TestSupport
import Testing

@testable import flagctl

/// Arguments are cut at bytes: `=` before a combining mark is still `=`. `.ci/check-text.py` finds other places.
@Suite(.blocking)
struct CombiningMarkTests {
    private static let template = #"""
        {"conditions": [{"name": "c", "expression": "app.id == '1'"}],
         "parameters": {"p": {"defaultValue": {"useInAppDefault": true}, "conditionalValues": {"c": {"value": "x"}}},
                        "\u00e9": {"defaultValue": {"useInAppDefault": true}}}}
        """#

    @Test(
        arguments: [
            (["--default", "p=\u{301}x"], "\"defaultValue\": \"\u{301}x\"", ""),
            (["--default", "\u{e9}=1"], "\"\u{e9}\": {", ""),
            // The other spelling of the letter is another name.
            (["--default", "e\u{301}=1"], "", "--default \"e\\u0301\": the file has no such parameter"),
            (["--default", "p=1", "--app", "1=\u{301}ios"], "\"\u{301}ios\"", ""),
            (["--default", "p=1", "--report", "json=\u{301}out.json"], "\"defaultValue\": \"1\"", ""),
        ])
    func `an option of import is cut before a combining mark`(
        _ words: [String], _ output: String, _ error: String
    ) throws {
        let scratch = try Scratch()
        try scratch.write(Self.template, to: "t.json")
        let run = try scratch.flagctl(["import", "firebase"] + words + ["t.json"])
        expect((output.isEmpty || run.output.containsBytes(of: output)) && run.error.contains(error), "\(run)")
        expectEqual(run.status, (error.isEmpty ? 1 : 2))
        if words.contains("--report") { try expect(scratch.read("\u{301}out.json").hasPrefix("{\"schema\"")) }
    }

    /// A name in another spelling of a letter is another name, also where a signature is trusted.
    @Test(
        arguments: [("\u{e9}", "\u{e9}", 0), ("\u{e9}", "e\u{301}", 1), ("e\u{301}", "\u{e9}", 1)]
            as [(String, String, Int32)])
    func `a trusted name is compared by its bytes`(_ signed: String, _ trusted: String, _ status: Int32) throws {
        let scratch = try Scratch()
        try scratch.write("{\"a\": 1}", to: "a.json")
        for rules in [
            ("--document", "document", [], ""),
            ("--environment", "environment", ["--document", "d"], #""document": "d", "#),
        ] {
            try #require(try scratch.flagctl("keygen", "--output", rules.1).status == 0)
            let run = try scratch.flagctl(
                ["sign", "--key", "\(rules.1).pem", rules.0, signed, "--version", "1"] + rules.2 + ["a.json"])
            try scratch.write(run.output, to: "signed.json")
            let key = try scratch.read("\(rules.1).pub.pem").replacing("\n", with: "\\n")
            try scratch.write("{\"keys\": [\"\(key)\"], \(rules.3)\"\(rules.1)\": \"\(trusted)\"}", to: "trust.json")
            let verified = try scratch.flagctl("verify", "--trust", "trust.json", "signed.json")
            expectEqual(verified.status, status, "\(run) \(verified)")
        }
    }

    @Test(
        arguments: [
            ("A..\u{301}B", "\u{301}B"), ("A..B", "B"), ("A...B", "B"), ("..", ""), ("A", nil), ("A.B", nil),
        ])
    func `a range of revisions is cut at its dots`(_ text: String, _ end: String?) {
        expectEqual(RevisionPath.end(ofRange: text).map { Array($0.utf8) }, end.map { Array($0.utf8) })
    }
}

extension String {
    fileprivate func containsBytes(of other: String) -> Bool {
        let (bytes, part) = (Array(utf8), Array(other.utf8))
        return bytes.indices.contains { bytes[$0...].starts(with: part) }
    }
}
