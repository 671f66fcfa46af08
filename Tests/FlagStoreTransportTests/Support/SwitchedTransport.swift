import FlagResolver
import FlagStore

/// A transport that a test can replace while a store uses it.
final class SwitchedTransport: DocumentTransport {
    private let current: Locked<Current>

    private struct Current: Sendable {
        var transport: any DocumentTransport
        var timeLimit: Duration?
    }

    init(_ transport: any DocumentTransport) {
        current = Locked(Current(transport: transport))
    }

    /// - Parameter timeLimit: The time limit of its requests; `nil` for that of the store.
    func use(_ transport: any DocumentTransport, timeLimit: Duration? = nil) {
        current.withLock { $0 = Current(transport: transport, timeLimit: timeLimit) }
    }

    func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        let current = current.withLock { $0 }
        var request = request
        request.timeLimit = current.timeLimit ?? request.timeLimit
        return await current.transport.fetch(request)
    }
}
