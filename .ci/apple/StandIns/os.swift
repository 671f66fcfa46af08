// A stand-in for Apple's module os. Only the declarations matter; nothing here ever runs.

@_exported import Darwin

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@frozen
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    @usableFromInline
    let storage: AnyObject

    public init(uncheckedState initialState: State) { fatalError() }

    public func withLock<Result: Sendable>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result {
        fatalError()
    }

    public func withLockIfAvailable<Result: Sendable>(
        _ body: @Sendable (inout State) throws -> Result
    ) rethrows -> Result? {
        fatalError()
    }

    public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result { fatalError() }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension OSAllocatedUnfairLock where State == Void {
    public init() { fatalError() }

    public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result { fatalError() }

    @available(*, noasync, message: "Use async-safe scoped locking instead")
    public func lock() { fatalError() }

    @available(*, noasync, message: "Use async-safe scoped locking instead")
    public func unlock() { fatalError() }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension OSAllocatedUnfairLock where State: Sendable {
    public init(initialState: State) { fatalError() }
}
