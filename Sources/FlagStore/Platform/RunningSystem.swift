#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The operating system that the process runs on, and the locale of its user.
struct RunningSystem: Hashable, Sendable {
    /// The name of the operating system; `nil` if it has none in documents.
    var platform: String?

    /// The version of the operating system.
    var osVersion: String

    /// The identifier of the locale, in the form that the system uses; `nil` if it is not known.
    var localeIdentifier: String?

    /// The system of this process.
    static var current: RunningSystem {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return RunningSystem(
            platform: platform,
            osVersion: "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)",
            localeIdentifier: localeIdentifier
        )
    }

    private static var platform: String? {
        #if os(macOS) || targetEnvironment(macCatalyst)
            "macos"
        #elseif os(iOS)
            "ios"
        #elseif os(tvOS)
            "tvos"
        #elseif os(watchOS)
            "watchos"
        #elseif os(visionOS)
            "visionos"
        #elseif os(Android)
            "android"
        #elseif os(Linux)
            "linux"
        #else
            nil
        #endif
    }

    private static var localeIdentifier: String? {
        #if canImport(Darwin)
            Locale.current.identifier
        #else
            // POSIX: the first of these that is not empty. Foundation's `Locale` needs tables that would triple the
            // size of a program.
            let environment = ProcessInfo.processInfo.environment
            return ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        #endif
    }
}
