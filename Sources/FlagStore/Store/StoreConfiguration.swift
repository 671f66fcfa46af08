public import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Where a store gets documents, where it keeps them, and when it uses them.
///
/// ```swift
/// var configuration = StoreConfiguration()
/// configuration.transport = transport
/// configuration.directory = cachesDirectory + "/flags"
/// configuration.bundledDocument = bundledBytes
/// let store = SettingsStore(appVersion: "1.4.0", configuration)
/// ```
///
/// Every property has a default. With the defaults alone, every key has its code default.
public struct StoreConfiguration: Sendable {
    /// Where documents are fetched from; `nil` for a store that never fetches.
    public var transport: (any DocumentTransport)?

    /// The directory in which documents are kept for the next start; `nil` to keep none.
    ///
    /// An empty path is treated as `nil`, with a diagnostic.
    ///
    /// No other store may use it, except one of the same app in another process: one of the processes writes, the others
    /// read.
    public var directory: String?

    /// How the store uses its directory.
    ///
    /// Set it if the directory is in a container that the app shares with extensions.
    public var directoryAccess = DirectoryAccess.exclusive

    /// The document that ships with the app, for the first start.
    public var bundledDocument: [UInt8]?

    /// Which documents the store trusts; `nil` for all that it gets.
    ///
    /// Use `DocumentTrust` of the library `FlagStoreTrust`, so that whoever can change what a server or a network delivers
    /// cannot change the app. ``SettingsStore/trust`` says what it has found.
    public var verifier: (any DocumentVerifier)?

    /// When a new document is used.
    public var activation = DocumentActivation.atOnce

    /// The time from one request to the next, ±10 %.
    ///
    /// The default is five minutes, the minimum one second. While the app is in the background, no regular request is sent.
    public var refreshInterval = Duration.seconds(300)

    /// When the store fetches.
    ///
    /// Its start, its retries after failures, and ``SettingsStore/refresh()`` are not among them.
    ///
    /// The default is all. So that values do not change in the middle of a session, leave out
    /// ``RefreshTrigger/interval``, or set ``activation`` to ``DocumentActivation/atNextStart``.
    public var refreshTriggers = Set(RefreshTrigger.allCases)

    /// The age since the server's last confirmation at which a document becomes stale.
    ///
    /// The default is fifteen minutes.
    public var maximumAge = Duration.seconds(900)

    /// How long one request may take, redirects included; the default is 30 seconds.
    public var requestTimeout = Duration.seconds(30)

    /// How long the app must run in the foreground with a new document before the document is confirmed.
    ///
    /// With a transport, a later request must be answered, too. The default is ten seconds.
    public var confirmationDelay = Duration.seconds(10)

    /// Whether the app is in the foreground when the store starts.
    ///
    /// An app that ends soon after its start counts as crashed only if it was in the foreground, see
    /// ``SettingsStore/enterForeground()``. The default is `false` on iOS, tvOS, watchOS and visionOS, where the system also
    /// launches apps in the background, and in app extensions. Elsewhere it is `true`. So that a crash during the launch
    /// counts on iOS, too, pass what the app delegate knows:
    ///
    /// ```swift
    /// configuration.startsInForeground = application.applicationState != .background
    /// ```
    public var startsInForeground = AppPhase.startsInForeground

    /// The limits that a document must obey.
    public var limits = DocumentLimits.standard

    /// The share of the settings that a new document may lack, from 0 to 1; the default is one half.
    ///
    /// A document that lacks more of them is rejected, because a server that answers `{}` must not erase all settings. The
    /// settings are those of ``keys`` that the active document has, or all of the active document if no keys are given. A
    /// document without any of the ``keys``, or with other types for all of them, is rejected as well. With 1, every
    /// document is accepted.
    public var removableShare = 0.5

    /// The settings that the code declares; the default is none.
    ///
    /// Generated code lists them: `configuration.keys = Flags.all`.
    ///
    /// Their overrides are checked at the start. Their changes are detected by the decoded value, even before they are
    /// first read. A new document must have some of them: see ``removableShare``.
    public var keys: [any DeclaredSetting] = []

    /// The launch arguments that may contain overrides: `--flag name=value`; the default is none.
    ///
    /// Pass `CommandLine.arguments` in debug builds.
    public var arguments: [String] = []

