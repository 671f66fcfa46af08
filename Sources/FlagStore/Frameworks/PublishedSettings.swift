#if canImport(Combine)
    public import Combine

    /// Settings for SwiftUI on iOS 16 and macOS 13: a view that observes it is updated when a setting changes that was read.
    ///
    /// ```swift
    /// struct CheckoutView: View {
    ///     @StateObject private var settings = PublishedSettings(store)
    ///
    ///     var body: some View {
    ///         if settings[.payments] { PaymentsButton() }
    ///     }
    /// }
    /// ```
    ///
    /// 1. All reads between two changes use one snapshot. An override or a context that is set on the main actor is visible
    ///    at once.
    /// 2. All observers are notified, if one of the settings or groups changed that were read through this object.
    /// 3. It follows the store until it is released or the store is closed.
    ///
    /// From iOS 17 and macOS 14 on, ``ObservableSettings`` updates fewer views.
    @MainActor
    public final class PublishedSettings: ObservableObject {
        public nonisolated let objectWillChange = ObservableObjectPublisher()
        private var settings: FollowedSettings?
        private var observed: Set<ObservedName> = []

        /// Creates a model of the settings of a store.
        public init(_ store: SettingsStore) {
            settings = FollowedSettings(store) { [weak self] names, use in self?.show(names, use) }
        }

        /// The value of a setting, observed.
        public subscript<Value: SettingValue>(key: SettingKey<Value>) -> Value {
            observed.insert(.setting(key.name))
            return settings?[key] ?? key.defaultValue
        }

        /// A group of settings, observed; see ``StoreSnapshot/group(_:as:)``.
        ///
        /// - Complexity: O(*n*) for *n* bytes of the group. Each call decodes it.
        public func group<Group: Decodable>(_ name: String = "", as type: Group.Type = Group.self) -> Group? {
            observed.insert(.group(name))
            return settings?.group(name, as: type)
        }

        private func show(_ changedNames: [String], _ use: () -> Void) {
            let isObserved = changedNames.contains { !observed.isDisjoint(with: ObservedName.changed(with: $0)) }
            if isObserved { objectWillChange.send() }
            use()
        }
    }
#endif
