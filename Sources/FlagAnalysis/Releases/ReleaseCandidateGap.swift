package import FlagResolver

/// The pre-releases of a version for which a setting has another value than for the version itself.
///
/// `>=2.0.0` does not contain 2.0.0-rc.1, so whoever tries the release candidate tries the old value.
package struct ReleaseCandidateGap: Sendable {
    /// A bound to write in the place of another one. With it the pre-releases have the version's value, and no other
    /// version has another value than before.
    package struct Suggestion: Hashable, Sendable {
        /// The node of the requirement's text.
        package let node: Int
        /// The bytes of the bound in the content of the text.
        package let range: Range<Int>
        package let bound: String
    }

    /// The pre-releases concerned.
    package let versions: VersionSet
    /// The nodes of their values, each value once, those of the lowest versions first.
    package let values: [Int]
    /// The node of the version's own value.
    package let value: Int
    package let suggestion: Suggestion?

    /// The gap of a setting; `nil` where there is none, or the version is a pre-release itself.
    ///
    /// - Complexity: That of ``SettingHistory/init(of:in:)``, for each bound at the version, of which few are tried.
    package init?(of slot: Int, at version: AppVersion, in document: SettingsDocument) {
        guard let prereleases = Self.prereleases(of: version),
            Self.hasBound(slot, within: prereleases, document), let history = SettingHistory(of: slot, in: document),
            let own = history.parts.first(where: { $0.stretch.contains(version) })
        else { return nil }
        let others = history.parts.filter { part in
            part.valueClass != own.valueClass && !VersionSet(part.stretch).isDisjoint(with: prereleases)
        }
        guard !others.isEmpty else { return nil }
        var met: Set<Int> = []
        versions = VersionSet(others.map(\.stretch)).intersection(prereleases)
        values = others.filter { met.insert($0.valueClass).inserted }.map(\.value)
        value = own.value
        suggestion = BoundSearch(document: document, slot: slot, version: version, prereleases: prereleases)
            .suggestion(from: history, wanted: own.valueClass)
    }

    /// Whether an entry begins or ends above the lowest pre-release, up to the release: where none does, all of them
    /// have the same value. That is so for nearly all settings, and found sooner than their histories.
    private static func hasBound(_ slot: Int, within prereleases: VersionSet, _ document: SettingsDocument) -> Bool {
        guard let range = prereleases.stretches.first else { return false }
        return document.entries(of: slot).indices.contains { position in
            document.versions(ofEntryAt: position).stretches.contains { stretch in
                range.lower < stretch.lower && stretch.lower <= range.upper
                    || range.lower < stretch.upper && stretch.upper <= range.upper
            }
        }
    }

    /// Every pre-release of a release, from the lowest that can be; `nil` of a pre-release.
    private static func prereleases(of version: AppVersion) -> VersionSet? {
        guard !version.isPrerelease, let least = version.leastPrerelease,
            let stretch = VersionStretch(from: .before(least), to: .before(version))
        else { return nil }
        return VersionSet(stretch)
    }
}

extension AppVersion {
    /// `2.0.0-0` of `2.0.0` and of `2.0.0+532`.
    fileprivate var leastPrerelease: AppVersion? {
        AppVersion("\(description.prefix { $0 != "+" })-0")
    }
}

/// Looks for a bound at a version that can include its pre-releases.
private struct BoundSearch {
    let document: SettingsDocument
    let slot: Int
    let version: AppVersion
    let prereleases: VersionSet

    private static let greatestAttemptCount = 16

    func suggestion(from history: SettingHistory, wanted: Int) -> ReleaseCandidateGap.Suggestion? {
        guard let least = version.leastPrerelease else { return nil }
        // The numbers of the classes are those of the history, which has met the values in this order.
        var classes = ValueClasses(of: document.tree)
        for part in history.parts { _ = classes.number(of: part.value) }
        let now = versions(of: history.parts.map { ($0.valueClass, $0.stretch) })
        var expected = now.mapValues { $0.subtracting(prereleases) }
        expected[wanted, default: .none] = expected[wanted, default: .none].union(prereleases)
        expected = expected.filter { !$0.value.isEmpty }
        let setting = document.loaded.settings[slot]
        var attempts = 0
        for position in document.entries(of: slot).indices {
            // An entry that is passed over because of its type is mended by no bound.
            guard !document.loaded.effectiveVersions(of: position, in: setting, of: document.tree).isEmpty else {
                continue
            }
            for node in texts(ofEntryAt: position) {
                guard let text = document.tree.stringBytes(at: node).flatMap({ RequirementText($0) }) else { continue }
                for bound in text.comparators where bound.sign == .atLeast || bound.sign == .below {
                    guard text.version(of: bound) == version else { continue }
                    // A setting with thousands of such bounds is not worth trying each.
                    attempts += 1
                    guard attempts <= Self.greatestAttemptCount else { return nil }
                    let words = "\(bound.sign.rawValue)\(least)"
                    guard let set = proposed(position, node, text.replacing(bound.range, with: words)),
                        outcome(ofEntryAt: position, for: set, classes) == expected
                    else { continue }
                    return .init(node: node, range: bound.range, bound: words)
                }
            }
        }
        return nil
    }

    private func texts(ofEntryAt position: Int) -> [Int] {
        guard let node = document.requirementNode(of: document.loaded.entries[position]) else { return [] }
        return document.tree.kind(of: node) == .string ? [node] : Array(document.tree.elements(of: node))
    }

    /// The versions of an entry with another text in the place of one of its texts.
    private func proposed(_ position: Int, _ changed: Int, _ text: String) -> VersionSet? {
        var sets: [VersionSet] = []
        for node in texts(ofEntryAt: position) {
            let words = node == changed ? text : document.tree.string(at: node) ?? ""
            guard let part = try? VersionSet(parsing: words) else { return nil }
            sets.append(part)
        }
        return VersionSet(unionOf: sets)
    }

    /// Which versions would have which value; `nil` where one would have a value that no version has now.
    private func outcome(
        ofEntryAt changed: Int, for set: VersionSet, _ known: ValueClasses
    ) -> [Int: VersionSet]? {
        let setting = document.loaded.settings[slot]
        let entries = document.entries(of: slot)
        let loaded = document.loaded
        let partition = FirstMatchPartition(
            entries.indices.map {
                $0 == changed ? set : loaded.effectiveVersions(of: $0, in: setting, of: document.tree)
            })
        var classes = known
        var parts: [(Int, VersionStretch)] = []
        for part in partition.parts {
            let value = part.winner.map { Int(entries[entries.startIndex + $0].value) } ?? Int(setting.defaultValue)
            let number = classes.number(of: value)
            guard number < known.count else { return nil }
            parts.append((number, part.stretch))
        }
        return versions(of: parts)
    }

    private func versions(of parts: [(Int, VersionStretch)]) -> [Int: VersionSet] {
        Dictionary(grouping: parts, by: \.0).mapValues { VersionSet($0.map(\.1)) }
    }
}
