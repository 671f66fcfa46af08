package import FlagResolver

/// A document as rules see it, with the known releases. It is a class, because each setting refers to it.
package final class CheckedDocument: Sendable {
    package let settings: SettingsDocument
    /// Parts of ``settings`` that every rule reads; taking them from there each time would copy them.
    package let tree: JSONTree
    package let loaded: LoadedSettings
    /// The shipped and planned versions; `nil` if they are not known.
    package let releases: ReleaseList?
    /// The traits of the version requirements in each condition of the table of conditions.
    let conditionTraits: [RequirementTraits]
    /// The date that schedules are compared with; `nil` if they are not.
    package let instant: Instant?
    /// The document at an earlier revision, which changes are compared with; `nil` if there is none.
    package let previous: SettingsDocument?
    /// The recorded releases that the document is compared with; `nil` if it is not.
    package let readers: DocumentReaders?
    /// The oldest supported version; `nil` if there is none.
    let floor: AppVersion?
    /// The settings whose changes since the earlier revision are allowed, with the reasons.
    let allowedChanges: [ExactText: String]
    /// What the recorded releases read; `nil` until a rule needs it.
    let checkedReaders = Locked<CheckedReaders?>(nil)
    /// The attributes that `$attributes` declares; `nil` if the document does not have it.
    package let attributes: DeclaredAttributes?
    /// The strings that ``attributes`` lists, by the names of the attributes whose declarations have a list.
    let listedValues: [String: ListedValues]
    /// The findings that the document allows.
    package let suppressions: Suppressions
    /// The style in which messages about the document name versions.
    package let versionStyle: VersionStyle
    /// Whether all versions are integer version codes, and neither the document nor the list of releases has a pre-release.
    package let hasOnlyVersionCodes: Bool
    /// A version with a fourth component, if the document or the list of releases names one.
    package let fourComponentVersion: AppVersion?
    /// The text of long values and requirements, by their nodes.
    let longTexts = Locked<[Int: String]>([:])

    package init(
        _ settings: SettingsDocument, releases: ReleaseList? = nil, instant: Instant? = nil,
        previous: SettingsDocument? = nil, readers: DocumentReaders? = nil, floor: AppVersion? = nil,
        allowing allowedChanges: [ExactText: String] = [:]
    ) {
        self.allowedChanges = allowedChanges
        self.floor = floor ?? settings.minimumVersion
        self.settings = settings
        tree = settings.tree
        loaded = settings.loaded
        conditionTraits = settings.loaded.conditions.keys.map { key in
            RequirementTraits(ofCondition: Int(key) + 1, in: settings.tree)
        }
        self.releases = releases
        self.instant = instant
        self.previous = previous
        self.readers = readers
        let attributes = DeclaredAttributes(of: settings.tree)
        self.attributes = attributes
        listedValues =
            attributes.map { attributes in
                let lists = attributes.names.compactMap { name in
                    attributes[name]?.values.map { (name, ListedValues($0)) }
                }
                return Dictionary(lists) { first, _ in first }
            } ?? [:]
        suppressions = Suppressions(of: settings)
        let versions = DocumentVersions(of: settings)
        versionStyle = versions.style ?? releases?.style ?? .standard
        hasOnlyVersionCodes = versions.areCodes && releases?.hasPrerelease != true
        fourComponentVersion =
            releases?.releases.first { Self.hasFourComponents($0.version) }?.version
            ?? settings.minimumVersion.flatMap { Self.hasFourComponents($0) ? $0 : nil }
            ?? Self.fourComponentVersion(in: settings)
    }

    /// The bytes of a node.
    package func span(of node: Int) -> Range<Int> { tree.nodes[node].span }

    /// Whether the earlier revision has the same: every member of the setting, apart from blanks and their order.
    func isUnchanged(_ subject: Finding.Subject) -> Bool {
        guard case .setting(let setting) = subject, let previous,
            let old = previous.index(named: settings.name(of: setting))
        else { return false }
        return tree.isEqual(Int(loaded[setting].node), to: previous.tree, Int(previous.loaded[old].node))
    }

    private static func hasFourComponents(_ version: AppVersion) -> Bool {
        (VersionText(version)?.components.count ?? 0) > 3
    }

    private static func fourComponentVersion(in settings: SettingsDocument) -> AppVersion? {
        let tree = settings.tree
        for entry in settings.loaded[settings.loaded.entryIndices] {
            guard let requirement = settings.requirementNode(of: entry) else { continue }
            for node in LocatedComparator.texts(of: requirement, in: tree) {
                if let version = fourComponentVersion(inText: node, of: tree) { return version }
            }
        }
        return nil
    }

    private static func fourComponentVersion(inText node: Int, of tree: JSONTree) -> AppVersion? {
        // Such a version has three dots between digits, which few texts have; the others need not be parsed.
        if let range = tree.plainContentRange(at: node), !hasThreeDotsInDigits(tree.bytes[range]) { return nil }
        guard let text = tree.stringBytes(at: node).flatMap({ RequirementText($0) }) else { return nil }
        return text.comparators.first { $0.version.componentCount > 3 && !$0.version.hasWildcard }
            .flatMap { text.version(of: $0) }
    }

    private static func hasThreeDotsInDigits(_ bytes: ArraySlice<UInt8>) -> Bool {
        var dots = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "."): dots += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9"): break
            default: dots = 0
            }
            if dots == 3 { return true }
        }
        return false
    }
}
