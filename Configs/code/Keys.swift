import FlagStore

extension SettingKey where Value == Bool {
    static let payments = SettingKey("payments", default: false)
}

extension SettingKey where Value == String {
    static let checkout = SettingKey("checkout", default: "legacy")
}

extension SettingKey where Value == Int {
    static let interval = SettingKey("syncIntervall", default: 900)
}
