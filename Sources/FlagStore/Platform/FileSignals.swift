/// What ends waiting for changes of files.
enum FileSignal: Sendable {
    /// Something happened to one of the files or in one of the directories.
    case change

    /// The time is over.
    case timeLimit

    /// ``FileSignals/stop()`` was called.
    case stop
}

/// Waits for changes of files, with a time limit, until it is stopped.
///
/// Where the system reports changes (inotify on Linux, kqueue on Apple's platforms), waiting ends as soon as one comes.
/// Elsewhere, and where the system has no more watches to give, only the time limit ends it, and the caller compares the
/// files itself.
protocol FileSignals: Sendable {
    /// Fails if the system has no more descriptors.
    init?()

    /// Ends waiting, now and from now on.
    func stop()

    /// Watches these directories and files from now on, and no others. Paths that lead to nothing are passed over.
    func watch(directories: Set<String>, files: Set<String>)

    /// Waits until something happens.
    func wait(atMost timeLimit: Duration) -> FileSignal
}

#if canImport(Darwin)
    typealias SystemFileSignals = KqueueSignals
#else
    typealias SystemFileSignals = InotifySignals
#endif
