import FlagResolver
import TestSupport
import Testing

/// What the number of a document is as an Int and as a Double (E3, P1).
struct JSONNumberTests {
    static func tree(_ text: String) throws -> JSONTree { try JSONTree(parsing: Array(text.utf8)) }

    @Test(
        "integral numbers are Ints where they fit, however they are written",
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
    func integers(_ text: String, _ expected: Int?) throws {
        #expect(try JSONNumberTests.tree(text).int(at: 0) == expected)
    }

    @Test(
        "a number is integral when it has no fraction",
        arguments: [
            ("1", true), ("-0", true), ("1.0", true), ("1.5", false), ("1e2", true), ("15e-1", false), ("150e-1", true),
            ("1e-99999999999999999999", false), ("0e-99999999999999999999", true), ("\"1\"", false), ("[]", false),
        ]
    )
    func integral(_ text: String, _ expected: Bool) throws {
        #expect(try JSONNumberTests.tree(text).isIntegral(at: 0) == expected)
    }

    @Test(
        "a Double is exact for integer tokens, and the nearest one for any other number",
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
    func doubles(_ text: String, _ expected: Double?) throws {
        #expect(try JSONNumberTests.tree(text).double(at: 0) == expected)
    }

    @Test func `the sign of zero survives as a Double`() throws {
        #expect(try JSONNumberTests.tree("-0.0").double(at: 0)?.sign == .minus)
        #expect(try JSONNumberTests.tree("-0").double(at: 0)?.sign == .minus)
        #expect(try JSONNumberTests.tree("-1e-999").double(at: 0)?.sign == .minus)
        #expect(try JSONNumberTests.tree("0").double(at: 0)?.sign == .plus)
    }

    @Test("fractions round as the standard library rounds them", arguments: [11, 12] as [UInt64])
    func rounding(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            let bits = UInt64.random(in: 0...UInt64.max, using: &random)
            let value = Double(bitPattern: bits)
            guard value.isFinite, value != value.rounded() else { continue }
            #expect(try JSONNumberTests.tree("\(value)").double(at: 0) == value, "seed \(seed): \(value)")
            let digits = String(UInt64.random(in: 0...UInt64.max, using: &random))
            let text = "\(digits).\(digits)1e-\(Int.random(in: 20..<330, using: &random))"
            #expect(try JSONNumberTests.tree(text).double(at: 0) == Double(text), "seed \(seed): \(text)")
        }
    }

    @Test func `digits far behind the middle of two Doubles still decide`() throws {
        // 2^53 + 1 is the middle of two Doubles; a digit 5,000 places later is above it.
        let zeros = String(repeating: "0", count: 5_000)
        #expect(try JSONNumberTests.tree("9007199254740993.\(zeros)1").double(at: 0) == 0x1p53 + 2)
        #expect(try JSONNumberTests.tree("9007199254740992.9\(zeros)1").double(at: 0) == 0x1p53)
    }

    /// 2^1024 − 2^970, the middle between the greatest Double and 2^1024.
    static let bound =
        "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070"
        + "9633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447"
        + "5730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792"

    @Test func `a number is too large from the middle between the greatest Double and the next power of two on`() throws
    {
        let bound = JSONNumberTests.bound
        let below = bound.dropLast() + "1"
        try #require(bound.count == 309)
        let accepted = [
            "\(below)", "-\(below)", "\(below).9999999999", "1.7976931348623157e308", "1.7976931348623158e308",
        ]
        for text in accepted + ["0.\(below)e309", "\(below)0e-1", "0.0000\(below)e313", "\(below)e0"] {
            let tree = try JSONNumberTests.tree(text)
            #expect(tree.kind(of: 0) == .number)
            #expect(Double(text)?.isFinite == true)
        }
        let refused = [
            bound, "-\(bound)", "\(bound).0", "\(bound).1", "\(bound)0", "0.\(bound)e309", "\(bound)0e-1", "1e309",
        ]
        for text in refused + ["1.8e308", "1e99999999999999999999", "0.01e311", "1797693134862315808e290"] {
            #expect(Double(text)?.isFinite == false)
            let error = try #require(throws: JSONSyntaxError.self) { try JSONNumberTests.tree(text) }
            guard case .numberTooLarge = error.kind else {
                Issue.record("\(text): \(error)")
                continue
            }
        }
    }

    @Test func `long exponents that cancel long fractions are finite`() throws {
        let zeros = String(repeating: "0", count: 400)
        #expect(try JSONNumberTests.tree("1\(zeros)e-400").double(at: 0) == 1)
        #expect(try JSONNumberTests.tree("0.\(zeros)1e401").int(at: 0) == 1)
        #expect(throws: JSONSyntaxError.self) { try JSONNumberTests.tree("1\(zeros)e-90") }
    }

    @Test func `a number keeps its text`() throws {
        let tree = try JSONNumberTests.tree(" [ 1.00 , 123456789012345678901234567890, -0 ] ")
        let texts = tree.elements(of: 0).map { String(decoding: tree.text(of: $0), as: UTF8.self) }
        #expect(texts == ["1.00", "123456789012345678901234567890", "-0"])
    }
}
