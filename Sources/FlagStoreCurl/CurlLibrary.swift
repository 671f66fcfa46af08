import CurlLoader
import FlagStore

/// The system's libcurl, opened at run time.
struct CurlLibrary: Sendable {
    /// The address of the loader's state, which is immutable and never freed.
    private let address: UInt

    /// The library under its name on this system, opened on first use.
    static let shared = Result { () throws(TransportFailure) in
        try CurlLibrary(named: unsafe String(cString: curl_loader_default_name))
    }

    /// Whether a file of certificates replaces the system's authorities. With Apple's libcurl it does not.
    static let replacesAuthorities = curl_loader_replaces_authorities

    /// - Throws: `TransportFailure` of the kind `unavailable`, with a remedy.
    init(named name: String) throws(TransportFailure) {
        var message = CMessage()
        let loader = unsafe message.fill { buffer, capacity in unsafe curl_loader_open(name, buffer, capacity) }
        guard let loader = unsafe loader else {
            let advice = unsafe String(cString: curl_loader_advice)
            throw TransportFailure(.unavailable, detail: "\(name) cannot be used: \(message.text); \(advice)")
        }
        address = UInt(bitPattern: loader)
    }

    /// The oldest version that works.
    static let oldestVersion = unsafe String(cString: curl_loader_oldest_version)

    var loader: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }
}
