#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A buffer for a message that a C function writes.
package struct CMessage {
    private var bytes = [CChar](repeating: 0, count: 512)

    package init() {}

    /// The text up to the first null.
    package var text: String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Passes the buffer and its size to a function, which writes at most that many bytes, including the final null.
    package mutating func fill<Result>(_ body: (UnsafeMutablePointer<CChar>?, Int) -> Result) -> Result {
        unsafe bytes.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress, $0.count) }
    }

    /// The system's message for an error number: "Permission denied".
    package static func system(_ number: Int32) -> String {
        // The text belongs to the system, is null-terminated, and is copied at once.
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "system error \(number)"
    }
}
