import FlagResolver
import TestSupport
import Testing

/// Rule 8 of the design: when two values are the same JSON.
struct JSONEqualityTests {
    static func areEqual(_ left: String, _ right: String) throws -> Bool {
        let leftValue = try JSONTree(parsing: Array(left.utf8)).root
        let rightValue = try JSONTree(parsing: Array(right.utf8)).root
        let isEqual = leftValue == rightValue
        expectEqual((rightValue == leftValue), isEqual, "equality is symmetric: \(left) \(right)")
        return isEqual
    }

    @Test(
        arguments: [
            ("1.0", "1.00"), ("1.0", "1e0"), ("1.0", "10e-1"), ("1.5", "15e-1"), ("-0", "0"), ("-0.0", "0e9"),
            ("0.0", "0e-99999999999999999999999"), ("100.0", "1E+2"), ("1e2", "1e+0000000000000000000002"),
            ("1e-99999999999999999999", "10e-100000000000000000000"),
            ("0.001e-99999999999999999999", "1e-100000000000000000002"),
            ("1000e-100000000000000000001", "1e-99999999999999999998"),
            ("12345678901234567890123", "12345678901234567890123"),
            ("\"\\u0061\"", "\"a\""), ("\"\\/\"", "\"/\""), ("\"\\ud83d\\ude00\"", "\"😀\""), ("\"\\n\"", "\"\\u000A\""),
            ("{\"a\":1,\"b\":2}", "{ \"b\" : 2, \"\\u0061\" : 1 }"), ("[1, [2]]", "[1,[2]]"), ("{}", "{ }"),
        ]
    )
    func `these values are equal`(_ left: String, _ right: String) throws {
        try expect(JSONEqualityTests.areEqual(left, right))
    }

    @Test(
        arguments: [
            ("1", "1.0"), ("1", "1e0"), ("1.0", "-1.0"), ("1.0", "1.000000000000000000000001"), ("0", "0.0"),
            ("9007199254740992", "9007199254740993"), ("12345678901234567890", "12345678901234567891"),
            ("1e-99999999999999999999", "1e-99999999999999999998"), ("0.1", "0.01"), ("1", "\"1\""), ("null", "false"),
            ("\"é\"", "\"e\u{301}\""), ("\"a\"", "\"A\""), ("\"a\"", "\"ab\""), ("\"\\u0061\"", "\"\\u0061b\""),
            ("[1,2]", "[2,1]"), ("[1]", "[1,1]"), ("[]", "{}"), ("{\"a\":1}", "{\"a\":2}"), ("{\"a\":1}", "{\"b\":1}"),
            ("{\"a\":1}", "{\"a\":1,\"b\":2}"), ("{\"a\":null}", "{}"), ("true", "false"),
        ]
    )
    func `these values differ`(_ left: String, _ right: String) throws {
        try expect(!JSONEqualityTests.areEqual(left, right))
    }

    @Test func `every two numbers of the table are equal exactly when a slow decimal says so`() throws {
        for left in PlainJSON.numbers {
            for right in PlainJSON.numbers {
                let expected = PlainDecimal(left) == PlainDecimal(right)
                try expectEqual(JSONEqualityTests.areEqual(left, right), expected, "\(left) \(right)")
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `equality agrees with a slow comparison`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for round in 0..<150 {
            let left = PlainJSON.random(depth: 3, using: &random)
            let right = PlainJSON.random(depth: 3, using: &random)
            let texts = (left.text(using: &random), left.text(using: &random), right.text(using: &random))
            try expect(JSONEqualityTests.areEqual(texts.0, texts.1), "seed \(seed), round \(round): \(texts)")
            let expected = left.isSame(as: right)
            let isEqual = try JSONEqualityTests.areEqual(texts.0, texts.2)
            expectEqual(isEqual, expected, "seed \(seed), round \(round): \(texts)")
        }
    }

    @Test func `wide objects are compared without trying every pair`() throws {
        let members = (0..<20_000).map { "\"key\($0)\":\($0)" }
        let left = "{" + members.joined(separator: ",") + "}"
        let right = "{" + members.reversed().joined(separator: ",") + "}"
        try expect(JSONEqualityTests.areEqual(left, right))
        try expect(!JSONEqualityTests.areEqual(left, "{" + members.dropFirst().joined(separator: ",") + ",\"x\":0}"))
    }
}
