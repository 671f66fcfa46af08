import FlagResolver

/// Reads and watches a document on disk, for both file transports.
final class FileWatch: Sendable {
    private let source: any FileSource
    private let pollInterval: Duration
    private let isNotified: Bool

    /// The fingerprints at the last read.
    private let lastSeen = Locked<[FileFingerprint?]?>(nil)

    /// How long files must be unchanged before a change is announced.
    private static let quietTime = Duration.milliseconds(20)

    /// The time after which files that keep changing are announced anyway.
    private static let maximumSettlingTime = Duration.seconds(1)

    /// - Parameter isNotified: Whether to use the system's reports of changes.
    init(_ source: any FileSource, pollInterval: Duration, isNotified: Bool = true) {
        self.source = source
        self.isNotified = isNotified
        self.pollInterval = min(max(pollInterval, .milliseconds(10)), .seconds(86_400))
    }

    func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        // Reading a disk can block for long, especially a network drive.
        await OwnThread.outcome { [source, lastSeen] _ in
            let fingerprint = source.fingerprint
            lastSeen.withLock { $0 = fingerprint }
            return source.fetch(request)
        }
    }

    func changes() -> AsyncStream<Void> {
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        guard let signals = SystemFileSignals() else {
            change.finish()
            return changes
        }
        change.onTermination = { _ in signals.stop() }
        let hasThread = OwnThread.start { [self] in
            announceChanges(signals) { change.yield() }
            change.finish()
        }
        if !hasThread { change.finish() }
        return changes
    }

    /// Compares the files at every signal and after every poll interval, until it is stopped.
    ///
    /// Signals only trigger a comparison, and the fingerprints decide. A change is therefore noticed even if the system does
    /// not report it.
    private func announceChanges(_ signals: SystemFileSignals, _ announce: () -> Void) {
        // Changes between the first read and now must be announced too.
        var announced = lastSeen.withLock { $0 } ?? source.fingerprint
        repeat {
            if isNotified { signals.watch(directories: source.directories, files: source.files) }
            guard source.fingerprint != announced else { continue }
            guard let settled = settledFingerprint(signals) else { return }
            announced = settled
            announce()
        } while signals.wait(atMost: pollInterval) != .stop
    }

    /// The fingerprints once the files stop changing; `nil` if watching was stopped.
    private func settledFingerprint(_ signals: SystemFileSignals) -> [FileFingerprint?]? {
        let deadline = ContinuousClock.now + Self.maximumSettlingTime
        var settled = source.fingerprint
        while ContinuousClock.now < deadline {
            let signal = signals.wait(atMost: Self.quietTime)
            if signal == .stop { return nil }
            let next = source.fingerprint
            if signal == .timeLimit, next == settled { break }
            settled = next
        }
        return settled
    }
}
