import FlagStore

// The settings of this app, which are in `Configs/app.json`. Each is declared once: name, type and default.

enum CheckoutStyle: String, Decodable, Sendable {
    case legacy
    case compact
    case modern
}

extension SettingKey where Value == Bool {
    static let payments = SettingKey("payments", default: false)
}

extension SettingKey where Value == CheckoutStyle {
    static let checkout = SettingKey("checkout", default: .legacy)
}

extension SettingKey where Value == Int {
    static let syncInterval = SettingKey("syncInterval", default: 900)
}
