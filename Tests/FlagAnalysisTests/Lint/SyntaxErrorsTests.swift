import FlagResolver
import TestSupport
import Testing

@testable import FlagAnalysis

/// All syntax errors of a text, where parsing can continue.
struct SyntaxErrorsTests {
    /// The offset and the message of each error.
    private func errors(_ text: String, limits: JSONLimits = JSONLimits()) -> [String] {
        let bytes = Array(text.utf8)
        do throws(JSONSyntaxError) {
            _ = try JSONTree(parsing: bytes, limits: limits)
            return []
        } catch {
            return SyntaxErrors(error, in: bytes, limits: limits).findings.map { "\($0.span.lowerBound) \($0.message)" }
        }
    }

    @Test(
        arguments: [
            (#"{"a": tru, "b": nul}"#, ["6 found `tru`", "16 found `nul`"]),
            (
                #"{"a": NaN, "b": -Infinity, "c": 01}"#,
                ["6 found `NaN`", "16 found `-Infinity`", "32 malformed number `01`"]
            ),
            (#"{"a": [1 2 3], "b": {"c": 1 "d": 2}}"#, ["9 missing comma", "11 missing comma", "28 missing comma"]),
            (#"{"a": [1,], "b": {"c": 1,},}"#, ["8 trailing comma", "24 trailing comma", "26 trailing comma"]),
            (
                "{\"a\": 1, // one\n\"b\": 2 # two\n/* three */}",
                ["9 found a comment", "23 found a comment", "29 found a comment"]
            ),
            (#"{'a': 'x', “b”: 1}"#, ["1 found `'`", "6 found `'`", "11 found `“`"]),
            (#"{a: 1, b: 2, c: {d: 3}}"#, ["1 found `a`", "7 found `b`", "13 found `c`", "17 found `d`"]),
            (
                #"{"a": "\q", "b": "\u12", "c": "\ud800"}"#,
                ["7 found `q`", "18 found `\\u12`", "31 found the unpaired"]
            ),
            (
                "{\"a\": \"\t\", \"b\": \"\u{1}\"}",
                ["7 found the control character U+0009", "17 found the control character U+0001"]
            ),
            (#"{"a": 1, "a": 2, "a": 3, "b": tru}"#, ["9 duplicate key", "17 duplicate key", "30 found `tru`"]),
            (#"{"a" = 1, "b" => 2, "c" 3}"#, ["5 found `=`", "14 found `=`", "24 found `3`"]),
            (#"{"a": , "b": }"#, ["6 found `,`", "13 found `}`"]),
            (#"{"a": [1,,2], ,"b": 1}"#, ["9 found `,`", "14 found `,`"]),
            ("\u{FEFF}{\"a\": tru}", ["0 found a byte order mark", "9 found `tru`"]),
            ("{\"a\":\u{A0}tru,\u{A0}\"b\": 1}", ["5 found", "7 found `tru`", "11 found"]),
            (#"{"a": 1e999, "b": +1, "c": .5}"#, ["6 the number", "18 malformed number", "27 malformed number"]),
        ])
    func `parsing continues after errors with one obvious correction`(_ text: String, _ expected: [String]) {
        let found = errors(text)
        expectEqual(found.count, expected.count, "\(found)")
        for (error, start) in zip(found, expected) { expect(error.hasPrefix(start), "\(found)") }
    }

    @Test(
        arguments: [
            // A quotation mark that is missing, or not escaped: nobody knows where the string ends.
            "{\"a\": \"one\n, \"b\": tru}", #"{"a": "he said "hi" there", "b": tru}"#,
            #"{"a": "one" "two", "b": tru x}"#,
            #"{"a": 'it's', "b": tru}"#, #"{"a": 'say "no"', "b": tru}"#, #"{"a": hello world, "b": tru}"#,
            #"{"a": 1,5, "b": tru}"#, #"{"a": [1, 2}, "b": tru}"#, "{\"a\": 1\n<<<<<<< HEAD\n\"b\": tru}",
            "payments:\n  on: tru\n", "<html>tru</html>", "", #"{"foo-bar": 1, foo-bar: 2, "b": tru}"#,
            #"{"a": 1} {"b": tru}"#, "{\"a\": /* tru, \"b\": tru}",
        ])
    func `nothing is reported that another error may cause`(_ text: String) {
        expectEqual(errors(text).count, 1, "\(errors(text))")
    }

    @Test func `keys that only a correction makes equal are no duplicates`() {
        expectEqual(errors(#"{"\q": 1, "x": 2}"#).count, 1)
        expectEqual(errors(#"{a: 1, "a": 2}"#).count, 2)
    }

    @Test func `the number of errors is limited`() {
        let text = "[\(String(repeating: "tru,", count: 1000))1]"
        expectEqual(errors(text).count, SyntaxErrors.maximumCount)
        let comments = "[\(String(repeating: "// x\n", count: 1000))1]"
        expectEqual(errors(comments).count, SyntaxErrors.maximumCount)
    }

    @Test func `a text that is larger than the limit is not searched`() {
        expectEqual(errors(#"{"a": tru, "b": tru}"#, limits: JSONLimits(byteCount: 10)).count, 1)
    }

    /// Faults on lines of their own are reported on these lines, and on no others.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func `each fault is reported once`(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let good = [#""k": 1,"#, #""k": [1, 2],"#, #""k": {"x": "y"},"#, #""k": null,"#]
        let faulty = [
            #""k": tru,"#, #""k": [1,],"#, #"'k': 1,"#, #"k: 1,"#, #""k": "\q","#, #""k": 01,"#, #""k": 1, // one"#,
            #""k": 1,,"#,
            #""k" = 1,"#, #""k": [1 2],"#, #""k": {"x": 1 "y": 2},"#, "\"k\": \"\t\",", #""k": ,"#,
        ]
        var lines = ["{"]
        var expected: [Int] = []
        for number in 1...20 {
            let isFaulty = expected.count < 15 && Bool.random(using: &random)
            if isFaulty { expected.append(number) }
            let line = (isFaulty ? faulty : good).randomElement(using: &random) ?? ""
            // Every key is another one.
            lines.append(
                line.split(separator: "k", maxSplits: 1, omittingEmptySubsequences: false).joined(
                    separator: "k\(number)"))
        }
        let text = (lines + ["\"end\": 1}"]).joined(separator: "\n")
        let bytes = Array(text.utf8)
        do throws(JSONSyntaxError) {
            _ = try JSONTree(parsing: bytes)
            expect(expected.isEmpty)
        } catch {
            let findings = SyntaxErrors(error, in: bytes, limits: JSONLimits()).findings
            let found = findings.map { finding in
                bytes[..<finding.span.lowerBound].count { $0 == UInt8(ascii: "\n") }
            }
            expectEqual(found, expected, "\(text)")
        }
    }

    @Test(
        arguments: [
            (#"{"a": True, "b": None}"#, #"{"a": true, "b": null}"#),
            ("{\"a\": [1,],\n \"b\": 2,\n}", "{\"a\": [1],\n \"b\": 2\n}"),
            ("{\"a\": {\"c\": 1}\n \"b\": 2}", "{\"a\": {\"c\": 1},\n \"b\": 2}"),
            (
                "{ // one\n  // two\n  \"a\": 1, /* three */\n  \"b\":/* four */2 # five\n}",
                "{\n  \"a\": 1,\n  \"b\": 2\n}"
            ),
            ("{\n  # one\r\n  \"a\": 1\n}\n// two", "{\n  \"a\": 1\n}\n"),
            ("{'a': 'x', “b”: 1, \"c\" = 2}", #"{"a": "x", "b": 1, "c" : 2}"#),
            ("\u{FEFF}{\"a\":\u{A0}1,, \"b\": 2}", #"{"a": 1, "b": 2}"#),
        ])
    func `a text is corrected, and what is correct stays as it is`(_ text: String, _ expected: String) {
        let corrected = SyntaxErrors.corrected(Array(text.utf8), limits: JSONLimits())
        expectEqual(corrected.map { String(decoding: $0, as: UTF8.self) }, expected)
    }

    @Test(
        arguments: [
            #"{"a": 01}"#, #"{"a": maybe}"#, #"{"a": }"#, #"{"a": 1, "a": 2}"#, #"{"a": [1,,2]}"#, #"{"a": "\q"}"#,
            #"{"a": 1"#,
            #"{"a": "he said "hi" there"}"#, "{\"a\": 1 /* open }", "", "[", "{\"a\": \"\t\"}",
        ])
    func `a text is not corrected where that would be a guess`(text: String) {
        expectNil(SyntaxErrors.corrected(Array(text.utf8), limits: JSONLimits()))
    }

    @Test func `a long text with many errors is corrected`() {
        let text = "{" + (0..<500).map { "\"k\($0)\": { \"a\": 1, }," }.joined(separator: "\n") + "}"
        let corrected = SyntaxErrors.corrected(Array(text.utf8), limits: JSONLimits())
        let document = corrected.flatMap { try? SettingsDocument(parsing: $0) }
        expectEqual(document?.count, 500)
    }
}
