import FlagStore
import MicrohttpdLoader

/// Why a server cannot start.
package enum HTTPServerFailure: Error, Sendable, Hashable {
    /// libmicrohttpd is missing or too old.
    case noLibrary(reason: String, advice: String)

    /// The address cannot be listened on.
    case cannotListen(reason: String)

    /// libmicrohttpd does not start.
    case notStarted
}

/// The system's libmicrohttpd, opened at run time.
package struct MicrohttpdLibrary: Sendable {
    /// The address of the loader's state, which is immutable and never freed.
    private let address: UInt

    /// Opens the library.
    ///
    /// - Parameter name: The name of the library; `nil` for its names on this system.
    /// - Throws: `HTTPServerFailure.noLibrary`, with what to install.
    package init(named name: String? = nil) throws(HTTPServerFailure) {
        var message = CMessage()
        let loader: OpaquePointer?
        if let name {
            unsafe loader = message.fill { buffer, capacity in unsafe microhttpd_loader_open(name, buffer, capacity) }
        } else {
            unsafe loader = message.fill { buffer, capacity in unsafe microhttpd_loader_open(nil, buffer, capacity) }
        }
        guard let loader = unsafe loader else {
            throw .noLibrary(reason: message.text, advice: unsafe String(cString: microhttpd_loader_advice))
        }
        address = UInt(bitPattern: loader)
    }

    var loader: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }
}
