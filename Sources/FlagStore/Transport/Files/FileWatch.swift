import FlagResolver

/// A source of files that is read on demand and watched: what the two transports of files have in common.
final class FileWatch: Sendable {
    private let source: any FileSource
    private let pollInterval: Duration
    private let isNotified: Bool

    /// What the files were like when they were read last.
    private let lastSeen = Locked<[FileFingerprint?]?>(nil)

    /// Files must be left alone for this long before a change is announced.
    private static let quietTime = Duration.milliseconds(20)

    /// Files that are never left alone are announced all the same after this time.
    private static let longestUnrest = Duration.seconds(1)

    /// - Parameter isNotified: Whether to listen to the system, where it tells of changes.
    init(_ source: any FileSource, pollInterval: Duration, isNotified: Bool = true) {
        self.source = source
        self.isNotified = isNotified
        self.pollInterval = min(max(pollInterval, .milliseconds(10)), .seconds(86_400))
    }

    func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        // A disk can take its time, one behind a network above all.
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

    /// Looks whenever something happens, and now and then anyhow, until it is told to stop.
    ///
    /// What the system tells only says when to look. Whether something changed, the files themselves say: so nothing is
    /// missed for long where the system tells nothing, or not all.
    private func announceChanges(_ signals: SystemFileSignals, _ announce: () -> Void) {
        // What changed between the first reading and now is to be announced, too.
        var announced = lastSeen.withLock { $0 } ?? source.fingerprint
        repeat {
            if isNotified { signals.watch(directories: source.directories, files: source.files) }
            guard source.fingerprint != announced else { continue }
            guard let settled = settledFingerprint(signals) else { return }
            announced = settled
            announce()
        } while signals.wait(atMost: pollInterval) != .stop
    }

    /// The fingerprint once the files are left alone; `nil` when it is time to stop.
    private func settledFingerprint(_ signals: SystemFileSignals) -> [FileFingerprint?]? {
        let deadline = ContinuousClock.now + Self.longestUnrest
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
