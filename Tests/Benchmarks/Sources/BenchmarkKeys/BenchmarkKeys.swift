public import FlagStore

public enum Style: String, Decodable, Sendable {
    case legacy
    case modern
}

public struct Theme: Decodable, Equatable, Sendable {
    public let name: String
    public let sizes: [Int]

    public init(name: String, sizes: [Int]) {
        self.name = name
        self.sizes = sizes
    }
}

extension SettingKey where Value == Bool {
    public static let isOn = SettingKey("isOn", default: false)
}

extension SettingKey where Value == Int {
    public static let count = SettingKey("count", default: 0)
}

extension SettingKey where Value == Double {
    public static let ratio = SettingKey("ratio", default: 0)
}

extension SettingKey where Value == Style {
    public static let style = SettingKey("style", default: .legacy)
}

extension SettingKey where Value == String {
    public static let shortText = SettingKey("shortText", default: "")
    public static let longText = SettingKey("longText", default: "")
}

extension SettingKey where Value == Theme {
    public static let theme = SettingKey("theme", default: Theme(name: "", sizes: []))
}
