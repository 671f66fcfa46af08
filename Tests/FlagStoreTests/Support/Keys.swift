import FlagStore

enum CheckoutStyle: String, Decodable, Sendable {
    case legacy
    case modern
}

struct Theme: Decodable, Equatable, Sendable {
    var name: String
    var size: Int
}

extension SettingKey where Value == Bool {
    static let payments = SettingKey("payments", default: false)
    static let search = SettingKey("search", default: true)
}

extension SettingKey where Value == Int {
    static let maxItems = SettingKey("checkout.maxItems", default: 20)
}

extension SettingKey where Value == CheckoutStyle {
    static let checkoutStyle = SettingKey("checkout.style", default: .legacy)
}

extension SettingKey where Value == Theme {
    static let theme = SettingKey("theme", default: Theme(name: "plain", size: 1))
}
