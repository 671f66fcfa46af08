public import FlagResolver
public import FlagStore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A store for tests.
///
/// The test controls its values, clocks and transport, and sees which settings were read.
///
/// ```swift
/// let test = TestStore()
/// test.set(.payments, to: true)
/// #expect(Checkout(test.store).showsPayments)
/// #expect(test.reads == ["payments"])
/// ```
///
/// It uses neither the network, the disk, the system's clock nor its attributes. Stores are independent, so tests can run in
/// parallel.
///
/// A request waits for its response however far the test advances the clock. To test a timeout, set `requestTimeout` in
/// `configure`.
public struct TestStore: Sendable {
    /// The store to pass to the code under test.
    public let store: SettingsStore

    /// The clocks of the store.
    public let clock: ManualClock

    /// The transport of the store, which sends its first request at the start.
    public let transport: ManualTransport

    private let record: Locked<[String]>

    /// Creates a store for a version of the app.
    ///
    /// - Parameters:
    ///   - appVersion: The version of the app.
    ///   - document: The JSON of the bundled document; the default is none.
    ///   - seed: The seed of the refresh jitter.
    ///   - configure: Changes the configuration before the store starts.
    public init(
        appVersion: String = "1.0.0",
        document: String? = nil,
        seed: UInt64 = 0,
        configure: (inout StoreConfiguration) -> Void = { _ in }
    ) {
        self.init(ManualClock(), document: document, seed: seed, configure) { configuration in
            SettingsStore(appVersion: appVersion, configuration)
        }
    }

    /// Creates a store for a context.
    ///
    /// ```swift
    /// let context = EvaluationContext(appVersion: "1.0.0", targetingKey: "user-3", attributes: ["country": "AT"])
    /// let test = TestStore(context: context, document: document)
    /// ```
    ///
    /// - Parameters:
    ///   - context: The context. Its date sets the wall clock.
    ///   - installationKey: The key for rollouts if the context has no targeting key.
    ///   - document: The JSON of the bundled document; the default is none.
    ///   - seed: The seed of the refresh jitter.
    ///   - configure: Changes the configuration before the store starts.
    public init(
        context: EvaluationContext,
        installationKey: String = "installation",
        document: String? = nil,
        seed: UInt64 = 0,
        configure: (inout StoreConfiguration) -> Void = { _ in }
    ) {
        let clock = context.date.map { ManualClock(wallTime: $0.wholeSeconds) } ?? ManualClock()
        self.init(clock, document: document, seed: seed) { configuration in
            configuration.installationKey = InstallationKey(text: installationKey)
            configure(&configuration)
        } start: { configuration in
            SettingsStore(context: context, configuration)
        }
    }

    private init(
        _ clock: ManualClock,
        document: String?,
        seed: UInt64,
        _ configure: (inout StoreConfiguration) -> Void,
        start: (StoreConfiguration) -> SettingsStore
    ) {
        let record = Locked<[String]>([])
        self.clock = clock
        transport = ManualTransport()
        var configuration = StoreConfiguration()
        configuration.clock = clock
        configuration.transport = transport
        configuration.requestTimeout = .seconds(Int64.max)
        configuration.bundledDocument = document.map { Array($0.utf8) }
        configuration.commonAttributes = []
        configuration.diagnosticOutput = .none
        configuration.startsInForeground = true
        configuration.installationKey = InstallationKey(text: "installation")
        configuration.random = ReproducibleRandom(seed: seed)
        configuration.recorder = { name in record.withLock { $0.append(name) } }
        configure(&configuration)
        store = start(configuration)
        self.record = record
    }

    /// The context of the store: the targeting key and the attributes.
    ///
    /// Setting it resolves the settings at once. A date in it is ignored: set ``date``.
    public var context: EvaluationContext {
        get { store.context }
        nonmutating set { store.updateContext { $0 = newValue } }
    }

    /// The date of the wall clock, in whole seconds.
    ///
    /// Setting it begins and ends schedules at once. It moves no other clock, so nothing is fetched and nothing gets older.
    public var date: Date {
        get { Date(timeIntervalSince1970: Double(clock.wallTime)) }
        nonmutating set {
            clock.wallTime = newValue.wholeSeconds
            store.checkSchedules()
        }
    }

    /// Overrides a setting, above every document.
    public func set<Value: SettingValue>(_ key: SettingKey<Value>, to value: Value) {
        store.override(key, with: value)
    }

    /// Responds to the store's request with a document, and waits until the store has handled it.
    ///
    /// - Parameters:
    ///   - document: The JSON of the document.
    ///   - entityTag: Its entity tag.
    /// - Returns: The result of the refresh.
    public func receive(_ document: String, entityTag: String? = nil) async -> RefreshResult {
        await receive(.document(Array(document.utf8), entityTag: entityTag))
    }

    /// Responds to the store's request, and waits until the store has handled the outcome.
    ///
    /// - Returns: The result of the refresh.
    public func receive(_ outcome: DocumentOutcome) async -> RefreshResult {
        // Join the request before responding: a finished request cannot be joined.
        let results = store.beginRefresh()
        transport.respond(with: outcome)
        for await result in results { return result }
        return .cancelled
    }

    /// The names of the settings and groups that were read, in order, with repeats.
    public var reads: [String] {
        record.withLock { $0 }
    }
}

/// A seeded random source with the same sequence on every platform (SplitMix64).
package struct ReproducibleRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed &>> 31)
    }
}

extension Date {
    /// The seconds since 1970, rounded down; the nearest number that fits if the date is out of range.
    fileprivate var wholeSeconds: Int64 {
        let seconds = timeIntervalSince1970.rounded(.down)
        return Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max)
    }
}
