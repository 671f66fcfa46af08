import FlagResolver

/// Handlers of the notices of the process or of the system, which are called until they are removed.
struct HandlerRegistry<Value>: Sendable {
    private struct State: Sendable {
        var handlers: [UInt64: @Sendable (Value) -> Void] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Locked(State())

    /// - Returns: The number with which the handler can be removed.
    func add(_ handler: @escaping @Sendable (Value) -> Void) -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            state.handlers[state.lastNumber] = handler
            return state.lastNumber
        }
    }

    func remove(_ number: UInt64) {
        state.withLock { $0.handlers[number] = nil }
    }

    /// Calls all handlers, outside the lock.
    func call(_ value: Value) {
        for handler in state.withLock({ Array($0.handlers.values) }) { handler(value) }
    }
}
