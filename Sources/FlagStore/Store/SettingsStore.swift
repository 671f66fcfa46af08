public import FlagResolver

/// The settings of an app: read at once, kept on disk, refreshed in the background.
///
/// ```swift
/// extension SettingKey where Value == Bool {
///     static let payments = SettingKey("payments", default: false)
/// }
///
/// let store = SettingsStore(appVersion: "1.4.0", configuration)
/// if store[.payments] { … }
/// ```
///
/// 1. It starts synchronously from what is on disk or comes with the app. Reading never blocks, throws or traps, and
///    never waits for a refresh.
/// 2. A value comes from the highest layer that has one of the key's type: debug overrides, the fetched document, the
///    last known good one, the bundled one, the code default. What is passed over is reported.
/// 3. Several readings that have to fit together are made from one ``snapshot``.
/// 4. It works until it is closed or released. Close it when the app stops cleanly.
public final class SettingsStore: Sendable {
    @usableFromInline
    let core: StoreCore

    /// Starts a store for an app of a version.
    ///
    /// - Parameters:
    ///   - appVersion: The version of the running app as text. With one that cannot be read every setting has its
    ///     default, the state is ``StoreState/error``, and a diagnostic says why.
    ///   - configuration: Where documents come from, where they are kept, and when they are used.
    /// - Complexity: O(*n*) for *n* bytes of the documents on disk and in the bundle.
    public init(appVersion: String, _ configuration: StoreConfiguration = StoreConfiguration()) {
        var context = EvaluationContext()
        var problem: StoreDiagnostic?
        do throws(VersionSyntaxError) {
            context.appVersion = try AppVersion(parsing: appVersion)
        } catch {
            problem = appVersion.isEmpty ? .missingAppVersion : .unreadableAppVersion(appVersion, error)
        }
        core = StoreCore(context, problem, configuration)
    }

    /// Starts a store for an app of a version.
    ///
    /// - Parameters:
    ///   - appVersion: The version of the running app.
    ///   - configuration: Where documents come from, where they are kept, and when they are used.
    /// - Complexity: O(*n*) for *n* bytes of the documents on disk and in the bundle.
    public convenience init(appVersion: AppVersion, _ configuration: StoreConfiguration = StoreConfiguration()) {
        self.init(context: EvaluationContext(appVersion: appVersion), configuration)
    }

    /// Starts a store for a context.
    ///
    /// - Parameters:
    ///   - context: The version of the running app. Without one, every setting has its default, the state is
    ///     ``StoreState/error``, and a diagnostic says why.
    ///   - configuration: Where documents come from, where they are kept, and when they are used.
    /// - Complexity: O(*n*) for *n* bytes of the documents on disk and in the bundle.
    public init(context: EvaluationContext, _ configuration: StoreConfiguration = StoreConfiguration()) {
        core = StoreCore(context, context.appVersion == nil ? .missingAppVersion : nil, configuration)
    }

    deinit {
        core.keeper.abandon()
    }
}

extension SettingsStore {
    /// The value of a setting; never blocks, throws or traps.
    ///
    /// - Complexity: O(1), and a few nanoseconds unless something changed since the last reading.
    @inlinable
    public subscript(key: SettingKey<Bool>) -> Bool {
        let word = key.memo.word.load()
        if word >> 1 == core.generation.load() { return word & 1 == 1 }
        return core.read(key)
    }

    /// The value of a setting; never blocks, throws or traps.
    ///
    /// A value that is neither `Bool`, `Int`, `Double` nor `String` is decoded when it is first read, and remembered.
    ///
    /// - Complexity: O(1) unless something changed since the last reading.
    @inlinable
    public subscript<Value: SettingValue>(key: SettingKey<Value>) -> Value {
        if let value = key.memo.value(in: core.generation.load()) { return value }
        return core.read(key)
    }

    /// The value of a setting, why it is that, and where it comes from.
    public func resolution<Value: SettingValue>(of key: SettingKey<Value>) -> StoreResolution<Value> {
        core.snapshot(for: key).resolution(of: key)
    }

    /// All settings as they are now, for several readings that have to fit together.
    public var snapshot: StoreSnapshot { core.snapshot }

    /// A group of settings as one struct of `PropertySetting`s; see ``StoreSnapshot/group(_:as:)``.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the group.
    public func group<Group: Decodable>(_ name: String = "", as type: Group.Type = Group.self) -> Group? {
        snapshot.group(name, as: type)
    }
}

extension SettingsStore {
    /// Gives a setting a value for debugging, above every document.
    ///
    /// It stays until it is taken back or the store is gone, and is kept nowhere.
    ///
    /// - Complexity: O(*n*) for *n* settings, to find out what changed.
    public func override<Value: SettingValue>(_ key: SettingKey<Value>, with value: Value) {
        // The key becomes known, so that the change is found by its type.
        _ = core.snapshot(for: key)
        _ = core.change { $0.overrides.values[key.name] = value }
    }

    /// Takes back what ``override(_:with:)`` set for a setting.
    public func removeOverride(of key: some DeclaredSetting) {
        let name = key.name
        _ = core.change { $0.overrides.values[name] = nil }
    }

    /// Takes back everything that ``override(_:with:)`` set; launch arguments and the environment stay.
    public func removeAllOverrides() {
        _ = core.change { $0.overrides.values = [:] }
    }
}
