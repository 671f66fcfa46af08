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

    func describe() throws -> String {
        let hotel = try JSONDecoder().decode(
            Hotel.self, from: Data(#"{ "name": "Sea", "amenity1": "Pool", "open": "yes" }"#.utf8))
        let style = store[Flags.Checkout.style].rawValue
        return
            "\(store[.theme].name) \(style) \(hotel.amenities.values) \(store.context.flags.country?.rawValue ?? "none")"
    }
}

@main
enum ShopApp {
    static func main() async throws {
        var context = EvaluationContext(appVersion: "2.0.0")
        context.flags.country = .at
        var configuration = StoreConfiguration()
        configuration.keys = Flags.all
        let store = SettingsStore(context: context, configuration)
        let hotel = try JSONDecoder().decode(
            HotelOnScreen.self, from: Data(#"{ "name": "Sea", "amenity1": "Pool", "open": 1 }"#.utf8))
        let shop = Shop(store)
        print("\(await shop.rooms) \(try await shop.describe()) \(hotel.amenities) \(hotel.isOpen)")
        for await value in store.values(of: Flags.countries) {
            print(value)
            store.close()
        }
    }
}
