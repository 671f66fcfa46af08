#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The standard streams, written unbuffered, so that nothing is lost if the process is killed.
enum Console {
    static func print(_ text: String) {
        write(text, to: 1)
    }

    static func printError(_ text: String) {
        write(text, to: 2)
    }

    static func exit(_ status: Int32) -> Never {
        systemExit(status)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array("\(text)\n".utf8)[...]
        while !rest.isEmpty {
            // No more than the buffer's count is read, during the call.
            let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

// The methods above would shadow these functions.

private func systemExit(_ status: Int32) -> Never {
    exit(status)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, buffer, count)
}
