#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Glibc
#endif

/// Numeric network addresses.
enum NetworkAddress {
    /// Whether a text is an IPv4 or IPv6 address, such as `127.0.0.1` or `::1`.
    static func isNumeric(_ text: String) -> Bool { canonical(text) != nil }

    /// An IPv4 or IPv6 address in the form in which the system writes it, such as `::1` for `0:0:0:0:0:0:0:1`; `nil` for any
    /// other text.
    static func canonical(_ text: String) -> String? {
        // Longer than any address.
        var address = [UInt8](repeating: 0, count: MemoryLayout<in6_addr>.size)
        for family in [AF_INET, AF_INET6] {
            let isAddress = unsafe address.withUnsafeMutableBytes {
                unsafe inet_pton(family, text, $0.baseAddress) == 1
            }
            guard isAddress else { continue }
            var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            let capacity = socklen_t(name.count)
            let isWritten = unsafe address.withUnsafeBytes { address in
                unsafe name.withUnsafeMutableBufferPointer {
                    unsafe inet_ntop(family, address.baseAddress, $0.baseAddress, capacity) != nil
                }
            }
            guard isWritten else { return nil }
            return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return nil
    }
}
