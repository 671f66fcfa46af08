import FlagResolver
import TestSupport
import Testing

struct SpellingTests {
    @Test(
        arguments: [
            ("verison", "version"), ("vers", "version"), ("fromat", "format"), ("flg", "flag"), ("Flag", "flag"),
            ("stdinname", "stdin-name"), ("paymnets", "payments"),
        ] as [(String, String)])
    func `a near miss finds the name that was meant`(_ given: String, _ meant: String) {
        let names = ["version", "format", "flag", "stdin-name", "payments", "color"]
        let found = Spelling.nearest(to: given, in: names)
        expectEqual(found, (given == "vers" ? nil : meant))
    }

    @Test(arguments: ["x", "", "completely-else", String(repeating: "version", count: 40)])
    func `without a similar name there is no suggestion`(_ given: String) {
        expectNil(Spelling.nearest(to: given, in: ["version", "format"]))
    }

    @Test func `of equally near names the first in order is suggested, whatever order they come in`() {
        expectEqual(Spelling.nearest(to: "cat", in: ["car", "bat"]), "bat")
        expectEqual(Spelling.nearest(to: "cat", in: ["bat", "car"]), "bat")
    }

    @Test func `two spellings of one letter are two names`() {
        expectEqual(Spelling.nearest(to: "caf\u{E9}", in: ["cafe\u{301}"]), "cafe\u{301}")
    }
}
