import FlagResolver

/// A document resolved for the app versions of a run.
struct ResolvedDocument {
    let document: LoadedDocument
    let versions: [AppVersion]
    /// The settings that are shown, in their order.
    let slots: [Int]
    /// For each version, the resolutions of `slots` in the same order. All of them have a value.
    let resolutions: [[SlotResolution]]

    /// - Parameters:
    ///   - slots: The settings to show. Those without a value are left out.
    ///   - isOnlyOverridden: Whether settings that have their default for every version are left out.
    init(_ document: LoadedDocument, _ slots: [Int], for versions: [AppVersion], isOnlyOverridden: Bool) {
        self.document = document
        self.versions = versions
        let settings = document.settings
        let records = settings.loaded.settings
        var candidates = slots.filter { !records[$0].isUnresolvable }
        var resolutions = versions.map { version in
            candidates.map { settings.resolve($0, for: version) }
        }
        if isOnlyOverridden {
            let shown = candidates.indices.filter { index in
                resolutions.contains { $0[index].reason == .targetingMatch }
            }
            candidates = shown.map { candidates[$0] }
            resolutions = resolutions.map { column in shown.map { column[$0] } }
        }
        self.slots = candidates
        self.resolutions = resolutions
    }

    /// The requirement of the entry that gave a value, as it was written; `nil` for the default.
    func requirement(of resolution: SlotResolution) -> String? {
        guard let entry = entry(of: resolution) else { return nil }
        return document.settings.requirement(of: entry)?.description
    }

    func entry(of resolution: SlotResolution) -> EntryRecord? {
        resolution.entry.map { document.settings.loaded.entries[$0] }
    }

    /// The node that explains a resolution: the entry, or the value of the default.
    func origin(of resolution: SlotResolution) -> Int {
        entry(of: resolution).map { Int($0.node) } ?? resolution.value ?? 0
    }
}
