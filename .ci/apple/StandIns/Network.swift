// A stand-in for Apple's Network. Only the declarations matter; nothing here ever runs.

@_exported import Dispatch

@available(macOS 10.14, iOS 12, tvOS 12, watchOS 5, *)
public struct NWPath: Equatable, Sendable {
    public enum Status: Sendable {
        case satisfied
        case unsatisfied
        case requiresConnection
    }

    public let status: Status
}

@available(macOS 10.14, iOS 12, tvOS 12, watchOS 5, *)
public final class NWPathMonitor {
    public init() {}
    public final var pathUpdateHandler: (@Sendable (NWPath) -> Void)?
    public final func start(queue: DispatchQueue) {}
}
