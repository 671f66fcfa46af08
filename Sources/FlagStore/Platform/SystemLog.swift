import FlagResolver

#if canImport(Darwin)
    import os
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The log of the system: the unified log on Apple's platforms, standard error elsewhere.
enum SystemLog {
    #if canImport(Darwin)
        private static let logger = Logger(subsystem: "FlagStore", category: "diagnostics")

        static func write(_ message: String) {
            logger.notice("\(message, privacy: .public)")
        }

        /// Waits until all messages are written.
        static func finish() async {}
    #else
        private static let thread = SerialThread()
        private static let waitingCount = Locked(0)

        /// Standard error may be a pipe that nobody reads. So many messages wait for it, and further ones are dropped.
        private static let maximumCount = 100

        /// Writes a message as a line, on a thread of its own: a read of a setting, which may report a problem, never waits.
        static func write(_ message: String) {
            let isAccepted = waitingCount.withLock { count in
                guard count < maximumCount else { return false }
                count += 1
                return true
            }
            guard isAccepted else { return }
            thread.enqueue {
                // A process without standard error has no use for the message.
                try? SystemFiles().write(
                    Array("FlagStore: \(message)\n".utf8)[...], to: OpenFile(number: STDERR_FILENO))
                waitingCount.withLock { $0 -= 1 }
            }
        }

        /// Waits until all messages are written.
        static func finish() async {
            await thread.run {}
        }
    #endif
}
