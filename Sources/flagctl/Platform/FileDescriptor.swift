#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An open file of the operating system, closed when its owner lets go of it.
struct FileDescriptor: ~Copyable {
    let number: Int32

    /// Opens a file for reading.
    static func reading(_ path: String) throws(SystemError) -> FileDescriptor {
        let number = SystemError.retryingInterrupts { unsafe open(path, O_RDONLY | O_CLOEXEC) }
        guard number >= 0 else { throw .last }
        return FileDescriptor(number: number)
    }

    /// Opens a file for writing from its start, making it or cutting it to nothing.
    static func writing(_ path: String) throws(SystemError) -> FileDescriptor {
        let number = SystemError.retryingInterrupts {
            unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        }
        guard number >= 0 else { throw .last }
        return FileDescriptor(number: number)
    }

    deinit {
        close(number)
    }

    /// Everything up to the end of the file, or the first so many bytes of it.
    ///
    /// A regular file is read into memory of the right size in one go; of a pipe or a terminal the size is not known
    /// beforehand, so the memory grows.
    func readAll(atMost limit: Int) throws(SystemError) -> [UInt8] {
        try Self.readAll(from: number, atMost: limit)
    }

    /// The same for a descriptor that this process did not open itself: standard input.
    static func readAll(from number: Int32, atMost limit: Int) throws(SystemError) -> [UInt8] {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw .last }
        if isFolder(status) { throw .isFolder }
        // One byte more than the size, so that the end of the file is seen without a second piece of memory.
        let expected = isRegular(status) ? Int(clamping: status.st_size) &+ 1 : 65536
        LargeMemory.prepare(forFileOf: min(limit, isRegular(status) ? expected : 0))
        var bytes = try read(from: number, upTo: max(1, min(limit, expected)))
        var piece = bytes.count
        while piece > 0, bytes.count < limit, !(isRegular(status) && bytes.count < expected) {
            let next = try read(from: number, upTo: min(limit - bytes.count, 1 << 20))
            piece = next.count
            bytes.append(contentsOf: next)
        }
        return bytes
    }

    /// Reads until so many bytes are there or the file ends.
    private static func read(from number: Int32, upTo count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
            while filled < count, let start = memory.baseAddress {
                let step = SystemError.retryingInterrupts {
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

    /// Writes all the bytes, in as many calls as it takes.
    static func writeAll(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
        var failure: SystemError?
        unsafe bytes.withUnsafeBytes { memory in
            var written = 0
            while written < memory.count, let start = memory.baseAddress {
                let step = SystemError.retryingInterrupts {
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

/// Whether a file's status says that it is an ordinary file, whose size is known.
func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
