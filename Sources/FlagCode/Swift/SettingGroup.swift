import FlagResolver

/// The settings of a document as a tree of groups, in document order.
struct SettingGroup {
    enum Item {
        case setting(TypedSetting)
        /// An index of ``groups``.
        case group(Int)
    }

    /// The Swift name of the group; `nil` for the document itself.
    let identifier: SwiftIdentifier?

    /// The name in the document; that of the first spelling if several have the same Swift name.
    let name: String

    private(set) var items: [Item] = []
    private(set) var groups: [SettingGroup] = []
    private var indices: [SwiftIdentifier: Int] = [:]

    init(_ settings: [TypedSetting]) {
        self.init(identifier: nil, name: "")
        for setting in settings {
            add(
                setting, groups: setting.name.groups[...],
                parts: setting.name.name.parts(separatedBy: ".", omittingEmpty: true)[...])
        }
    }

    private init(identifier: SwiftIdentifier?, name: String) {
        self.identifier = identifier
        self.name = name
    }

    private mutating func add(
        _ setting: TypedSetting, groups rest: ArraySlice<SwiftIdentifier>, parts: ArraySlice<Substring>
    ) {
        guard let group = rest.first else {
            items.append(.setting(setting))
            return
        }
        let index = indices[group] ?? groups.count
        if index == groups.count {
            indices[group] = index
            let part = String(parts.first ?? "")
            groups.append(SettingGroup(identifier: group, name: name.isEmpty ? part : "\(name).\(part)"))
            items.append(.group(index))
        }
        groups[index].add(setting, groups: rest.dropFirst(), parts: parts.dropFirst())
    }
}
