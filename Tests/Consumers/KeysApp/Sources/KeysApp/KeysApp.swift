import FlagStore
import KeysLibrary

/// Prints the settings of the app, which are the defaults of its documents.
@main
enum KeysApp {
    static func main() {
        var context = EvaluationContext(appVersion: "1.4.0")
        context.shopFlags.country = .at
        var configuration = StoreConfiguration()
        configuration.bundledDocument = Array(#"{ "payments": true, "delay": 0.5 }"#.utf8)
        configuration.keys = Flags.all + ShopFlags.all
        let store = SettingsStore(context: context, configuration)
        print("payments \(store[ShopFlags.payments])")
        print("delay \(store[ShopFlags.delay])")
        print("title \(store[Flags.title])")
        print("country \(store.context.shopFlags.country?.rawValue ?? "none")")
        print("style \(Library.checkoutStyle)")
        print("rooms \(Library.roomLimit(in: store))")
    }
}
