import DigestLoader

/// SHA-256 from a library of the system.
package enum SystemDigest {
    /// The SHA-256 digest of some bytes; `nil` if the system cannot compute it.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: digest_loader_byte_count)
        // The library reads the bytes during the call, and writes as many bytes as the digest has.
        let isComputed = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe digest.withUnsafeMutableBufferPointer { digest in
                guard let start = digest.baseAddress else { return false }
                return unsafe digest_loader_sha256(bytes.baseAddress, bytes.count, start)
            }
        }
        return isComputed ? digest : nil
    }

    /// What to do if there is no library.
    package static var advice: String { unsafe String(cString: digest_loader_advice) }
}
