#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One of the two streams that a program writes to.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes all the bytes. A reader that has gone away (`| head`) is no failure.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        guard !bytes.isEmpty else { return }
        do throws(SystemError) {
            try FileDescriptor.writeAll(bytes, to: rawValue)
        } catch {
            if error.number != EPIPE { throw error }
        }
    }

    /// Whether the stream is a pipe whose reader has closed it.
    ///
    /// Linux reports that as an error and without being asked. Darwin reports a hang-up, and only to a caller that waits
    /// for some event.
    var hasNoReader: Bool {
        var look = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&look, 1, 0) == 1 && look.revents & Int16(POLLERR | POLLHUP) != 0
    }

    var isTerminal: Bool { isatty(rawValue) == 1 }

    /// How many columns the terminal has; `nil` where the stream is no terminal or does not say.
    var terminalWidth: Int? {
        guard isTerminal else { return nil }
        var size = winsize()
        guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// The bytes of standard input, at most so many of them.
    static func readInput(atMost limit: Int) throws(SystemError) -> [UInt8] {
        try FileDescriptor.readAll(from: 0, atMost: limit)
    }
}
