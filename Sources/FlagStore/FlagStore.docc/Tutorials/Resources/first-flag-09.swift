#if canImport(SwiftUI)
    import FlagStore
    import SwiftUI

    /// A switch for testers. It overrides the document for this run.
    struct CheckoutSwitch: View {
        let store = Settings.store
        @State private var settings = ObservableSettings(Settings.store)

        var body: some View {
            Toggle(
                "New checkout",
                isOn: Binding(
                    get: { settings[Flags.newCheckout] },
                    set: { store.override(Flags.newCheckout, with: $0) }
                )
            )
        }
    }
#endif
