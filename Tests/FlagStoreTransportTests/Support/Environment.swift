#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Changes the environment of this process; only for exit tests, which have a process of their own.
func setEnvironment(_ name: String, _ value: String) {
    _ = unsafe setenv(name, value, 1)
}

func replaceFile(_ path: String, with newPath: String) -> Bool {
    unsafe rename(newPath, path) == 0
}

func removeFile(_ path: String) -> Bool {
    unsafe unlink(path) == 0
}

func makePipe(_ path: String) -> Bool {
    unsafe mkfifo(path, 0o600) == 0
}

var ownProcess: Int32 { getpid() }

func sendKill(to process: Int32) {
    _ = kill(process, SIGKILL)
}

func sleepMicroseconds(_ count: Int) {
    _ = usleep(UInt32(clamping: count))
}

/// Writes into a pipe that nobody reads, which raises SIGPIPE; whether the write failed.
func writeIntoBrokenPipe() -> Bool {
    var ends: [Int32] = [-1, -1]
    var byte: UInt8 = 0
    guard unsafe pipe(&ends) == 0, close(ends[0]) == 0 else { return false }
    defer { _ = close(ends[1]) }
    return unsafe write(ends[1], &byte, 1) == -1
}
