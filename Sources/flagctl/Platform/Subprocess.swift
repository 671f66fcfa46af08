import ProcessSpawning

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
    @unsafe @preconcurrency import Musl
#elseif canImport(Android)
    @unsafe @preconcurrency import Android
#endif

/// The result of running another program.
struct Subprocess {
    /// The exit status; 128 plus the signal number if a signal ended the program, as in shells.
    let status: Int32
    let output: [UInt8]
    let error: [UInt8]

    /// Runs a program from the search path and waits for it.
    ///
    /// All pipes are read and written at the same time, so that the program never blocks on one. After `limit` bytes, a
    /// stream is closed, and the program ends because its pipe is closed.
    ///
    /// - Parameters:
    ///   - input: What the program reads from standard input.
    ///   - environment: The variables of the program, as `NAME=VALUE`; `nil` for those of this process.
    /// - Throws: `SystemError` if the program cannot be started; `.missing` if there is no such program.
    static func run(
        _ program: String, _ arguments: [String], input: [UInt8] = [], environment: [String]? = nil, atMost limit: Int
    ) throws(SystemError) -> Subprocess {
        let output = try Pipe()
        let error = try Pipe()
        let source = input.isEmpty ? nil : try Pipe()
        let process: ChildProcess
        do throws(ChildProcess.Failure) {
            process = try ChildProcess(
                [program] + arguments, environment: environment,
                input: source.map { .descriptor($0.reading.number) } ?? .null,
                output: .descriptor(output.writing.number), error: .descriptor(error.writing.number))
        } catch {
            throw SystemError(number: error.errorNumber)
        }
        output.writing.close()
        error.writing.close()
        source?.reading.close()
        var collected = [Collected(end: output.reading), Collected(end: error.reading)]
        var pending = source.map { PendingInput(end: $0.writing, bytes: input[...]) }
        let failure = collect(&collected, sending: &pending, atMost: limit)
        source?.writing.close()
        output.reading.close()
        error.reading.close()
        let end = try? process.wait()
        if let failure { throw failure }
        return Subprocess(status: end?.status ?? 127, output: collected[0].bytes, error: collected[1].bytes)
    }

    private struct Collected {
        let end: PipeEnd
        var bytes: [UInt8] = []
        var isOpen = true
    }

    /// The input that remains to be written to the program.
    private struct PendingInput {
        let end: PipeEnd
        var bytes: ArraySlice<UInt8>

        init(end: PipeEnd, bytes: ArraySlice<UInt8>) {
            self.end = end
            self.bytes = bytes
            // A program that reads nothing must not block this one.
            _ = fcntl(end.number, F_SETFL, O_NONBLOCK)
        }

        /// Writes as much as the pipe takes. A program that has closed it needs no more input.
        mutating func send() {
            let number = end.number
            let step = unsafe bytes.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) }
            if step >= 0 {
                bytes = bytes.dropFirst(step)
            } else if errno != EAGAIN, errno != EINTR {
                bytes = []
            }
            if bytes.isEmpty { end.close() }
        }
    }

    /// Reads from both pipes until they end.
    private static func collect(
        _ pipes: inout [Collected], sending input: inout PendingInput?, atMost limit: Int
    ) -> SystemError? {
        var chunk = [UInt8](repeating: 0, count: 65536)
        while pipes.contains(where: \.isOpen) {
            var waiting = pipes.map { pollfd(fd: $0.isOpen ? $0.end.number : -1, events: Int16(POLLIN), revents: 0) }
            let target = input.map { $0.bytes.isEmpty ? -1 : $0.end.number } ?? -1
            waiting.append(pollfd(fd: target, events: Int16(POLLOUT), revents: 0))
            let count = nfds_t(waiting.count)
            if SystemError.retryingInterrupts({ unsafe poll(&waiting, count, -1) }) < 0 { return .last }
            if target >= 0, waiting[pipes.count].revents != 0 { input?.send() }
            for index in pipes.indices where pipes[index].isOpen && waiting[index].revents != 0 {
                let number = pipes[index].end.number
                let size = chunk.count
                let step = SystemError.retryingInterrupts { unsafe read(number, &chunk, size) }
                if step < 0 { return .last }
                pipes[index].bytes.append(contentsOf: chunk.prefix(step))
                if step == 0 || pipes[index].bytes.count >= limit {
                    pipes[index].isOpen = false
                    pipes[index].end.close()
                }
            }
        }
        return nil
    }
}

/// One end of a pipe. Closing it twice is harmless.
private final class PipeEnd {
    let number: Int32
    private var isOpen = true

    init(number: Int32) {
        self.number = number
    }

    func close() {
        if isOpen { closeDescriptor(number) }
        isOpen = false
    }

    deinit {
        close()
    }
}

private struct Pipe {
    let reading: PipeEnd
    let writing: PipeEnd

    init() throws(SystemError) {
        var ends: (Int32, Int32) = (-1, -1)
        let result = unsafe withUnsafeMutablePointer(to: &ends) { pair in
            unsafe pair.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe openPipe($0) }
        }
        guard result == 0 else { throw .last }
        reading = PipeEnd(number: ends.0)
        writing = PipeEnd(number: ends.1)
    }
}

private func closeDescriptor(_ number: Int32) {
    close(number)
}

/// Opens a pipe that no other child inherits, because it would keep the pipe open.
private func openPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
    let result = unsafe pipe(ends)
    guard result == 0 else { return result }
    _ = unsafe fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = unsafe fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    return result
}
