import FlagStore

/// The settings of this app.
enum Settings {
    static let store: SettingsStore = {
        var configuration = StoreConfiguration()
        configuration.bundledDocument = PackageResources.Flags_json
        return SettingsStore(appVersion: "2.0.0", configuration)
    }()
}
