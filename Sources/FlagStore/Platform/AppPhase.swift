#if canImport(Darwin)
    import Foundation
#endif

/// Whether the app is in the foreground.
///
/// 1. On iOS, tvOS, watchOS and visionOS, the notices of the system tell. The store may be created before the first one, in
///    a launch that the system makes in the background.
/// 2. An app extension is never in the foreground: the system ends it when its work is done.
/// 3. Other programs are in the foreground, unless they say something else.
package enum AppPhase {
    /// Whether a process that has told nothing yet is in the foreground.
    package static var startsInForeground: Bool {
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
            false
        #elseif canImport(Darwin)
            !isExtension
        #else
            true
        #endif
    }

    private static let handlers = HandlerRegistry<Bool>()

    /// Registers a handler until it is removed. It gets whether the app is in the foreground, on the thread of the notice.
    static func observe(_ handler: @escaping @Sendable (_ isInForeground: Bool) -> Void) -> UInt64 {
        _ = observeOnce
        return handlers.add(handler)
    }

    static func remove(_ number: UInt64) { handlers.remove(number) }

    private static let observeOnce: Void = {
        #if canImport(Darwin)
            guard !isExtension else { return }
            // The names as text: the frameworks that declare them are not on every platform. A Mac app that is hidden runs on,
            // and the system does not end it.
            let names = [
                "UIApplicationDidBecomeActiveNotification": true, "UIApplicationWillEnterForegroundNotification": true,
                "UIApplicationDidEnterBackgroundNotification": false,
                "WKApplicationDidBecomeActiveNotification": true,
                "WKApplicationWillEnterForegroundNotification": true,
                "WKApplicationDidEnterBackgroundNotification": false,
            ]
            for (name, isInForeground) in names {
                // The observers stay for the lifetime of the process.
                _ = NotificationCenter.default.addObserver(
                    forName: Notification.Name(name), object: nil, queue: nil
                ) { _ in AppPhase.handlers.call(isInForeground) }
            }
        #endif
    }()

    #if canImport(Darwin)
        private static let isExtension = Bundle.main.bundlePath.hasSuffix(".appex")
    #endif
}
