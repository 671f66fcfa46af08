#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Addresses of the network in numbers.
enum NetworkAddress {
    /// Whether a text is an IPv4 or IPv6 address, such as `127.0.0.1` or `::1`.
    static func isNumeric(_ text: String) -> Bool {
        // Longer than each of them.
        var address = [UInt8](repeating: 0, count: MemoryLayout<in6_addr>.size)
        return unsafe address.withUnsafeMutableBytes { buffer in
            [AF_INET, AF_INET6].contains { unsafe inet_pton($0, text, buffer.baseAddress) == 1 }
        }
    }
}
