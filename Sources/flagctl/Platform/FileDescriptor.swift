import FlagResolver

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// An open file, which is closed when the value goes out of scope.
struct FileDescriptor: ~Copyable {
    let number: Int32

    /// Opens a file for reading. A pipe waits until something opens it for writing.
    static func reading(_ path: String) throws(SystemError) -> FileDescriptor {
        try opening { unsafe open(path, O_RDONLY | O_CLOEXEC) }
    }

    /// Opens a file for reading without waiting, for paths that should be regular files.
    static func readingWithoutWaiting(_ path: String) throws(SystemError) -> FileDescriptor {
        try opening { unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    }

    /// Opens an existing pipe or device for writing.
    static func writing(_ path: String) throws(SystemError) -> FileDescriptor {
        try opening { unsafe open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC) }
    }

    /// Creates a file that must not exist yet, and opens it for writing.
    ///
    /// - Parameter mode: The permissions, which the umask of the process restricts.
    static func creating(_ path: String, mode: mode_t) throws(SystemError) -> FileDescriptor {
        try opening { unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
    }

    /// The descriptor of this process that a path such as `/dev/stderr` or `/dev/fd/3` names; `nil` for any other path.
    static func number(named path: String) -> Int32? {
        switch path {
        case "/dev/stdin": return 0
        case "/dev/stdout": return 1
        case "/dev/stderr": return 2
        default:
            return (path.after(prefix: "/dev/fd/") ?? path.after(prefix: "/proc/self/fd/")).flatMap { Int32($0) }
        }
    }

    private static func opening(_ open: () -> Int32) throws(SystemError) -> FileDescriptor {
        let number = SystemError.retryingInterrupts(open)
        guard number >= 0 else { throw .last }
        return FileDescriptor(number: number)
    }

    deinit {
        close(number)
    }

    /// The content of the file, up to a limit.
    ///
    /// For a regular file, enough memory is allocated at once. The size of a pipe is unknown, so its memory grows.
    func readAll(atMost limit: Int) throws(SystemError) -> [UInt8] {
        try Self.readAll(from: number, atMost: limit)
    }

    /// The same for a descriptor that this process did not open, such as standard input.
    static func readAll(from number: Int32, atMost limit: Int) throws(SystemError) -> [UInt8] {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw .last }
        if isFolder(status) { throw .isFolder }
        // Allocate one byte more than the size, so that the end of the file is found without a second allocation.
        let expected = isRegular(status) ? Int(clamping: status.st_size) &+ 1 : 65536
        var bytes = try read(from: number, upTo: max(1, min(limit, expected)))
        var count = bytes.count
        while count > 0, bytes.count < limit, !(isRegular(status) && bytes.count < expected) {
            let next = try read(from: number, upTo: min(limit - bytes.count, 1 << 20))
            count = next.count
            bytes.append(contentsOf: next)
        }
        return bytes
    }

    /// Reads until a number of bytes is reached or the file ends.
    private static func read(from number: Int32, upTo count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
            while filled < count, let start = memory.baseAddress {
                let step = retrying(number, whenReadyFor: POLLIN) {
                    unsafe systemRead(number, start + filled, count - filled)
                }
                if step < 0 { failure = .last }
                if step <= 0 { break }
                filled += step
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Repeats a call while signals interrupt it, or until a descriptor that does not block is ready for it.
    ///
    /// Whoever shares a pipe with this process can make it non-blocking, as Node.js and ssh do.
    private static func retrying(_ number: Int32, whenReadyFor events: Int32, _ call: () -> Int) -> Int {
        while true {
            let result = SystemError.retryingInterrupts(call)
            guard result == -1, errno == EAGAIN else { return result }
            var waiting = pollfd(fd: number, events: Int16(events), revents: 0)
            guard SystemError.retryingInterrupts({ unsafe poll(&waiting, 1, -1) }) != -1 else { return -1 }
        }
    }

    /// Writes all bytes.
    static func writeAll(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
        var failure: SystemError?
        unsafe bytes.withUnsafeBytes { memory in
            var written = 0
            while written < memory.count, let start = memory.baseAddress {
                let step = retrying(number, whenReadyFor: POLLOUT) {
                    unsafe write(number, start + written, memory.count - written)
                }
                guard step >= 0 else {
                    failure = .last
                    return
                }
                written += step
            }
        }
        if let failure { throw failure }
    }
}

private func systemRead(_ number: Int32, _ start: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    unsafe read(number, start, count)
}

/// Whether a file's status says that it is a folder.
func isFolder(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFDIR }

/// Whether a file's status says that it is a regular file, whose size is known.
func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
