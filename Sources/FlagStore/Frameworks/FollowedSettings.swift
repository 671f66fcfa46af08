/// The settings of a store on the main actor, for views: all reads between two changes use one snapshot.
@MainActor
final class FollowedSettings {
    private let store: SettingsStore
    private var snapshot: StoreSnapshot
    private var following: Task<Void, Never>?

    /// - Parameter announce: Gets the names of changed settings, and calls the given closure to use the new settings.
    init(_ store: SettingsStore, announce: @escaping @MainActor ([String], () -> Void) -> Void) {
        self.store = store
        // Listen before taking the snapshot, so that no change is lost in between.
        let updates = store.updates
        let iterator = updates.makeAsyncIterator()
        snapshot = store.snapshot
        following = Task { [weak self] in
            var iterator = iterator
            while let update = await iterator.next() {
                guard let self else { return }
                announce(update.changedNames) { self.snapshot = update.snapshot }
            }
        }
    }

    deinit {
        following?.cancel()
    }

    /// The value of a setting.
    subscript<Value: SettingValue>(key: SettingKey<Value>) -> Value {
        // Register the key, so that its changes are detected by its decoded value.
        use(store.core.snapshot(for: key))
        return snapshot[key]
    }

    /// A group of settings; see ``StoreSnapshot/group(_:as:)``.
    func group<Group: Decodable>(_ name: String, as type: Group.Type) -> Group? {
        use(store.snapshot)
        return snapshot.group(name, as: type)
    }

    /// A toggle reads an override right after it has set it, before the update arrives.
    private func use(_ latest: StoreSnapshot) {
        if latest.stack.revision != snapshot.stack.revision { snapshot = latest }
    }
}

/// What a view has read: settings, and groups with all their settings.
enum ObservedName: Hashable {
    case setting(String)
    case group(String)

    /// What changes if a setting does: the setting, and each group that contains it.
    static func changed(with name: String) -> [ObservedName] {
        var names = [ObservedName.setting(name), .group("")]
        for index in name.indices where name[index] == "." { names.append(.group(String(name[..<index]))) }
        return names
    }
}
