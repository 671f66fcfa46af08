#if !canImport(Darwin)
    import FlagResolver

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Android)
        import Android
    #endif

    /// Signals by inotify, if the C library has it. The watch of a directory covers the files in it.
    final class InotifySignals: FileSignals {
        /// A pipe: a byte written to it wakes the waiting thread.
        private let stopReader: Int32
        private let stopWriter: Int32

        /// The inotify descriptor; negative if there is none.
        private let notifier: Int32
        private let watches = Locked<Set<Int32>>([])

        init?() {
            var ends: [Int32] = [-1, -1]
            // The call writes two numbers.
            guard unsafe pipe(&ends) == 0 else { return nil }
            (stopReader, stopWriter) = (ends[0], ends[1])
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            #if canImport(Glibc)
                notifier = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            #else
                notifier = -1
            #endif
        }

        deinit {
            for descriptor in [stopReader, stopWriter, notifier] where descriptor >= 0 { _ = close(descriptor) }
        }

        func stop() {
            var byte: UInt8 = 0
            // The call reads one byte from this local value.
            _ = unsafe write(stopWriter, &byte, 1)
        }

        func watch(directories: Set<String>, files: Set<String>) {
            #if canImport(Glibc)
                guard notifier >= 0 else { return }
                let events =
                    IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE | IN_MOVE_SELF
                var new: Set<Int32> = []
                for directory in directories {
                    // The path is only read during the call. A directory that is already watched keeps its number.
                    let watch = unsafe inotify_add_watch(notifier, directory, UInt32(events))
                    if watch >= 0 { new.insert(watch) }
                }
                let old = watches.withLock { [new] watches in
                    defer { watches = new }
                    return watches.subtracting(new)
                }
                for watch in old { _ = inotify_rm_watch(notifier, watch) }
            #endif
        }

        func wait(atMost timeLimit: Duration) -> FileSignal {
            let deadline = ContinuousClock.now + timeLimit
            while true {
                let (seconds, attoseconds) = max(.zero, ContinuousClock.now.duration(to: deadline)).components
                let milliseconds = min(seconds, 86_400) * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
                var polls = [pollfd(fd: stopReader, events: Int16(POLLIN), revents: 0)]
                if notifier >= 0 { polls.append(pollfd(fd: notifier, events: Int16(POLLIN), revents: 0)) }
                // The call writes into no more elements than the given count.
                let count = unsafe poll(&polls, nfds_t(polls.count), Int32(clamping: milliseconds))
                if polls.first?.revents != 0 { return .stop }
                if count > 0 {
                    discardEvents()
                    return .change
                }
                if ContinuousClock.now >= deadline { return .timeLimit }
            }
        }

        /// Empties the queue. The events do not matter: the caller compares the files.
        private func discardEvents() {
            var buffer = [UInt8](repeating: 0, count: 8_192)
            // The call writes no more bytes than the buffer's count.
            while unsafe read(notifier, &buffer, buffer.count) > 0 {}
        }
    }
#endif
