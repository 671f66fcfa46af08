#if canImport(Darwin)
    import os
#endif

/// The log of the system: the unified log on Apple's platforms, standard error elsewhere.
enum SystemLog {
    #if canImport(Darwin)
        private static let logger = Logger(subsystem: "FlagStore", category: "diagnostics")

        static func write(_ message: String) {
            logger.notice("\(message, privacy: .public)")
        }

        /// Waits until all messages are written.
        static func finish() {}
    #else
        private static let standardError = OpenFile(number: 2)
        private static let log = LineLog(
            dropNote: { "FlagStore: \($0) messages dropped, because nobody read them" },
            // A process without standard error has no use for the message.
            output: { try? SystemFiles().write($0[...], to: standardError) })

        /// Writes a message as a line. A read of a setting, which may report a problem, never waits for it.
        static func write(_ message: String) {
            log.write(Array("FlagStore: \(message)\n".utf8))
        }

        /// Waits until all messages are written, but not for long.
        static func finish() {
            log.finish()
        }
    #endif
}
