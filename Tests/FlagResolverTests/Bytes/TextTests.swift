import FlagResolver
import TestSupport
import Testing

struct TextTests {
    @Test(arguments: [(0, 10, false, "000"), (7, 10, false, "007"), (1_234, 10, false, "1234"), (171, 16, true, "0AB")])
    func `A number is padded with zeros, and never cut`(number: Int, radix: Int, uppercase: Bool, text: String) {
        expectEqual(number.padded(to: 3, radix: radix, uppercase: uppercase), text)
    }

    @Test(
        arguments: [
            ("", ""), ("abcd", "abcd"), ("abcde", "abc…"), ("äöüß", "äöüß"), ("äöüße", "äöü…"),
            // Five Unicode scalars, and one `Character`.
            ("e\u{301}\u{302}\u{303}\u{304}", "e\u{301}\u{302}…"),
        ])
    func `A text that is too long ends in an ellipsis`(text: String, shown: String) {
        expectEqual(text.shortened(to: 4), shown)
    }

    @Test(
        arguments: [
            ("x=y", "x", "y"), ("x=\u{301}z", "x", "\u{301}z"), ("=", "", ""), ("a=b=c", "a", "b=c"),
            ("é=\u{20E3}", "é", "\u{20E3}"),
        ])
    func `a text is divided at a byte, whatever mark follows`(text: String, before: String, after: String) throws {
        let (first, second) = try #require(text.divided(at: "="))
        expect(first.hasSameBytes(as: before) && second.hasSameBytes(as: after))
        expectEqual(
            text.parts(separatedBy: "=", maxSplits: 1).map { Array($0.utf8) },
            [
                Array(before.utf8), Array(after.utf8),
            ])
        expect(text.containsByte("=") && !before.containsByte("="))
    }

    @Test func `a prefix and a suffix are compared by their bytes`() {
        expect(
            "--\u{301}x".starts(withBytesOf: "--")
                && "--\u{301}x".after(prefix: "--")?.hasSameBytes(as: "\u{301}x") == true)
        expect(!"e\u{301}".starts(withBytesOf: "é") && "e\u{301}".starts(withBytesOf: "e"))
        expect("x.json".before(suffix: ".json") == "x" && "x.json\u{301}".before(suffix: ".json") == nil)
        expect(!"é".hasSameBytes(as: "e\u{301}"))
        expect("a".after(prefix: "ab") == nil && "".after(prefix: "") == "")
    }

    @Test(
        arguments: [
            ("\"a b\"", "\"a b\""), ("\"a  b\"", "\"a \\u0020b\""), ("\"   \"", "\" \\u0020\\u0020\""),
        ])
    func `of several spaces, all but the first are escaped`(json: String, escaped: String) {
        expectEqual(JSONWriter.escapingRepeatedSpaces(in: json), escaped)
    }
}
