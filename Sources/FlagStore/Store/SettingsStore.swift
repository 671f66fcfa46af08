public import FlagResolver

/// The settings of an app: read synchronously, kept on disk, refreshed in the background.
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
/// 1. It starts synchronously from the document on disk or the bundled one. Reading never throws or traps, and never
///    waits for a refresh.
/// 2. A value comes from the highest layer that has one of the key's type: debug overrides, the fetched document, the
///    last known good one, the bundled one, the code default. Values of another type are reported.
/// 3. Read values that must be consistent with each other from one ``snapshot``.
/// 4. It works until it is closed or released. Close it when the app stops cleanly.
public final class SettingsStore: Sendable {
    @usableFromInline
    let core: StoreCore

    /// Starts a store for a version of the app, given as text.
    ///
    /// - Parameters:
    ///   - appVersion: The version of the running app. If it cannot be read, no condition on it holds, the state is
    ///     ``StoreState/error``, and a diagnostic says why.
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

    /// Starts a store for a version of the app.
    ///
    /// - Parameters:
    ///   - appVersion: The version of the running app.
    ///   - configuration: Where documents come from, where they are kept, and when they are used.
    /// - Complexity: O(*n*) for *n* bytes of the documents on disk and in the bundle.
    public convenience init(appVersion: AppVersion, _ configuration: StoreConfiguration = StoreConfiguration()) {
        self.init(context: EvaluationContext(appVersion: appVersion), configuration)
    }

    /// Starts a store for a context, which ``updateContext(_:)`` changes later.
    ///
    /// - Parameters:
    ///   - context: The version of the running app, the targeting key, and attributes. Without a version, entries that ask
    ///     for it do not match, the state is ``StoreState/error``, and a diagnostic says why. A date is ignored: the store
    ///     uses its own clock.
    ///   - configuration: Where documents come from, where they are kept, and when they are used.
    /// - Complexity: O(*n*) for *n* bytes of the documents on disk and in the bundle.
    public init(context: EvaluationContext, _ configuration: StoreConfiguration = StoreConfiguration()) {
        core = StoreCore(context, context.appVersion == nil ? .missingAppVersion : nil, configuration)
    }

    deinit {
        core.keeper.close()
    }
}

extension SettingsStore {
    /// The value of a setting; never blocks, throws or traps.
    ///
    /// 1. Each thread caches the values that it reads, whatever their type. While the settings do not change, it reads
    ///    them again without a lock and without writing to memory that threads share, except for the reference counts of
    ///    values such as long strings.
    /// 2. The first read of a key by a thread after a change resolves the setting, under short locks.
    /// 3. A thread caches about 2,000 values. Beyond that, reads may resolve the setting again.
    ///
    /// - Parameter key: The setting. The expression is evaluated a second time if no value is cached.
    /// - Complexity: O(1), and a few nanoseconds, unless the settings changed since this thread last read the key.
    @inlinable
    public subscript<Value: SettingValue>(key: @autoclosure () -> SettingKey<Value>) -> Value { value(of: key) }

    /// The same for a `Bool`. Code that compiles never uses it.
    ///
    /// It helps the compiler: in `print(store[Flags.gone])`, nothing else tells the type of a setting that is gone, and the
    /// first error would be about the type `Any`.
    @_disfavoredOverload
    @inlinable
    public subscript(key: @autoclosure () -> SettingKey<Bool>) -> Bool { value(of: key) }

    @inlinable
    func value<Value: SettingValue>(of key: () -> SettingKey<Value>) -> Value {
        if let value = core.generation.cachedValue(of: key().number, as: Value.self) { return value }
        return core.read(key())
    }

    /// The value of a setting, its reason and its origin.
    @inlinable
    public func resolution<Value: SettingValue>(of key: SettingKey<Value>) -> StoreResolution<Value> {
        core.snapshot(for: key).resolution(of: key)
    }

    /// The value of a setting for the context of one request, its reason and its origin.
    ///
    /// The store's own context does not change; see ``StoreSnapshot/resolution(of:for:)``.
    ///
    /// - Complexity: O(*n*) for *n* entries of the setting, and of those that it requires. Nothing is cached.
    public func resolution<Value: SettingValue>(
        of key: SettingKey<Value>, for context: EvaluationContext
    ) -> StoreResolution<Value> {
        core.snapshot(for: key).resolution(of: key, for: context)
    }

    /// The current settings, for reading values that must be consistent with each other.
    public var snapshot: StoreSnapshot { core.snapshot }

    /// Reads the values of the ``StoreConfiguration/sources`` again, after they changed.
    ///
    /// Sources that announce their changes do not need it. The new values are in use when this returns.
    ///
    /// - Complexity: O(*n*) for *n* values of the sources, and for the settings of all documents.
    public func reloadSources() {
        core.reloadSources()
    }

    /// All settings that have a key, are in a document or are overridden, sorted by name.
    ///
    /// This is for debug screens. It does not count as a read, and reports nothing.
    ///
    /// - Complexity: O(*n* log *n*) for *n* settings.
    public var settings: [SettingSummary] {
        let (snapshot, keys) = core.state.withLock { ($0.snapshot, $0.keys) }
        return snapshot.stack.summaries(keys: keys)
    }

    /// A group of settings as one struct of `PropertySetting`s; see ``StoreSnapshot/group(_:as:)``.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the group.
    public func group<Group: Decodable>(_ name: String = "", as type: Group.Type = Group.self) -> Group? {
        snapshot.group(name, as: type)
    }
}
