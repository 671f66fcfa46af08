public import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a store is made of: where documents come from, where they are kept, and when they are used.
///
/// ```swift
/// var configuration = StoreConfiguration()
/// configuration.transport = transport
/// configuration.directory = cachesDirectory + "/flags"
/// configuration.bundledDocument = bundledBytes
/// let store = SettingsStore(appVersion: "1.4.0", configuration)
/// ```
///
/// Everything has a default; a store with nothing at all gives every key its code default.
public struct StoreConfiguration: Sendable {
    /// Where documents are fetched from; `nil` for a store that never asks.
    public var transport: (any DocumentTransport)?

    /// The directory in which documents are kept for the next start; `nil` to keep none.
    ///
    /// It must belong to this store alone. Several processes may share it: one of them writes. The store keeps a lock
    /// there while it is open, so that on iOS it must not be in a container shared with extensions.
    public var directory: String?

    /// The document that comes with the app, for the first start.
    public var bundledDocument: [UInt8]?

    /// When a new document is used.
    public var activation = DocumentActivation.atOnce

    /// The time from one request to the next, ±10 %.
    ///
    /// Five minutes unless told otherwise, and at least one second.
    public var refreshInterval = Duration.seconds(300)

    /// How long after the server's last confirmation a document is stale.
    ///
    /// Fifteen minutes unless told otherwise.
    public var maximumAge = Duration.seconds(900)

    /// How long one request may take in all; half a minute unless told otherwise.
    public var requestTimeout = Duration.seconds(30)

    /// How long the app must run on with a new document for it to be confirmed.
    ///
    /// Ten seconds unless told otherwise.
    public var confirmationDelay = Duration.seconds(10)

    /// What a document may hold at most.
    public var limits = DocumentLimits.standard

    /// The settings that the code declares.
    ///
    /// Their overrides are checked at the start, and their changes are those of the decoded value even before they are
    /// read for the first time.
    public var keys: [any DeclaredSetting] = []

    /// The launch arguments that may hold overrides: `--flag name=value`; none unless told otherwise.
    ///
    /// Pass `CommandLine.arguments` in debug builds.
    public var arguments: [String] = []

    /// The environment that may hold overrides: `FLAG_CHECKOUT_STYLE` for `checkout.style`.
    ///
    /// None unless told otherwise. Pass `ProcessInfo.processInfo.environment` in debug builds.
    public var environment: [String: String] = [:]

    /// Makes the decoder for values that are neither `Bool`, `Int`, `Double` nor `String`.
    public var makeDecoder: @Sendable () -> JSONDecoder = { JSONDecoder() }

    /// The clocks.
    public var clock: any StoreClock = SystemClock()

    package var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    package var files: any FileLayer = SystemFiles()
    package var recorder: (@Sendable (String) -> Void)?

    /// A configuration of defaults: no transport, no directory, no bundled document.
    public init() {}
}

extension StoreConfiguration {
    /// The part that concerns documents only, without settings and context.
    var documents: DocumentKeeper.Configuration {
        var documents = DocumentKeeper.Configuration()
        documents.transport = transport
        documents.directory = directory
        documents.activation = activation
        documents.refreshInterval = refreshInterval
        documents.maximumAge = maximumAge
        documents.requestTimeout = requestTimeout
        documents.confirmationDelay = confirmationDelay
        documents.limits = limits
        documents.clock = clock
        documents.random = random
        documents.files = files
        return documents
    }
}
