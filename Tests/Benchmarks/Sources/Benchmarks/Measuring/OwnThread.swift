#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Threads besides those of Swift's tasks, which must stay free for what is measured against.
enum OwnThread {
    /// Runs work on some threads at once, and waits for the results of all.
    static func run<Result: Sendable>(count: Int, _ body: @escaping @Sendable () -> Result) async -> [Result] {
        let (results, continuation) = AsyncStream.makeStream(of: Result.self)
        for _ in 0..<count {
            start { continuation.yield(body()) }
        }
        var all: [Result] = []
        for await result in results {
            all.append(result)
            if all.count == count { break }
        }
        return all
    }

    private static func start(_ body: @escaping @Sendable () -> Void) {
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        // The thread takes over the reference that is retained here.
        let argument = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        let status = unsafe pthread_create(
            &thread, nil,
            { argument in
                let argument: UnsafeMutableRawPointer? = unsafe argument
                if let argument = unsafe argument {
                    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                }
                return nil
            }, argument)
        precondition(status == 0, "a benchmark needs two threads, and the system has none left")
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}
