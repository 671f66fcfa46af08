#if canImport(Darwin)
    import Foundation
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Calls handlers when the process is about to end normally.
///
/// 1. `exit`, and a return from `main`: `atexit` reports them.
/// 2. On Apple's platforms, the notices that an app terminates.
///
/// Signals are not handled: their handlers belong to the app.
enum NormalExit {
    private static let handlers = HandlerRegistry<Void>()

    /// Registers a handler until it is removed. It runs on the thread that ends the process, so it must be quick.
    static func add(_ handler: @escaping @Sendable () -> Void) -> UInt64 {
        _ = observeOnce
        return handlers.add(handler)
    }

    static func remove(_ number: UInt64) { handlers.remove(number) }

    private static let observeOnce: Void = {
        _ = atexit { NormalExit.handlers.call(()) }
        #if canImport(Darwin)
            // The names as text: the frameworks that declare them are not on every platform.
            let names = ["UIApplicationWillTerminateNotification", "NSApplicationWillTerminateNotification"]
            for name in names {
                // The observers stay for the lifetime of the process.
                _ = NotificationCenter.default.addObserver(
                    forName: Notification.Name(name), object: nil, queue: nil
                ) { _ in NormalExit.handlers.call(()) }
            }
        #endif
    }()
}
