#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A TCP socket on the loopback interface, with only what a test server needs.
struct Socket: Sendable {
    private let descriptor: Int32

    /// A socket that listens on a free port.
    init?() {
        descriptor = systemSocket()
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The calls take an address of any family, with its size.
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, size) }
        }
        guard status == 0, listen(descriptor, 64) == 0 else {
            _ = systemClose(descriptor)
            return nil
        }
    }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        #if canImport(Darwin)
            var on: Int32 = 1
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &size)
            }
        }
        return status == 0 ? UInt16(bigEndian: address.sin_port) : 0
    }

    /// Waits for something to read, or for a connection.
    func waits(milliseconds: Int32) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe systemPoll(&poll, 1, milliseconds) > 0
    }

    func accept() -> Socket? {
        let connection = systemAccept(descriptor)
        return connection >= 0 ? Socket(descriptor: connection) : nil
    }

    /// The next bytes; `nil` at the end or after an error.
    func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    /// Whether all bytes were sent.
    func send(_ bytes: [UInt8]) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe systemSend(descriptor, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Closes the connection, optionally with a reset.
    func close(reset: Bool = false) {
        if reset {
            var linger = linger(l_onoff: 1, l_linger: 0)
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        }
        _ = systemClose(descriptor)
    }
}

// The methods above shadow the system calls of the same names.
//
// Processes that other tests start inherit no socket: they would keep it open after it is closed here.

private func systemSocket() -> Int32 {
    #if canImport(Glibc)
        closedOnExec(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    #else
        closedOnExec(socket(AF_INET, SOCK_STREAM, 0))
    #endif
}

private func systemAccept(_ descriptor: Int32) -> Int32 {
    closedOnExec(accept(descriptor, nil, nil))
}

private func closedOnExec(_ descriptor: Int32) -> Int32 {
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    unsafe send(descriptor, bytes, count, flags)
}

private func systemPoll(_ polls: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ milliseconds: Int32) -> Int32 {
    unsafe poll(polls, count, milliseconds)
}

private func systemClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}
