/// Why waiting for changes of files ended.
enum FileSignal: Sendable {
    /// A watched file or directory changed.
    case change

    /// The time limit was reached.
    case timeLimit

    /// ``FileSignals/stop()`` was called.
    case stop
}

/// Waits for changes of files, with a time limit, until it is stopped.
///
/// If the system reports changes (inotify on Linux, kqueue on Apple's platforms), waiting ends at the first one.
/// Otherwise, or if the system runs out of watches, only the time limit ends it, and the caller compares the files.
protocol FileSignals: Sendable {
    /// Fails if the system has no more descriptors.
    init?()

    /// Ends waiting, now and from now on.
    func stop()

    /// Replaces the watched directories and files. Paths without a file are ignored.
    func watch(directories: Set<String>, files: Set<String>)

    /// Waits until something happens.
    func wait(atMost timeLimit: Duration) -> FileSignal
}

#if canImport(Darwin)
    typealias SystemFileSignals = KqueueSignals
#else
    typealias SystemFileSignals = InotifySignals
#endif
