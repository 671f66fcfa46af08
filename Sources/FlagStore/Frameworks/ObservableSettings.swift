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
    /// 2. Only observers of a setting that changed are notified.
    /// 3. It follows the store until it is released or the store is closed.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
    @MainActor
    public final class ObservableSettings: Observable {
        private let store: SettingsStore
        private let registrar = ObservationRegistrar()
        private var snapshot: StoreSnapshot
        private var following: Task<Void, Never>?

        /// Creates a model of the settings of a store.
        public init(_ store: SettingsStore) {
            self.store = store
            // Listen before taking the snapshot, so that no change is lost in between.
            let updates = store.updates
            let iterator = updates.makeAsyncIterator()
            snapshot = store.snapshot
            following = Task { [weak self] in
                var iterator = iterator
                while let update = await iterator.next() {
                    guard let self else { return }
                    self.show(update)
                }
            }
        }

        deinit {
            following?.cancel()
        }

        /// The value of a setting, observed.
        public subscript<Value: SettingValue>(key: SettingKey<Value>) -> Value {
            // Register the key, so that its changes are detected by its decoded value.
            let latest = store.core.snapshot(for: key)
            // A toggle reads an override right after it has set it, before the update arrives.
            if latest.stack.revision != snapshot.stack.revision { snapshot = latest }
            registrar.access(self, keyPath: \.[observed: key.name])
            return snapshot[key]
        }

        private func show(_ update: SettingsUpdate) {
            for name in update.changedNames { registrar.willSet(self, keyPath: \.[observed: name]) }
            snapshot = update.snapshot
            for name in update.changedNames { registrar.didSet(self, keyPath: \.[observed: name]) }
        }

        /// The target of a setting's key path, which only has to distinguish settings.
        private subscript(observed name: String) -> String { name }
    }
#endif
