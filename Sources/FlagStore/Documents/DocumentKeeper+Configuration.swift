package import FlagResolver

extension DocumentKeeper {
    package struct Configuration: Sendable {
        package var transport: (any DocumentTransport)?
        package var directory: String?
        package var directoryAccess = DirectoryAccess.exclusive

        /// The version of the program, for the crash-loop breaker.
        package var programVersion = ""

        /// The names of settings and groups, of which a document must have at least one.
        package var declaredNames: [String] = []

        /// The share of the settings that a document may lack, from 0 to 1.
        package var removableShare = 0.5

        /// Whether a document has a value of the declared type for one of the declared settings; `nil` if no types are declared.
        package var hasDeclaredType: (@Sendable (SettingsDocument) -> Bool)?
        package var activation = DocumentActivation.atOnce
        package var refreshInterval = Duration.seconds(300)
        package var refreshTriggers = Set(RefreshTrigger.allCases)
        package var maximumAge = Duration.seconds(900)
        package var requestTimeout = Duration.seconds(30)
        package var confirmationDelay = Duration.seconds(10)
        package var startsInForeground = AppPhase.startsInForeground
        package var limits = DocumentLimits.standard
        package var verifier: (any DocumentVerifier)?
        package var clock: any StoreClock = SystemClock()
        package var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
        package var files: any FileLayer = SystemFiles()

        package init() {}
    }

    /// The documents to start with.
    package struct StartDocuments: Sendable {
        package let cache: CachedStart
        package let bundled: SettingsDocument?
        package let diagnostics: [StoreDiagnostic]

        package var cached: CachedDocument? { cache.document }
    }
}

/// How a store uses its directory.
public enum DirectoryAccess: String, Hashable, Sendable, Codable, CaseIterable {
    /// The store holds a lock in the directory while it is open.
    ///
    /// The first store that opens the directory writes; stores of other processes read, and one of them takes over later.
    case exclusive

    /// The store locks the directory only while it writes.
    ///
    /// Use it for the app's own store in a container that the app shares with its extensions: the system ends an app that
    /// is suspended with a lock in such a container.
    case sharedContainer = "shared-container"

    /// The store reads the documents at its start, and neither writes nor locks anything.
    ///
    /// Use it in app extensions. The store does not count starts, and documents that it fetches are not kept.
    case readOnly = "read-only"
}

/// When a store uses a new document.
public enum DocumentActivation: String, Hashable, Sendable, Codable, CaseIterable {
    /// As soon as it arrives.
    case atOnce = "at-once"

    /// At the next start, so that no value changes while the app runs.
    ///
    /// The document is kept in the store's directory and lost if there is none. The very first run uses the bundled
    /// document throughout.
    case atNextStart = "at-next-start"
}
