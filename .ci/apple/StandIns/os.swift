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

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@frozen
public struct OSLogPrivacy {
    public static var `public`: OSLogPrivacy { fatalError() }
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@frozen
public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy
    ) {}
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@frozen
public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringInterpolation: OSLogInterpolation) {}
    public init(stringLiteral value: String) {}
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@frozen
public struct Logger: @unchecked Sendable {
    @usableFromInline let log: AnyObject
    public init(subsystem: String, category: String) { fatalError() }
    public func notice(_ message: OSLogMessage) {}
}
