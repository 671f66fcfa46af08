package import FlagResolver

// Tests number the settings and entries of their documents by hand.

extension SettingIndex: ExpressibleByIntegerLiteral, CustomStringConvertible {
    package init(integerLiteral position: Int) { self.init(position) }
    package var description: String { "\(position)" }
}

extension EntryIndex: ExpressibleByIntegerLiteral, CustomStringConvertible {
    package init(integerLiteral position: Int) { self.init(position) }
    package var description: String { "\(position)" }
}
