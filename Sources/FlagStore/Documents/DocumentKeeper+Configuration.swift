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
        package var activation = DocumentActivation.atOnce
        package var refreshInterval = Duration.seconds(300)
        package var maximumAge = Duration.seconds(900)
        package var requestTimeout = Duration.seconds(30)
        package var confirmationDelay = Duration.seconds(10)
        package var limits = DocumentLimits.standard
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
