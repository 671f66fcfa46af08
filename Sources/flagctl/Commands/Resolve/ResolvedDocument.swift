import FlagResolver

/// A document resolved for the versions of a run.
struct ResolvedDocument {
    let document: LoadedDocument
    let versions: [AppVersion]
    /// The settings that are shown, in their order.
    let slots: [Int]
    /// For each version the resolutions of `slots`, in the same order; all of them have a value.
    let resolutions: [[SlotResolution]]

    init(_ document: LoadedDocument, for request: ResolveRequest) {
        self.document = document
        versions = request.versions
        let settings = document.settings
        var candidates: [Int]
        if request.flags.isEmpty {
            candidates = request.isInDocumentOrder ? Array(settings.slots) : document.slotsByName()
        } else {
            let chosen = Set(request.flags.compactMap { settings.slot(named: $0) })
            candidates = request.isInDocumentOrder ? chosen.sorted() : document.sortedByName(Array(chosen))
        }
        let records = settings.loaded.settings
        candidates.removeAll { records[$0].isUnresolvable }
        var resolutions = request.versions.map { version in
            candidates.map { settings.resolve($0, for: version) }
        }
        if request.isOnlyOverridden {
            let shown = candidates.indices.filter { index in
                resolutions.contains { $0[index].reason == .targetingMatch }
            }
            candidates = shown.map { candidates[$0] }
            resolutions = resolutions.map { column in shown.map { column[$0] } }
        }
        slots = candidates
        self.resolutions = resolutions
    }

    /// The requirement of the entry that gave a value, as it was written; `nil` where the default did.
    func requirement(of resolution: SlotResolution) -> String? {
        guard let entry = entry(of: resolution) else { return nil }
        return document.settings.requirement(of: entry)?.description
    }

    func entry(of resolution: SlotResolution) -> EntryRecord? {
        resolution.entry.map { document.settings.loaded.entries[$0] }
    }

    /// The node that a resolution is explained by: the entry, or the default's value.
    func origin(of resolution: SlotResolution) -> Int {
        entry(of: resolution).map { Int($0.node) } ?? resolution.value ?? 0
    }
}
