import FlagResolver
import TestSupport
import Testing

/// Numbers as Ints and as Doubles (E3, P1).
struct JSONNumberTests {
    static func value(_ text: String) throws -> JSONValue { try JSONTree(parsing: Array(text.utf8)).root }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("3.0", 3), ("1e2", 100), ("1.50e1", 15), ("100e-2", 1), ("-12.0", -12),
            ("0.0e999", 0),
            ("0e99999999999999999999", 0), ("0.001e3", 1), ("9223372036854775807", Int.max),
            ("-9223372036854775808", Int.min), ("9.223372036854775807e18", Int.max), ("9223372036854775808", nil),
            ("-9223372036854775809", nil), ("18446744073709551616", nil), ("1e19", nil), ("1e300", nil), ("1.5", nil),
            ("1e-1", nil), ("0.1e0", nil), ("1e-99999999999999999999", nil),
            ("123456789012345678", 123_456_789_012_345_678),
            ("-123456789012345678", -123_456_789_012_345_678), ("\"1\"", nil), ("true", nil), ("null", nil),
        ] as [(String, Int?)]
    )
    func `integral numbers are Ints where they fit, however they are written`(_ text: String, _ expected: Int?) throws {
        try expectEqual(JSONNumberTests.value(text).int, expected)
    }

    @Test(
        arguments: [
            ("1", true), ("-0", true), ("1.0", true), ("1.5", false), ("1e2", true), ("15e-1", false), ("150e-1", true),
            ("1e-99999999999999999999", false), ("0e-99999999999999999999", true), ("\"1\"", false), ("[]", false),
        ]
    )
    func `a number is integral when it has no fraction`(_ text: String, _ expected: Bool) throws {
        try expectEqual(JSONNumberTests.value(text).isIntegral, expected)
    }

    @Test(
        arguments: [
            ("0", 0), ("1", 1), ("-1", -1), ("3.0", 3), ("0.1", 0.1), ("1e-7", 1e-7), ("1e22", 1e22), ("-2.5", -2.5),
            ("9007199254740992", 0x1p53), ("9007199254740993", nil), ("9007199254740994", 0x1p53 + 2),
            ("9007199254740993.0", 0x1p53), ("9007199254740993e0", 0x1p53), ("9007199254740992.5", 0x1p53),
            ("1e23", 1e23),
            ("9223372036854775808", 0x1p63), ("9223372036854775807", nil), ("18446744073709551616", 0x1p64),
            ("1e-400", 0), ("1e-99999999999999999999", 0), ("5e-324", Double.leastNonzeroMagnitude), ("2e-324", 0),
            ("3e-324", Double.leastNonzeroMagnitude),
            ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown), ("0.3", 0.3),
            ("1.7976931348623157e-10", 1.7976931348623157e-10),
            ("123456789.123456789", 123456789.123456789), ("\"1\"", nil), ("null", nil),
        ] as [(String, Double?)]
    )
    func `a Double is exact for integer tokens, and the nearest one for any other number`(
        _ text: String, _ expected: Double?
    ) throws {
        try expectEqual(JSONNumberTests.value(text).double, expected)
    }

    @Test func `the sign of zero survives as a Double`() throws {
        try expectEqual(JSONNumberTests.value("-0.0").double?.sign, .minus)
        try expectEqual(JSONNumberTests.value("-0").double?.sign, .minus)
        try expectEqual(JSONNumberTests.value("-1e-999").double?.sign, .minus)
        try expectEqual(JSONNumberTests.value("0").double?.sign, .plus)
    }

    @Test(arguments: [11, 12] as [UInt64])
    func `fractions round as the standard library rounds them`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            let bits = UInt64.random(in: 0...UInt64.max, using: &random)
            let value = Double(bitPattern: bits)
            guard value.isFinite, value != value.rounded() else { continue }
            try expectEqual(JSONNumberTests.value("\(value)").double, value, "seed \(seed): \(value)")
            let digits = String(UInt64.random(in: 0...UInt64.max, using: &random))
            let text = "\(digits).\(digits)1e-\(Int.random(in: 20..<330, using: &random))"
            try expectEqual(JSONNumberTests.value(text).double, Double(text), "seed \(seed): \(text)")
        }
    }

    @Test func `digits far after the middle of two Doubles still decide`() throws {
        // 2^53 + 1 is the middle of two Doubles; a digit 5,000 places later is above it.
        let zeros = String(repeating: "0", count: 5_000)
        try expectEqual(JSONNumberTests.value("9007199254740993.\(zeros)1").double, 0x1p53 + 2)
        try expectEqual(JSONNumberTests.value("9007199254740992.9\(zeros)1").double, 0x1p53)
    }

    /// 2^1024 − 2^970, the middle between the greatest Double and 2^1024.
    static let bound =
        "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070"
        + "9633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447"
        + "5730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792"

    @Test func `numbers from the middle between the greatest Double and 2^1024 on are too large`() throws {
        let bound = JSONNumberTests.bound
        let below = bound.dropLast() + "1"
        try #require(bound.count == 309)
        let accepted = [
            "\(below)", "-\(below)", "\(below).9999999999", "1.7976931348623157e308", "1.7976931348623158e308",
        ]
        for text in accepted + ["0.\(below)e309", "\(below)0e-1", "0.0000\(below)e313", "\(below)e0"] {
            try expectEqual(JSONNumberTests.value(text).kind, .number)
            expect(Double(text)?.isFinite == true)
        }
        let refused = [
            bound, "-\(bound)", "\(bound).0", "\(bound).1", "\(bound)0", "0.\(bound)e309", "\(bound)0e-1", "1e309",
        ]
        for text in refused + ["1.8e308", "1e99999999999999999999", "0.01e311", "1797693134862315808e290"] {
            expect(Double(text)?.isFinite == false)
            let error = try #require(throws: JSONSyntaxError.self) { try JSONNumberTests.value(text) }
            guard case .numberTooLarge = error.kind else {
                Issue.record("\(text): \(error)")
                continue
            }
        }
    }

    @Test func `long exponents that cancel long fractions are finite`() throws {
        let zeros = String(repeating: "0", count: 400)
        try expectEqual(JSONNumberTests.value("1\(zeros)e-400").double, 1)
        try expectEqual(JSONNumberTests.value("0.\(zeros)1e401").int, 1)
        #expect(throws: JSONSyntaxError.self) { try JSONNumberTests.value("1\(zeros)e-90") }
    }

    @Test func `numbers are ordered by their exact values`() throws {
        let ascending = try [
            "-12345678901234567891", "-12345678901234567890", "-1.5", "-1e-99999999999999999998",
            "-1e-99999999999999999999", "0", "1e-100000000000000000001", "9.9e-100000000000000000000",
            "10e-100000000000000000000", "1e-99999999999999999", "1e-99999999999999998", "1e-400", "0.1", "1", "1.5",
            "12", "1.3e1", "1e22", "10000000000000000000001",
        ].map(JSONNumberTests.value)
        for (left, value) in ascending.enumerated() {
            for (right, other) in ascending.enumerated() {
                expectEqual(value.isLess(than: other), left < right, "\(value.text) \(other.text)")
            }
        }
        try expectNil(ascending[0].isLess(than: JSONNumberTests.value("\"1\"")))
    }

    @Test func `a number keeps its text`() throws {
        let array = try JSONNumberTests.value(" [ 1.00 , 123456789012345678901234567890, -0 ] ")
        let texts = array.elements.map { String(decoding: $0.text, as: UTF8.self) }
        expectEqual(texts, ["1.00", "123456789012345678901234567890", "-0"])
    }
}