    /// The environment that may contain overrides: `FLAG_CHECKOUT_STYLE` for `checkout.style`.
    ///
    /// The words of a name are separated by `_`: `FLAG_NEW_CHECKOUT` is `newCheckout`, `new.checkout` and `new_checkout`.
    /// The default is none. Pass `ProcessInfo.processInfo.environment` in debug builds.
    public var environment: [String: String] = [:]

    /// Whether overrides that are set at run time survive a restart; the default is `false`.
    ///
    /// They are kept in ``directory``, and are in effect at the next start until they end or are removed. Set it in builds
    /// that have a debug menu, such as those for testers. Without it, overrides of earlier runs are not read.
    public var keepsOverrides = false

    /// Values of the app's own beside the documents.
    ///
    /// For example user defaults, a managed configuration or another flag system.
    ///
    /// The default is none. Of several sources with the same priority, the first that has a value gives it.
    public var sources: [any SettingSource] = []

    /// The attributes that the store takes from the system.
    ///
    /// The default is ``CommonAttribute/platform`` and ``CommonAttribute/osVersion``.
    /// ``CommonAttribute/locale``, ``CommonAttribute/language`` and ``CommonAttribute/country`` are not among them, because
    /// an app often knows better: the country of an account, for example. The attributes are never sent anywhere.
    public var commonAttributes: Set<CommonAttribute> = [.platform, .osVersion]

    /// Makes the decoder for values that are neither `Bool`, `Int`, `Double` nor `String`.
    public var makeDecoder: @Sendable () -> JSONDecoder = { JSONDecoder() }

    /// Where diagnostics are written, besides ``SettingsStore/diagnostics``.
    ///
    /// The default is the log of the system, so that a mistyped key is visible without further code.
    public var diagnosticOutput = DiagnosticOutput.system

    /// Observes reads, for exposure logs and metrics; `nil` costs nothing.
    public var onRead: ReadObserver?

    /// The clocks.
    public var clock: any StoreClock = SystemClock()

    package var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    package var files: any FileLayer = SystemFiles()

    /// The installation key, instead of the one on disk.
    package var installationKey: InstallationKey?

    package var recorder: (@Sendable (String) -> Void)?

    /// Creates a configuration with no transport, no directory and no bundled document.
    public init() {}
}

extension StoreConfiguration {
    /// The values of the attributes that the store takes from the system.
    var commonAttributeValues: [String: AttributeValue] {
        guard !commonAttributes.isEmpty else { return [:] }
        return CommonAttribute.values(of: commonAttributes, on: .current)
    }

    /// The ``sources``, each with its layer.
    var layeredSources: [LayeredSource] {
        sources.enumerated().map { LayeredSource($0.element, at: $0.offset, limits: limits) }
    }

    /// Whether a document has a value of the declared type for one of the ``keys``; `nil` without keys.
    private func hasDeclaredType(for context: EvaluationContext) -> (@Sendable (SettingsDocument) -> Bool)? {
        let keys = keys.compactMap { ($0 as? any RegistrableKey)?.registered }
        // A key of another kind has no type that could be wrong.
        guard !keys.isEmpty, keys.count == self.keys.count else { return nil }
        return { [makeDecoder] document in
            var stack = LayerStack(context: context, makeDecoder: makeDecoder)
            let snapshot = document.snapshot(for: context, makeDecoder: makeDecoder)
            stack.add(
                LayeredDocument(snapshot: snapshot, layer: .remote, initialAge: .zero, since: .zero, isNewest: true))
            return keys.contains { $0.isReadable(stack) }
        }
    }

    /// The part that concerns documents only, without settings and context.
    func documents(for context: EvaluationContext) -> DocumentKeeper.Configuration {
        var documents = DocumentKeeper.Configuration()
        documents.transport = transport
        documents.directory = directory
        documents.directoryAccess = directoryAccess
        documents.programVersion = context.appVersion?.description ?? ""
        documents.declaredNames = keys.map(\.name)
        documents.removableShare = removableShare
        documents.hasDeclaredType = hasDeclaredType(for: context)
        documents.activation = activation
        documents.refreshInterval = refreshInterval
        documents.refreshTriggers = refreshTriggers
        documents.maximumAge = maximumAge
        documents.requestTimeout = requestTimeout
        documents.confirmationDelay = confirmationDelay
        documents.startsInForeground = startsInForeground
        documents.limits = limits
        documents.verifier = verifier
        documents.clock = clock
        documents.random = random
        documents.files = files
        return documents
    }
}
