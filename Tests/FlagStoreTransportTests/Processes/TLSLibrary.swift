import Foundation
import TestSupport

/// The builds of libcurl with different TLS libraries that distributions install side by side.
enum TLSLibrary: String, CaseIterable, Sendable {
    case openSSL = "libcurl.so.4"
    case gnuTLS = "libcurl-gnutls.so.4"

    /// The installed ones.
    static let here = allCases.filter { $0.path != nil }

    private var path: String? {
        let machines = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
        return (machines.map { "/usr/lib/\($0)" } + ["/usr/lib64", "/usr/lib"]).map { "\($0)/\(rawValue)" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }

    /// The environment in which a process finds this build under the usual name of libcurl.
    ///
    /// - Parameter folder: Where to put a link to the library; the process needs it.
    func environment(_ folder: TemporaryDirectory) throws -> [String: String] {
        guard let path else { return [:] }
        try folder.link("libcurl.so.4", to: path)
        return ["LD_LIBRARY_PATH": folder.path]
    }
}
