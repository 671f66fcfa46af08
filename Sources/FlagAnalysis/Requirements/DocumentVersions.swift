package import FlagResolver

/// How a document writes versions: in requirements, and as `$minimumVersion`.
package struct DocumentVersions: Hashable, Sendable {
    /// The greatest number of components that a version has, three at most; 0 if there is no version.
    private var componentCount = 0
    private var hasPrerelease = false

    /// The versions of a document.
    ///
    /// - Complexity: O(*n*) in the length of the requirements up to the first version with three components.
    package init(of settings: SettingsDocument) {
        let tree = settings.tree
        if let floor = tree.member(named: "$minimumVersion" as StaticString, of: 0) { add(floor, of: tree) }
        for entry in settings.loaded[settings.loaded.entryIndices]
        where componentCount < VersionStyle.maximumComponentCount {
            guard let requirement = settings.requirementNode(of: entry) else { continue }
            for node in LocatedComparator.texts(of: requirement, in: tree) { add(node, of: tree) }
        }
    }

    private mutating func add(_ node: Int, of tree: JSONTree) {
        guard componentCount < VersionStyle.maximumComponentCount,
            let text = tree.stringBytes(at: node).flatMap({ RequirementText($0) })
        else { return }
        componentCount = min(VersionStyle.maximumComponentCount, max(componentCount, text.componentCount))
        if text.comparators.contains(where: { text.version(of: $0)?.isPrerelease == true }) { hasPrerelease = true }
    }

    /// The style in which sets of versions print: with as many components as the versions of the document, three at most.
    ///
    /// `nil` if the document names no version.
    package var style: VersionStyle? {
        componentCount == 0 ? nil : VersionStyle(componentCount: componentCount)
    }

    /// Whether all versions are integer version codes, as on Android, which have no pre-releases.
    package var areCodes: Bool { componentCount == 1 && !hasPrerelease }
}

extension VersionStyle {
    /// The style for text about several documents.
    ///
    /// - Parameter other: The style if none of them names a version.
    package static func common(
        _ documents: some Sequence<SettingsDocument>, otherwise other: VersionStyle = .standard
    ) -> VersionStyle {
        let styles = documents.compactMap { DocumentVersions(of: $0).style }
        return styles.max { $0.componentCount < $1.componentCount } ?? other
    }
}

extension RequirementText {
    /// The greatest number of components that a version has; 0 if there is no version.
    package var componentCount: Int {
        comparators.reduce(0) { count, comparator in
            let version = comparator.version
            // `*` has no component, and the wildcard of `1.x` stands for one.
            return max(count, version.componentCount + (version.hasWildcard && version.componentCount > 0 ? 1 : 0))
        }
    }
}
