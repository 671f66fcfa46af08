import FlagResolver
import Testing

struct TextTests {
    @Test(arguments: [(0, 10, false, "000"), (7, 10, false, "007"), (1_234, 10, false, "1234"), (171, 16, true, "0AB")])
    func `A number is padded with zeros, and never cut`(number: Int, radix: Int, uppercase: Bool, text: String) {
        #expect(number.padded(to: 3, radix: radix, uppercase: uppercase) == text)
    }

    @Test(
        arguments: [
            ("", ""), ("abcd", "abcd"), ("abcde", "abc…"), ("äöüß", "äöüß"), ("äöüße", "äöü…"),
            // Five Unicode scalars, and one `Character`.
            ("e\u{301}\u{302}\u{303}\u{304}", "e\u{301}\u{302}…"),
        ])
    func `A text that is too long ends in an ellipsis`(text: String, shown: String) {
        #expect(text.shortened(to: 4) == shown)
    }
}
