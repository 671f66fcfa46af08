package import FlagResolver

/// A document as rules see it, with the releases that are known.
package struct CheckedDocument: Sendable {
    package let settings: SettingsDocument
    /// The parts of ``settings``, which every rule reads: taking them from the document copies them.
    package let tree: JSONTree
    package let loaded: LoadedSettings
    /// The versions that were shipped or are planned; `nil` if they are not known.
    package let releases: ReleaseList?
    /// A version with a fourth component, if the document or the list of releases names one.
    package let fourComponentVersion: AppVersion?

    package init(_ settings: SettingsDocument, releases: ReleaseList? = nil) {
        self.settings = settings
        tree = settings.tree
        loaded = settings.loaded
        self.releases = releases
        fourComponentVersion =
            releases?.releases.first { Self.hasFourComponents($0.version) }?.version
            ?? settings.minimumVersion.flatMap { Self.hasFourComponents($0) ? $0 : nil }
            ?? Self.fourComponentVersion(in: settings)
    }

    /// The bytes of a node.
    package func span(of node: Int) -> Range<Int> { tree.nodes[node].span }

    private static func hasFourComponents(_ version: AppVersion) -> Bool {
        (VersionText(version)?.components.count ?? 0) > 3
    }

    private static func fourComponentVersion(in settings: SettingsDocument) -> AppVersion? {
        let tree = settings.tree
        for entry in settings.loaded[settings.loaded.entryIndices] {
            guard let node = settings.requirementNode(of: entry) else { continue }
            if tree.kind(of: node) == .string {
                if let version = fourComponentVersion(inText: node, of: tree) { return version }
            } else {
                for element in tree.elements(of: node) {
                    if let version = fourComponentVersion(inText: element, of: tree) { return version }
                }
            }
        }
        return nil
    }

    /// Such a version has three dots between digits, which nearly no text has.
    private static func fourComponentVersion(inText node: Int, of tree: JSONTree) -> AppVersion? {
        guard let range = tree.plainContentRange(at: node) else {
            return (tree.stringBytes(at: node)).flatMap { fourComponentVersion(in: $0) }
        }
        let content = tree.bytes[range]
        guard mayNameFourComponents(content.span) else { return nil }
        return fourComponentVersion(in: Array(content))
    }

    private static func mayNameFourComponents(_ bytes: Span<UInt8>) -> Bool {
        var dots = 0
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == UInt8(ascii: ".") {
                dots += 1
                if dots == 3 { return true }
            } else if byte &- UInt8(ascii: "0") > 9 {
                dots = 0
            }
        }
        return false
    }

    private static func fourComponentVersion(in bytes: [UInt8]) -> AppVersion? {
        guard let text = RequirementText(bytes) else { return nil }
        return text.comparators.first { $0.version.componentCount > 3 && !$0.version.hasWildcard }
            .flatMap { text.version(of: $0) }
    }
}

extension CheckedDocument {
    /// A range of a string's content as bytes of the tree; the whole string if the content is escaped.
    package func span(of range: Range<Int>, inText node: Int) -> Range<Int> {
        guard let content = tree.plainContentRange(at: node) else { return span(of: node) }
        return (content.lowerBound + range.lowerBound)..<(content.lowerBound + range.upperBound)
    }
}
