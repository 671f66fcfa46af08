#if canImport(Network)
    import Dispatch
    import FlagResolver
    import Network
#endif

/// Tells when the network is available again. Without the framework Network, nobody does.
package enum NetworkReturn {
    private static let handlers = HandlerRegistry<Void>()

    /// Registers a handler until it is removed.
    static func observe(_ handler: @escaping @Sendable () -> Void) -> UInt64 {
        _ = observeOnce
        return handlers.add(handler)
    }

    static func remove(_ number: UInt64) { handlers.remove(number) }

    #if canImport(Network)
        private static let observeOnce: Void = {
            let monitor = NWPathMonitor()
            let wasAvailable = Locked(true)
            monitor.pathUpdateHandler = { path in
                let isAvailable = path.status == .satisfied
                let hasReturned = wasAvailable.withLock { wasAvailable in
                    defer { wasAvailable = isAvailable }
                    return isAvailable && !wasAvailable
                }
                if hasReturned { NetworkReturn.handlers.call(()) }
            }
            monitor.start(queue: DispatchQueue(label: "FlagStore.network"))
            // It runs as long as the process does.
            _ = unsafe Unmanaged.passRetained(monitor)
        }()
    #else
        private static let observeOnce: Void = ()
    #endif
}
