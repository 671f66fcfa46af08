import TestSupport
import Testing

@testable import FlagServer

/// Addresses of clients and proxies.
struct IPAddressTests {
    @Test(arguments: [
        ("192.0.2.1", "::ffff:192.0.2.1"), ("192.0.2.1", "::FFFF:C000:201"), ("::1", "0:0:0:0:0:0:0:1"),
        ("2001:db8::1", "2001:0DB8:0000::0001"), ("fe80::1", "fe80::1%eth0"), ("::", "0:0:0:0:0:0:0:0"),
        ("1::", "1:0:0:0:0:0:0:0"), ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
    ])
    func `different texts of one address are equal`(_ first: String, _ second: String) throws {
        let address = try #require(IPAddress(first))
        expectEqual(address, IPAddress(second))
    }

    @Test(arguments: [
        "", "localhost", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.+4", "1.2.3.04", "1.2.3.", ":", ":::", "1::2::3",
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", "12345::", "g::", "::1.2.3", "1:", ":1", "é::",
        "unknown", "_hidden",
    ])
    func `other texts are not addresses`(_ text: String) { expectNil(IPAddress(text)) }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.0.0.7", "10.0.0.7", true),
        ("10.0.0.7", "10.0.0.6", false), ("10.0.0.8/29", "10.0.0.15", true), ("10.0.0.8/29", "10.0.0.16", false),
        ("0.0.0.0/0", "192.0.2.1", true), ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "2001:db8::1", true),
        ("::/0", "192.0.2.1", false), ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false),
        ("2001:db8::/64", "2001:db8::ffff:0:0:1", true), ("2001:db8::/65", "2001:db8::8000:0:0:0", false),
        ("2001:db8::1/128", "2001:db8::1", true), ("2001:db8::1/127", "2001:db8::2", false),
        ("::ffff:10.0.0.0/8", "10.1.1.1", true),
    ])
    func `a range contains the addresses with its first bits`(_ text: String, _ address: String, _ isExpected: Bool)
        throws
    {
        let range = try #require(AddressRange(text))
        expectEqual(range.contains(try #require(IPAddress(address))), isExpected)
    }

    @Test(arguments: [
        "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/+8", "fd00::/129", "/8", "a/8", "1.2.3.4/8/8",
    ])
    func `other texts are not ranges`(_ text: String) { expectNil(AddressRange(text)) }

    @Test func `two addresses share the ranges up to the first bit in which they differ`() throws {
        var random = SeededRandom(seed: 1)
        func text(_ address: UInt32) -> String {
            stride(from: 24, through: 0, by: -8).map { "\(address >> UInt32($0) & 255)" }.joined(separator: ".")
        }
        for _ in 0..<500 {
            let bits = UInt32.random(in: 0 ... .max, using: &random)
            let other = bits ^ (1 << UInt32.random(in: 0..<32, using: &random))
            let address = try #require(IPAddress(text(other)))
            let lengths = try (0...32).filter { length in
                try #require(AddressRange("\(text(bits))/\(length)")).contains(address)
            }
            expectEqual(lengths, Array(0...(bits ^ other).leadingZeroBitCount), "\(text(bits)), \(text(other))")
        }
    }
}
