import FlagResolver

/// A document resolved for the versions of a run.
struct ResolvedDocument {
    let document: LoadedDocument
    let versions: [AppVersion]
    /// The settings that are shown, in their order.
    let settings: [SettingIndex]
    /// For each version the resolutions of `settings`, in the same order; all of them have a value.
    let resolutions: [[NodeResolution]]

    init(_ document: LoadedDocument, for request: ResolveRequest) {
        self.document = document
        versions = request.versions
        let loaded = document.settings
        var candidates: [SettingIndex]
        if request.flags.isEmpty {
            candidates = request.isInDocumentOrder ? Array(loaded.indices) : document.indicesByName()
        } else {
            let chosen = Set(request.flags.compactMap { loaded.index(named: $0) })
            candidates = request.isInDocumentOrder ? chosen.sorted() : document.sortedByName(Array(chosen))
        }
        candidates.removeAll { loaded.loaded[$0].isUnresolvable }
        var resolutions = request.versions.map { version in
            candidates.map { loaded.resolve($0, for: version) }
        }
        if request.isOnlyOverridden {
            let shown = candidates.indices.filter { index in
                resolutions.contains { $0[index].reason == .targetingMatch }
            }
            candidates = shown.map { candidates[$0] }
            resolutions = resolutions.map { column in shown.map { column[$0] } }
        }
        settings = candidates
        self.resolutions = resolutions
    }

    /// The requirement of the entry that gave a value, as it was written; `nil` where the default did.
    func requirement(of resolution: NodeResolution) -> String? {
        guard let entry = entry(of: resolution) else { return nil }
        return document.settings.requirement(of: entry)?.description
    }

    func entry(of resolution: NodeResolution) -> EntryRecord? {
        resolution.entry.map { document.settings.loaded[$0] }
    }

    /// The node that a resolution is explained by: the entry, or the default's value.
    func origin(of resolution: NodeResolution) -> Int {
        entry(of: resolution).map { Int($0.node) } ?? resolution.value ?? 0
    }
}
