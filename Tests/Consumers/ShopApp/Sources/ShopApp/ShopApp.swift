import FlagStore
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value of a key that is declared by hand. Its type is not isolated, so that every actor can read it.
nonisolated struct Theme: Decodable, Equatable, Sendable {
    var name: String
    var size = 1
}

extension SettingKey where Value == Theme {
    nonisolated static let theme = SettingKey("theme", default: Theme(name: "plain"))
}

/// A model of a backend. In a type that is not isolated, a wrapper would be an error of the compiler.
nonisolated struct Hotel: Decodable, Sendable {
    let name: String
    let amenities: NumberedFamily<String>
    let isOpen: Lenient<Bool>

    enum CodingKeys: String, TolerantCodingKey {
        case name
        case amenities = "amenity"
        case isOpen = "open"
    }
}

/// The same for code of the main actor, with wrappers.
struct HotelOnScreen: Decodable {
    let name: String
    @NumberedFamily var amenities: [String]
    @Lenient var isOpen: Bool

    enum CodingKeys: String, TolerantCodingKey {
        case name
        case amenities = "amenity"
        case isOpen = "open"
    }
}

/// A group of settings.
nonisolated struct Checkout: Decodable, Sendable {
    let style: PropertySetting<String>
}

/// Reads settings away from the main actor.
actor Shop {
    private let store: SettingsStore

    init(_ store: SettingsStore) {
        self.store = store
    }

    var rooms: Int { store[Flags.Checkout.limits].maxRooms }

    /// What a user gets, whoever uses the app.
    func style(for user: String) -> String {
        let context = EvaluationContext(appVersion: "2.0.0", targetingKey: user, attributes: ["country": "AT"])
        return store.resolution(of: Flags.Checkout.style, for: context).value.rawValue
    }

    func describe() throws -> String {
        let hotel = try JSONDecoder().decode(
            Hotel.self, from: Data(#"{ "name": "Sea", "amenity1": "Pool", "open": "yes" }"#.utf8))
        let style = store[Flags.Checkout.style].rawValue
        return
            "\(store[.theme].name) \(style) \(hotel.amenities.values) \(store.context.flags.country?.rawValue ?? "none")"
    }
}

/// The flags of the system that this app had before.
nonisolated struct FormerFlags: SettingSource {
    let name = "former"
    let priority = SourcePriority.belowDocuments

    func values() -> [String: SourceValue] {
        ["theme": SourceValue(json: #"{ "name": "dark", "size": 2 }"#), "countries": SourceValue(["AT"])]
    }
}

#if canImport(Observation)
    /// A screen, which belongs to the main actor.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
    @MainActor
    struct CheckoutScreen {
        let settings: ObservableSettings

        var text: String {
            let checkout = settings.group("checkout", as: Checkout.self)
            return "\(settings[Flags.Checkout.style].rawValue) \(checkout?.style.value ?? "none")"
        }
    }
#endif

#if canImport(Combine)
    /// The same on iOS 16.
    @MainActor
    struct FormerScreen {
        let settings: PublishedSettings

        var text: String { settings[Flags.Checkout.style].rawValue }
    }
#endif

/// Where the app counts who has seen which value. Reads come from every thread.
nonisolated func logExposure(_ read: SettingRead) {
    print("exposure: \(read.name) \(read.reason.rawValue) \(read.layer.rawValue) \(read.targetingKey ?? "nobody")")
}

@main
enum ShopApp {
    @MainActor
    static func main() async throws {
        var context = EvaluationContext(appVersion: "2.0.0", targetingKey: "user-7")
        context.flags.country = .at
        var configuration = StoreConfiguration()
        configuration.keys = Flags.all
        configuration.bundledDocument = Array(
            #"{ "checkout": { "style": "legacy", "limits": { "max-rooms": 4, "note": null } } }"#.utf8)
        configuration.directory = ProcessInfo.processInfo.environment["SHOP_DIRECTORY"]
        configuration.sources = [FormerFlags(), ValueSource("managed") { ["checkout.style": "modern"] }]
        configuration.refreshTriggers = [.foreground, .network]
        configuration.keepsOverrides = true
        configuration.arguments = CommandLine.arguments
        configuration.environment = ProcessInfo.processInfo.environment
        configuration.onRead = .oncePerChange { logExposure($0) }
        let store = SettingsStore(context: context, configuration)
        let hotel = try JSONDecoder().decode(
            HotelOnScreen.self, from: Data(#"{ "name": "Sea", "amenity1": "Pool", "open": 1 }"#.utf8))
        let shop = Shop(store)
        print("\(await shop.rooms) \(try await shop.describe()) \(hotel.amenities) \(hotel.isOpen)")
        try store.override("checkout.style", withText: "modern", until: Date(timeIntervalSinceNow: 3_600))
        for setting in store.settings where setting.isOverridden {
            print(setting.name, setting.choices, setting.overriddenUntil == nil)
        }
        print(try store.importOverrides(store.exportedOverrides).count)
        print(await shop.style(for: "user-1"), store.resolution(of: .theme).sourceName ?? "none")
        #if canImport(Observation)
            if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *) {
                print(CheckoutScreen(settings: ObservableSettings(store)).text)
            }
        #endif
        #if canImport(Combine)
            print(FormerScreen(settings: PublishedSettings(store)).text)
        #endif
        for await value in store.values(of: Flags.countries) {
            print(value)
            store.close()
        }
        // The program ends at once, and the override is to be there at its next start.
        await store.finishWriting()
    }
}
