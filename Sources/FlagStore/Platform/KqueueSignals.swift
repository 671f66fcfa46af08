#if canImport(Darwin)
    import Darwin
    import FlagResolver

    /// Signals by kqueue.
    ///
    /// A watch needs an open descriptor: for a directory it reports changed names, for a file changed content. Descriptors
    /// that are opened for events only do not block unmounting a volume.
    final class KqueueSignals: FileSignals {
        private let queue: Int32
        private let watched = Locked<[Int32]>([])

        init?() {
            queue = kqueue()
            guard queue >= 0 else { return nil }
            _ = fcntl(queue, F_SETFD, FD_CLOEXEC)
            // Without EV_CLEAR, the event stays triggered for every later wait.
            guard submit(Self.stopEvent, EVFILT_USER, flags: EV_ADD) else { return nil }
        }

        deinit {
            for descriptor in watched.withLock({ $0 }) { _ = close(descriptor) }
            if queue >= 0 { _ = close(queue) }
        }

        func stop() {
            _ = submit(Self.stopEvent, EVFILT_USER, options: NOTE_TRIGGER)
        }

        func watch(directories: Set<String>, files: Set<String>) {
            let changes = NOTE_ATTRIB | NOTE_DELETE | NOTE_EXTEND | NOTE_RENAME | NOTE_REVOKE | NOTE_WRITE
            var new: [Int32] = []
            // A path may refer to another file now, so all are opened again before the old ones are closed.
            for path in directories.union(files) {
                // The path is only read during the call.
                let descriptor = unsafe open(path, O_EVTONLY | O_NONBLOCK | O_CLOEXEC)
                guard descriptor >= 0 else { continue }
                if submit(descriptor, EVFILT_VNODE, flags: EV_ADD | EV_CLEAR, options: changes) {
                    new.append(descriptor)
                } else {
                    _ = close(descriptor)
                }
            }
            let old = watched.withLock { [new] watched in
                defer { watched = new }
                return watched
            }
            // Closing a descriptor removes its watch.
            for descriptor in old { _ = close(descriptor) }
        }

        func wait(atMost timeLimit: Duration) -> FileSignal {
            let deadline = ContinuousClock.now + timeLimit
            while true {
                let timeLeft = min(max(.zero, ContinuousClock.now.duration(to: deadline)), .seconds(86_400))
                let (seconds, attoseconds) = timeLeft.components
                var timeout = timespec(
                    tv_sec: time_t(clamping: seconds), tv_nsec: CLong(clamping: attoseconds / 1_000_000_000))
                var events: [kevent] = unsafe Array(repeating: kevent(), count: 16)
                // The call writes into no more elements than the given count, and reads the local time limit.
                let count = unsafe kevent(queue, nil, 0, &events, Int32(events.count), &timeout)
                guard count >= 0 || errno == EINTR else { return .stop }
                let filters = unsafe events.prefix(Int(max(0, count))).map { unsafe $0.filter }
                if filters.contains(Int16(EVFILT_USER)) { return .stop }
                if !filters.isEmpty { return .change }
                if ContinuousClock.now >= deadline { return .timeLimit }
            }
        }

        /// The identifier of the event that ends waiting.
        private static let stopEvent: Int32 = 0

        /// Adds or triggers an event.
        private func submit(_ number: Int32, _ filter: Int32, flags: Int32 = 0, options: Int32 = 0) -> Bool {
            var event = unsafe kevent(
                ident: UInt(truncatingIfNeeded: number),
                filter: Int16(truncatingIfNeeded: filter),
                flags: UInt16(truncatingIfNeeded: flags),
                fflags: UInt32(truncatingIfNeeded: options),
                data: 0,
                udata: nil
            )
            // The call reads one event from this local value.
            return unsafe kevent(queue, &event, 1, nil, 0, nil) == 0
        }
    }
#endif
