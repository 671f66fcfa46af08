#if canImport(Darwin)
    import Foundation

    extension SettingsStore {
        /// Starts a store for the running app.
        ///
        /// The app's version is the `CFBundleShortVersionString` of the main bundle.
        /// Without one, no condition on the version holds, the state is ``StoreState/error``, and a diagnostic says why.
        ///
        /// - Parameter configuration: Where documents come from, where they are kept, and when they are used.
        public convenience init(_ configuration: StoreConfiguration = StoreConfiguration()) {
            let version = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
            self.init(appVersion: version ?? "", configuration)
        }
    }
#endif
