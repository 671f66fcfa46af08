import FlagAnalysis
import FlagResolver

/// What a version gets from a document that the version before it does not get.
struct ReleaseValues {
    struct Change {
        let settingIndex: SettingIndex
        /// The nodes of both values.
        let before: Int
        let after: Int
        /// The node that the new value is explained by: the entry, or the default's value.
        let origin: Int
    }

    /// Sorted by the names of the settings.
    let changes: [Change]
    /// How many settings have a value to compare.
    let count: Int

    init(_ document: LoadedDocument, from previous: AppVersion, to version: AppVersion) {
        let settings = document.settings
        let chosen = document.indicesByName().filter { !settings.loaded[$0].isUnresolvable }
        count = chosen.count
        changes = chosen.compactMap { settingIndex in
            let old = settings.resolve(settingIndex, for: previous)
            let new = settings.resolve(settingIndex, for: version)
            guard let before = old.value, let after = new.value,
                !document.tree.isEqual(before, to: document.tree, after)
            else { return nil }
            let entry = new.entry.map { Int(settings.loaded[$0].node) }
            return Change(settingIndex: settingIndex, before: before, after: after, origin: entry ?? after)
        }
    }
}
