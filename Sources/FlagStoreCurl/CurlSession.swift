import CurlLoader
import FlagResolver

/// What consecutive requests share: open connections, TLS sessions and the addresses of hosts.
///
/// One request at a time may use it.
final class CurlSession: Sendable {
    private let library: CurlLibrary

    /// The address of libcurl's handle; 0 if the system is out of memory, which fails each request.
    private let address: UInt

    init(_ library: CurlLibrary) {
        self.library = library
        address = UInt(bitPattern: unsafe curl_loader_open_session(library.loader))
    }

    deinit {
        unsafe curl_loader_close_session(library.loader, OpaquePointer(bitPattern: address))
    }

    func perform(_ request: inout curl_loader_request, _ receiver: inout curl_loader_receiver) {
        unsafe curl_loader_perform(library.loader, OpaquePointer(bitPattern: address), &request, &receiver)
    }
}

/// Keeps the session of the last request for the next one.
final class CurlSessions: Sendable {
    private let idle = Locked<CurlSession?>(nil)

    /// Passes a session to a function: the kept one, or a new one if another request uses that.
    func withSession<Result, Failure: Error>(
        of library: CurlLibrary, _ body: (CurlSession) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let kept = idle.withLock { idle -> CurlSession? in
            defer { idle = nil }
            return idle
        }
        let session = kept ?? CurlSession(library)
        defer {
            // A session that this one replaces closes its connections after the lock is released.
            let replaced = idle.withLock { idle -> CurlSession? in
                defer { idle = session }
                return idle
            }
            withExtendedLifetime(replaced) {}
        }
        return try body(session)
    }
}
