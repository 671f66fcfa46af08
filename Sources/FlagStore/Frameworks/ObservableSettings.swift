#if canImport(Observation)
    public import Observation

    /// Settings for SwiftUI: a view that reads a setting is updated when its value changes.
    ///
    /// ```swift
    /// struct CheckoutView: View {
    ///     @State private var settings = ObservableSettings(store)
    ///
    ///     var body: some View {
    ///         if settings[.payments] { PaymentsButton() }
    ///     }
    /// }
    /// ```
    ///
    /// 1. All reads between two changes use one snapshot. An override or a context that is set on the main actor is visible
    ///    at once.
    /// 2. Only observers of a setting that changed, or of a group that contains it, are notified.
    /// 3. It follows the store until it is released or the store is closed.
    ///
    /// For iOS 16 and macOS 13, there is `PublishedSettings`.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
    @MainActor
    public final class ObservableSettings: Observable {
        private let registrar = ObservationRegistrar()
        private var settings: FollowedSettings?

        /// Creates a model of the settings of a store.
        public init(_ store: SettingsStore) {
            settings = FollowedSettings(store) { [weak self] names, use in self?.show(names, use) }
        }

        /// The value of a setting, observed.
        public subscript<Value: SettingValue>(key: SettingKey<Value>) -> Value {
            registrar.access(self, keyPath: \.[observed: .setting(key.name)])
            return settings?[key] ?? key.defaultValue
        }

        /// A group of settings, observed; see ``StoreSnapshot/group(_:as:)``.
        ///
        /// - Complexity: O(*n*) for *n* bytes of the group. Each call decodes it.
        public func group<Group: Decodable>(_ name: String = "", as type: Group.Type = Group.self) -> Group? {
            registrar.access(self, keyPath: \.[observed: .group(name)])
            return settings?.group(name, as: type)
        }

        private func show(_ changedNames: [String], _ use: () -> Void) {
            let names = Set(changedNames.flatMap(ObservedName.changed))
            for name in names { registrar.willSet(self, keyPath: \.[observed: name]) }
            use()
            for name in names { registrar.didSet(self, keyPath: \.[observed: name]) }
        }

        /// The target of the key path of a setting or a group, which only has to distinguish them.
        private subscript(observed name: ObservedName) -> ObservedName { name }
    }
#endif
