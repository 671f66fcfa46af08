import CurlLoader
import FlagStore

/// The libcurl of the system, open.
struct CurlLibrary: Sendable {
    /// The address of what the loader found; it is written once, before anyone else sees it, and never freed.
    private let address: UInt

    /// The library under the name that this system knows it by, opened at the first use.
    static let shared = Result { () throws(TransportFailure) in
        try CurlLibrary(named: unsafe String(cString: curl_loader_default_name))
    }

    /// Whether a file of certificates replaces the authorities of the system. With Apple's libcurl it does not.
    static let replacesAuthorities = curl_loader_replaces_authorities

    /// - Throws: `TransportFailure` of the kind `unavailable`, with what to do about it.
    init(named name: String) throws(TransportFailure) {
        var message = [CChar](repeating: 0, count: 512)
        // The loader writes at most so many bytes, the last one a zero.
        let loader = unsafe message.withUnsafeMutableBufferPointer { buffer in
            unsafe curl_loader_open(name, buffer.baseAddress, buffer.count)
        }
        guard let loader = unsafe loader else {
            let reason = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let advice = unsafe String(cString: curl_loader_advice)
            throw TransportFailure(.unavailable, detail: "\(name) cannot be used: \(reason); \(advice)")
        }
        address = UInt(bitPattern: loader)
    }

    var loader: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }
}
