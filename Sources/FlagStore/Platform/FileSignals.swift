import FlagResolver

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Waiting for changes in directories, with a time limit, until someone says stop.
///
/// Where the system tells of changes (Linux, by inotify) waiting ends as soon as one comes. Elsewhere, and where the
/// system has no more watches to give, only the time limit ends it, and the caller looks for itself.
final class FileSignals: Sendable {
    enum Signal: Sendable {
        /// Something happened in one of the directories.
        case change

        /// The time is over.
        case timeLimit

        /// Someone said stop.
        case stop
    }

    /// A pipe: what is written to its end wakes who waits at its beginning.
    private let stopReader: Int32
    private let stopWriter: Int32

    /// What tells of changes; below zero where there is no such thing.
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

    /// Ends waiting, now and ever after.
    func stop() {
        var byte: UInt8 = 0
        // One byte is read from the value on this stack frame.
        _ = unsafe write(stopWriter, &byte, 1)
    }

    /// Listens to these directories from now on, and to no others. One that is not there is passed over.
    func watch(_ directories: Set<String>) {
        #if canImport(Glibc)
            guard notifier >= 0 else { return }
            let events =
                IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE | IN_MOVE_SELF
            var new: Set<Int32> = []
            for directory in directories {
                // The path is only read during the call. A directory that is watched already keeps its number.
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

    /// Waits until something happens.
    func wait(atMost timeLimit: Duration) -> Signal {
        let deadline = ContinuousClock.now + timeLimit
        while true {
            let (seconds, attoseconds) = max(.zero, ContinuousClock.now.duration(to: deadline)).components
            let milliseconds = min(seconds, 86_400) * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
            var polls = [pollfd(fd: stopReader, events: Int16(POLLIN), revents: 0)]
            if notifier >= 0 { polls.append(pollfd(fd: notifier, events: Int16(POLLIN), revents: 0)) }
            // The call writes into as many elements as it is told.
            let count = unsafe poll(&polls, nfds_t(polls.count), Int32(clamping: milliseconds))
            if polls.first?.revents != 0 { return .stop }
            if count > 0 {
                readAway()
                return .change
            }
            if ContinuousClock.now >= deadline { return .timeLimit }
        }
    }

    /// Reads what was told. That something changed is enough: what, the caller finds out.
    private func readAway() {
        var buffer = [UInt8](repeating: 0, count: 8_192)
        // The call writes into the buffer, no more than its count.
        while unsafe read(notifier, &buffer, buffer.count) > 0 {}
    }
}
