import FlagResolver
package import FlagStore

/// Reads a document from etcd, and watches for new ones.
///
/// 1. Reads are linearizable: after a document, an older one is never read.
/// 2. The watch begins at the revision after the last read. Whatever ends it, the next one begins after the last event, or
///    after another read. Contents are authoritative, not events.
/// 3. A publication that allows a large change allows it to every server that reads it, or a later one, next.
/// 4. The entity tag depends on the content only, so that a restored etcd is never mistaken for an unchanged one.
package struct EtcdTransport: WatchingTransport {
    private let publications: EtcdPublications
    /// The revision from which to watch next; `nil` before the first read.
    private let next = Locked<Int64?>(nil)
    /// The number of the last publication that was read; `nil` before the first read.
    private let last = Locked<Int64?>(nil)

    private static let maximumPause: Int64 = 5_000

    package init(_ client: EtcdClient) {
        publications = EtcdPublications(client: client)
    }

    package func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        await OwnThread.outcome { [publications, next, last] cancellation in
            do throws(TransportFailure) {
                guard let (head, bytes, revision) = try publications.current(cancellation) else {
                    throw TransportFailure(
                        .status, status: 404,
                        detail: "etcd has no key \(publications.key); publish a document to it first")
                }
                next.withLock { $0 = Self.revision(after: revision) }
                let entityTag = DocumentIdentity(of: bytes).entityTag
                guard entityTag != request.entityTag else {
                    last.withLock { $0 = head.number }
                    return .notModified
                }
                var received = ReceivedDocument(bytes: bytes, entityTag: entityTag)
                // Without a document to compare with, every change is allowed.
                if request.entityTag != nil {
                    received.allowsLargeChange = try publications.allowsLargeChange(
                        after: last.withLock { $0 }, through: head.number, cancellation)
                }
                last.withLock { $0 = head.number }
                return .received(received)
            } catch {
                return .failed(error)
            }
        }
    }

    package func changes() -> AsyncStream<Void> {
        OwnThread.announcements { cancellation, announce in announceChanges(cancellation, announce) }
    }

    /// The next revision. A server that names the greatest number has none, and nothing is seen by its watch.
    private static func revision(after revision: Int64) -> Int64 {
        let (next, overflow) = revision.addingReportingOverflow(1)
        return overflow ? revision : next
    }

    private func announceChanges(_ cancellation: Cancellation, _ announce: @escaping () -> Void) {
        var failures = 0
        while !cancellation.isCancelled {
            do throws(TransportFailure) {
                guard let revision = next.withLock({ $0 }) else {
                    // There was no read yet, or it failed: this one says where to begin, and the store reads again.
                    let (_, revision) = try publications.head(cancellation)
                    next.withLock { $0 = Self.revision(after: revision) }
                    announce()
                    continue
                }
                let hasFailed = failures > 0
                var isCancelledByServer = false
                try publications.client.watch(from: revision, cancellation) { [next] message in
                    switch message {
                    // After a failure, the store may wait a long time before it tries again.
                    case .created: if hasFailed { announce() }
                    case .changed(let revision):
                        next.withLock { $0 = Self.revision(after: revision) }
                        announce()
                    case .progress: break
                    case .cancelled:
                        // The revision was compacted, for example.
                        next.withLock { $0 = nil }
                        isCancelledByServer = true
                        return false
                    }
                    return !cancellation.isCancelled
                }
                guard isCancelledByServer else {
                    failures = 0
                    continue
                }
                failures = min(failures + 1, 16)
                // A server that cancels every watch must not be asked without a pause.
                if failures > 1 { pause(failures, cancellation) }
            } catch {
                failures = min(failures + 1, 16)
                pause(failures, cancellation)
            }
        }
    }

    /// Waits for a random time, longer after each failure, unless the watch is cancelled.
    private func pause(_ failures: Int, _ cancellation: Cancellation) {
        let maximumWait = min(Self.maximumPause, Int64(200) << failures)
        OwnThread.pause(.milliseconds(Int64.random(in: 100...maximumWait)), unless: cancellation)
    }
}
