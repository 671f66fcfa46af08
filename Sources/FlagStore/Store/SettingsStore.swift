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
        let version = Result { () throws(VersionSyntaxError) in try AppVersion(parsing: appVersion) }
        core = StoreCore(appVersion: version, text: appVersion, configuration)
    }

    /// Starts a store for an app of a version.
    ///
    /// - Parameters:
    ///   - appVersion: The version of the running app.
    ///   - configuration: Where documents come from, where they are kept, and when they are used.
    /// - Complexity: O(*n*) for *n* bytes of the documents on disk and in the bundle.
    public init(appVersion: AppVersion, _ configuration: StoreConfiguration = StoreConfiguration()) {
        core = StoreCore(appVersion: .success(appVersion), text: appVersion.description, configuration)
    }

    deinit {
        core.handle(.abandoned)
    }
}
