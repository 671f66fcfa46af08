import FlagResolver

extension SettingsDocument {
    /// The owner of a setting, as the document names it; `nil` if it names none.
    func owner(of setting: SettingIndex) -> String? {
        let node = Int(loaded[setting].node)
        guard tree.kind(of: node) == .object else { return nil }
        return tree.member(named: "owner" as StaticString, of: node).flatMap { tree.string(at: $0) }
    }
}
