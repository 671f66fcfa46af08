import FlagResolver
import TestSupport
import Testing

/// A text that is refused, the reason, and where.
struct RefusedText: Sendable, CustomTestStringConvertible {
    let text: String
    let kind: VersionSyntaxError.Kind
    let offset: Int
    let found: String

    init(_ text: String, _ kind: VersionSyntaxError.Kind, at offset: Int, _ found: String) {
        self.text = text
        self.kind = kind
        self.offset = offset
        self.found = found
    }

    var testDescription: String { text }

    func check(_ error: VersionSyntaxError?) {
        expectEqual(error?.kind, kind)
        expectEqual(error?.offset, offset)
        expectEqual(error?.found, found)
        expectEqual(error?.length, found.utf8.count)
    }
}

struct VersionSyntaxErrorTests {
    @Test(arguments: [
        RefusedText("", .emptyVersion, at: 0, ""), RefusedText(" \t ", .emptyVersion, at: 3, ""),
        RefusedText("1..2", .expectedNumber, at: 2, ".2"), RefusedText("1.2.", .expectedNumber, at: 4, ""),
        RefusedText(".1", .expectedNumber, at: 0, ".1"), RefusedText("v", .expectedNumber, at: 1, ""),
        RefusedText("vv1", .expectedNumber, at: 1, "v1"), RefusedText("v 1", .expectedNumber, at: 1, ""),
        RefusedText("alpha", .expectedNumber, at: 0, "alpha"), RefusedText("1.x", .expectedNumber, at: 2, "x"),
        RefusedText("-1.2", .expectedNumber, at: 0, "-1.2"), RefusedText("*", .expectedNumber, at: 0, "*"),
        RefusedText("1.4.0 (532)", .textAfterVersion, at: 6, "(532)"),
        RefusedText("1.4.0b", .textAfterVersion, at: 5, "b"), RefusedText("1,2", .textAfterVersion, at: 1, ",2"),
        RefusedText("1.2 .3", .textAfterVersion, at: 4, ".3"),
        RefusedText("1.0.0-\u{E1}", .emptyPrerelease, at: 6, "\u{E1}"),
        RefusedText("1.0.0-a\u{E1}", .textAfterVersion, at: 7, "\u{E1}"),
        RefusedText("1.2.3-", .emptyPrerelease, at: 6, ""),
        RefusedText("1.2.3-a..b", .emptyPrerelease, at: 8, ".b"),
        RefusedText("1.2.3-01", .leadingZero, at: 6, "01"), RefusedText("1.2.3-a.00", .leadingZero, at: 8, "00"),
        RefusedText("1.2.3+", .emptyBuild, at: 6, ""), RefusedText("1.2.3+a+b", .textAfterVersion, at: 7, "+b"),
        RefusedText("1.2\u{0}", .textAfterVersion, at: 3, "\u{0}"),
    ])
    func `the error for an invalid version says why and where`(refused: RefusedText) {
        refused.check(#expect(throws: VersionSyntaxError.self) { try AppVersion(parsing: refused.text) })
        expectNil(AppVersion(refused.text))
    }

    @Test(arguments: [
        (
            ">=1.4.0; <2",
            "\";\" at offset 7 does not separate comparators; write a space or a comma, as in >=1.4.0 <2.0.0"
        ),
        ("<>2.0.0", "\"<>\" at offset 0 is not an operator; write != for all other versions"),
        ("2.0.O", "\"O\" at offset 4 is a letter; write the digit 0"),
        (
            "iOS 2.0",
            "\"iOS\" at offset 0 names a platform, and a requirement is about the app version; write that alone, as in >=2.0.0"
        ),
        (
            "build 55",
            "\"build\" at offset 0 is not a version; write the build as the fourth number of one, as in 1.4.0.532"
        ),
        ("from 1.4 to 2", "\"from\" at offset 0 is no comparator; write both bounds, as in >=1.4.0 <2.0.0"),
        (">=\u{FF12}.0", "the digit \"\u{FF12}\" in \"\u{FF12}.0\" at offset 2 is not ASCII; write 2"),
    ])
    func `an error says what to write instead of common habits`(_ text: String, _ message: String) {
        let error = #expect(throws: VersionSyntaxError.self) { try VersionRequirement(parsing: text) }
        expectEqual(error.map { "\($0)" }, message)
    }

    @Test(arguments: [
        RefusedText("", .emptyRequirement, at: 0, ""), RefusedText(" \r\n", .emptyRequirement, at: 3, ""),
        RefusedText("||", .emptyAlternative, at: 0, "||"), RefusedText("1 ||", .emptyAlternative, at: 4, ""),
        RefusedText("|| 1", .emptyAlternative, at: 0, "||"),
        RefusedText("1 || || 2", .emptyAlternative, at: 5, "||"),
        RefusedText("1|2", .singleBar, at: 1, "|"), RefusedText("|1", .singleBar, at: 0, "|"),
        RefusedText("1 ||| 2", .singleBar, at: 4, "|"),
        RefusedText("x", .wildcardWithoutNumber, at: 0, "x"), RefusedText("=*", .wildcardWithoutNumber, at: 1, "*"),
        RefusedText("=x", .wildcardWithoutNumber, at: 1, "x"),
        RefusedText(">= *", .wildcardWithoutNumber, at: 3, "*"),
        RefusedText("1.x.x", .wildcardNotLast, at: 3, ".x"), RefusedText("1.x-rc", .wildcardNotLast, at: 3, "-rc"),
        RefusedText("1.xy", .wildcardNotLast, at: 3, "y"), RefusedText("1.*+1", .wildcardNotLast, at: 3, "+1"),
        RefusedText(">=1.x", .wildcardAfterOperator, at: 4, "x"),
        RefusedText("~1.x", .wildcardAfterOperator, at: 3, "x"),
        RefusedText("!=1.4.*", .wildcardAfterOperator, at: 6, "*"),
        RefusedText("^1.X", .wildcardAfterOperator, at: 3, "X"),
        RefusedText(",1", .misplacedComma, at: 0, ","), RefusedText("1,", .misplacedComma, at: 1, ","),
        RefusedText(">=1 , ", .misplacedComma, at: 4, ","), RefusedText("1,,2", .misplacedComma, at: 2, ","),
        RefusedText("1, ,2", .misplacedComma, at: 3, ","), RefusedText("1, || 2", .misplacedComma, at: 1, ","),
        RefusedText("1 || ,2", .misplacedComma, at: 5, ","),
        RefusedText(">=1<2", .missingSeparator, at: 3, "<2"), RefusedText("1.x<2", .missingSeparator, at: 3, "<2"),
        RefusedText("1=", .missingSeparator, at: 1, "="), RefusedText("**", .missingSeparator, at: 1, "*"),
        RefusedText("=>1", .unknownOperator, at: 0, "=>"), RefusedText("=<1", .unknownOperator, at: 0, "=<"),
        RefusedText("===1", .unknownOperator, at: 0, "==="), RefusedText("!1", .unknownOperator, at: 0, "!"),
        RefusedText("<>1", .unknownOperator, at: 0, "<>"), RefusedText("~>1", .unknownOperator, at: 0, "~>"),
        RefusedText("~=1", .unknownOperator, at: 0, "~="), RefusedText(">=1 ^=2", .unknownOperator, at: 4, "^="),
        RefusedText(">=", .missingVersion, at: 2, ""), RefusedText("> ", .missingVersion, at: 2, ""),
        RefusedText(">= || 1", .missingVersion, at: 3, "||"), RefusedText(">=,1", .missingVersion, at: 2, ","),
        RefusedText("> >1", .missingVersion, at: 2, ">1"), RefusedText(">=beta", .missingVersion, at: 2, "beta"),
        RefusedText(">=1.4.0 (532)", .expectedComparator, at: 8, "(532)"),
        RefusedText("latest", .expectedComparator, at: 0, "latest"),
        RefusedText("1.4.0b", .textAfterVersion, at: 5, "b"),
        RefusedText("1..2", .expectedNumber, at: 2, ".2"), RefusedText(">=1.", .expectedNumber, at: 4, ""),
        RefusedText("1.2.3-01", .leadingZero, at: 6, "01"), RefusedText("<1.2.3-", .emptyPrerelease, at: 7, ""),
        RefusedText("<1.2.3+", .emptyBuild, at: 7, ""),
        RefusedText("1.2.0 -1.4.0", .hyphenWithoutBlanks, at: 6, "-1.4.0"),
        RefusedText("1.2.0 -", .hyphenWithoutBlanks, at: 6, "-"),
        RefusedText("1.2.0- 1.4.0", .emptyPrerelease, at: 6, ""),
        RefusedText("1.2.0 - ", .hyphenEndNotPlain, at: 8, ""),
        RefusedText("- 1.2.0", .expectedComparator, at: 0, "-"),
        RefusedText(">=1 - 2", .hyphenEndNotPlain, at: 4, "-"),
        RefusedText("1 - <2", .hyphenEndNotPlain, at: 4, "<2"),
        RefusedText("1.x - 2", .hyphenEndNotPlain, at: 4, "-"),
        RefusedText("1 - 2.x", .hyphenEndNotPlain, at: 4, "2.x"),
        RefusedText("* - 2", .hyphenEndNotPlain, at: 2, "-"), RefusedText("1 - *", .hyphenEndNotPlain, at: 4, "*"),
        RefusedText(">0 1 - 2", .hyphenNotAlone, at: 5, "-"), RefusedText("1 - 2 - 3", .hyphenNotAlone, at: 6, "-"),
        RefusedText("1 - 2 <3", .hyphenNotAlone, at: 6, "<3"),
        RefusedText("1 - 2,<3", .hyphenNotAlone, at: 5, ",<3"),
        RefusedText("1 - 2b", .textAfterVersion, at: 5, "b"), RefusedText("1 - 2..3", .expectedNumber, at: 6, ".3"),
    ])
    func `the error for an invalid requirement says why and where`(refused: RefusedText) {
        refused.check(#expect(throws: VersionSyntaxError.self) { try VersionSet(parsing: refused.text) })
        #expect(throws: VersionSyntaxError.self) { try VersionRequirement(parsing: refused.text) }
    }

    /// A text for each kind of error, and how the error is described.
    private static let descriptions: [(text: String, description: String)] = [
        (" ", "the requirement is empty; write one such as \">=1.4.0\", or \"*\" for every version"),
        (
            "1..2",
            "expected a number at offset 2, found \".2\"; a version is numbers separated by single dots, such as 1.4.0"
        ),
        (
            "1.4.0b",
            "unexpected \"b\" at offset 5 after the version; remove it, or write a fourth number as in 1.4.0.532 or a "
                + "pre-release as in 1.4.0-rc.1"
        ),
        (
            "1.2.3-",
            "expected a pre-release identifier at offset 6, found the end of the text; write ASCII letters, digits or "
                + "hyphens, as in 1.4.0-rc.1"
        ),
        ("1.2.3-01", "the number \"01\" at offset 6 in the pre-release has a leading zero; remove the zero"),
        (
            "1.2.3+ ",
            "expected a build identifier at offset 6, found whitespace; what follows \"+\" is build metadata, "
                + "which does not count"
        ),
        (
            "1 || || 2",
            "expected an alternative at offset 5, found \"||\"; write comparators such as >=1.4.0 on both sides of \"||\", "
                + "or remove the \"||\""
        ),
        (
            "latest",
            "expected a comparator at offset 0, found \"latest\"; write a version such as 1.4.0, alone or after one of "
                + "= == != < <= > >= ~ ^"
        ),
        ("=>1", "\"=>\" at offset 0 is not an operator; use one of = == != < <= > >= ~ ^"),
        (">= beta", "expected a version after the operator at offset 3, found \"beta\"; write one such as 1.4.0"),
        (
            ">=1<2",
            "expected a space or a comma between comparators at offset 3, found \"<2\"; separate them, as in "
                + ">=1.4.0 <2.0.0"
        ),
        ("1,,2", "the comma at offset 2 is not between two comparators; remove it"),
        ("1 | 2", "expected \"||\" between alternatives at offset 2, found \"|\"; write two bars"),
        (
            "=x",
            "expected a number before the wildcard at offset 1, found \"x\"; write * for every version, or numbers and a "
                + "wildcard as in 1.x"
        ),
        ("1.x.x", "unexpected \".x\" at offset 3 after the wildcard; write one wildcard at the end, as in 1.4.x"),
        (
            ">=1.x",
            "unexpected wildcard at offset 4 after an operator; write the wildcard without an operator, as in 1.4.x, or "
                + "all numbers after the operator"
        ),
        (
            "1.2.0 -1.4.0",
            "expected spaces on both sides of the hyphen at offset 6, found \"-1.4.0\"; write 1.2.0 - 1.4.0, or "
                + ">=1.2.0 <=1.4.0"
        ),
        (
            "1 - 2 <3",
            "unexpected \"<3\" at offset 6 in an alternative with a hyphen range; write the range as >=1.2.0 <=1.4.0"
        ),
        (
            "1 - 2.x",
            "expected a plain version at each end of the hyphen range at offset 4, found \"2.x\"; write 1.2.0 - 1.4.0, or "
                + "use operators as in >=1.2.0 <1.4.0"
        ),
        ("1\u{1B}[31m\"", #"unexpected "\u{1b}[31m\"" at offset 1 after the version; "#),
    ]

    @Test func `the description says what was found, where and what to do`() throws {
        var kinds = Set(VersionSyntaxError.Kind.allCases)
        for (text, description) in Self.descriptions {
            let error = try #require(throws: VersionSyntaxError.self) { try VersionSet(parsing: text) }
            expect(error.description.hasPrefix(description), "\(text): \(error)")
            kinds.remove(error.kind)
        }
        let empty = #expect(throws: VersionSyntaxError.self) { try AppVersion(parsing: "") }
        expectEqual(empty?.description, "the version is empty; write one such as 1.4.0")
        expectEqual(kinds, [.emptyVersion])
    }

    @Test func `a long invalid part is shortened between characters`() {
        let text = "1 " + String(repeating: "\u{20AC}", count: 100_000)
        let error = #expect(throws: VersionSyntaxError.self) { try AppVersion(parsing: text) }
        expectEqual(error?.length, 300_000)
        expectEqual(error?.found, String(repeating: "\u{20AC}", count: 13) + "\u{2026}")
    }

    @Test(
        arguments: [
            ("1.4.0\u{A0}", "found U+00A0 (no-break space) at offset 5; write an ordinary space"),
            (">=1.4.0\u{A0}<2.0.0", "found U+00A0 (no-break space) at offset 7; write an ordinary space"),
            (">=\u{202F}1.4.0", "found U+202F (narrow no-break space) at offset 2; write an ordinary space"),
            (">=1.4.0 \u{200B}<2", "found U+200B (zero width space) at offset 8; write an ordinary space"),
            ("\u{FEFF}1.4.0", "found U+FEFF (zero width no-break space) at offset 0; write an ordinary space"),
            ("1.4.0\u{3000}", "found U+3000 (ideographic space) at offset 5; write an ordinary space"),
            (
                ">=1.4.0 (532)\u{A0}",
                "expected a comparator at offset 8, found \"(532)\u{A0}\"; write a version such as 1.4.0, alone or after "
                    + "one of = == != < <= > >= ~ ^"
            ),
        ])
    func `a space that is not an ordinary one is named`(text: String, message: String) {
        let error = #expect(throws: VersionSyntaxError.self) { try VersionSet(parsing: text) }
        expectEqual(error.map { "\($0)" }, message)
        if !text.contains("<"), !text.contains(">") {
            let error = #expect(throws: VersionSyntaxError.self) { try AppVersion(parsing: text) }
            expectEqual(error.map { "\($0)" }, message)
        }
    }
}
