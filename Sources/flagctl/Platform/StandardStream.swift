#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A stream that a program writes to.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes all bytes. A closed pipe (`| head`) is not a failure.
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
    /// Linux reports it as an error, for any events. Darwin reports a hang-up, but only if an event is requested.
    var hasNoReader: Bool {
        var state = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&state, 1, 0) == 1 && state.revents & Int16(POLLERR | POLLHUP) != 0
    }

    var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Whether standard input is a terminal, so that the program can ask a question.
    static var canAsk: Bool { isatty(0) == 1 }

    /// The number of columns of the terminal; `nil` if there is no terminal or its width is unknown.
    var terminalWidth: Int? {
        guard isTerminal else { return nil }
        var size = winsize()
        guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// The first bytes of standard input, up to a limit.
    ///
    /// On a terminal, a note says that the program is waiting for input.
    static func readInput(atMost limit: Int) throws(SystemError) -> [UInt8] {
        if isatty(0) == 1 { try error.write(Array("reading standard input; press Ctrl-D to end it\n".utf8)) }
        return try FileDescriptor.readAll(from: 0, atMost: limit)
    }
}
