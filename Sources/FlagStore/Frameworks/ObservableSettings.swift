#if canImport(Observation)
    public import Observation

    /// Settings for SwiftUI: a view that reads one is drawn again when its value changes.
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
    /// 1. All readings between two changes are from one snapshot.
    /// 2. Only those who read a setting that changed are notified.
    /// 3. It follows the store until it is released or the store is closed.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
    @MainActor
    public final class ObservableSettings: Observable {
        private let store: SettingsStore
        private let registrar = ObservationRegistrar()
        private var snapshot: StoreSnapshot
        private var following: Task<Void, Never>?

        /// A model that shows the settings of a store.
        public init(_ store: SettingsStore) {
            self.store = store
            // Listening begins before the snapshot is taken, so that no change gets lost in between.
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
            // The store learns of the key, so that changes are those of its decoded value.
            _ = store.core.snapshot(for: key)
            registrar.access(self, keyPath: \.[observed: key.name])
            return snapshot[key]
        }

        private func show(_ update: SettingsUpdate) {
            for name in update.changedNames { registrar.willSet(self, keyPath: \.[observed: name]) }
            snapshot = update.snapshot
            for name in update.changedNames { registrar.didSet(self, keyPath: \.[observed: name]) }
        }

        /// What a key path to a setting leads to: it only has to tell one setting from another.
        private subscript(observed name: String) -> String { name }
    }
#endif
