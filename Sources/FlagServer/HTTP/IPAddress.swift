import FlagResolver

/// An IPv4 or IPv6 address, in one form: `::ffff:192.0.2.1` is `192.0.2.1`.
///
/// Standard: RFC 4291, section 2.2.
package struct IPAddress: Sendable, Hashable {
    /// The 128 bits of the address; those of an IPv4 address follow `::ffff:`.
    let high: UInt64
    let low: UInt64

    private static let mappedPrefix: UInt64 = 0xFFFF

    package var isIPv4: Bool { high == 0 && low >> 32 == Self.mappedPrefix }

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// - Returns: `nil` if the text is not a numeric address. The zone of an address, such as `%eth0`, is left out.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix { $0 != UInt8(ascii: "%") })
        guard bytes.contains(UInt8(ascii: ":")) else {
            guard let address = Self.ipv4(bytes[...]) else { return nil }
            self.init(high: 0, low: Self.mappedPrefix << 32 | UInt64(address))
            return
        }
        guard let groups = Self.groups(of: bytes) else { return nil }
        self.init(
            high: groups[..<4].reduce(0) { $0 << 16 | UInt64($1) },
            low: groups[4...].reduce(0) { $0 << 16 | UInt64($1) })
    }

    private static func ipv4(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var address: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
            var number: UInt32 = 0
            for byte in part {
                guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
                number = number * 10 + UInt32(byte - UInt8(ascii: "0"))
            }
            guard number <= 255 else { return nil }
            address = address << 8 | number
        }
        return address
    }

    /// The eight groups of an IPv6 address, of which `::` stands for as many zeros as are missing.
    private static func groups(of bytes: [UInt8]) -> [UInt16]? {
        guard let gap = gap(in: bytes) else {
            guard let groups = groups(bytes[...]), groups.count == 8 else { return nil }
            return groups
        }
        guard let before = groups(bytes[..<gap]), let after = groups(bytes[(gap + 2)...]),
            before.count + after.count < 8
        else { return nil }
        return before + Array(repeating: 0, count: 8 - before.count - after.count) + after
    }

    /// Where `::` begins.
    private static func gap(in bytes: [UInt8]) -> Int? {
        zip(bytes.indices, zip(bytes, bytes.dropFirst())).first {
            $1.0 == UInt8(ascii: ":") && $1.1 == UInt8(ascii: ":")
        }?
        .0
    }

    private static func groups(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
        guard !bytes.isEmpty else { return [] }
        var groups: [UInt16] = []
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, part.contains(UInt8(ascii: ".")) {
                guard let address = ipv4(part) else { return nil }
                groups += [UInt16(address >> 16), UInt16(truncatingIfNeeded: address)]
                continue
            }
            guard (1...4).contains(part.count) else { return nil }
            var group: UInt16 = 0
            for digit in part {
                guard let value = digit.hexadecimalValue else { return nil }
                group = group << 4 | UInt16(value)
            }
            groups.append(group)
        }
        return groups.count <= 8 ? groups : nil
    }
}

/// The addresses that begin with the same bits, in the notation of CIDR: `10.0.0.0/8`, `fd00::/8`, or one address.
///
/// Standard: RFC 4632, section 3.1.
package struct AddressRange: Sendable, Hashable {
    private let first: IPAddress
    /// Of the 128 bits of both kinds of addresses.
    private let prefixLength: Int

    /// - Returns: `nil` if the text is not an address, optionally with a length of its prefix.
    package init?(_ text: String) {
        let parts = text.parts(separatedBy: "/", maxSplits: 1)
        guard let address = parts.first.flatMap({ IPAddress($0) }) else { return nil }
        let bitCount = address.isIPv4 ? 32 : 128
        var length = bitCount
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let given = Int(parts[1]),
                given <= bitCount
            else { return nil }
            length = given
        }
        first = address
        prefixLength = length + 128 - bitCount
    }

    package func contains(_ address: IPAddress) -> Bool {
        // Shifts by the width or more give 0.
        let high = ~(UInt64.max >> UInt64(min(prefixLength, 64)))
        let low = ~(UInt64.max >> UInt64(max(prefixLength - 64, 0)))
        return (address.high ^ first.high) & high == 0 && (address.low ^ first.low) & low == 0
            && address.isIPv4 == first.isIPv4
    }
}
