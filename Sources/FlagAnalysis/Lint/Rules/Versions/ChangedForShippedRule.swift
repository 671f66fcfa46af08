import FlagReaders
import FlagResolver

extension RuleCode {
    package static let changedForShipped = RuleCode(rawValue: "changed-for-shipped")
}

/// A default, or the bound of an entry for everybody, that gives shipped versions another value than before.
///
/// It reaches everybody, or all whom no other entry matches. The bound of an entry for a ring or a country is ordinary work.
struct ChangedForShippedRule: Rule {
    let code = RuleCode.changedForShipped
    let severity = Severity.warning
    let meaning =
        "A shipped version gets another value than at the earlier revision, because a default has changed, or because the bound of an "
        + "entry has moved across that version."
    let advice =
        "Give the new value to versions that are still to come, or say why shipped versions are meant to get it."
    let needsRevision = true
    let needsReleases = true

    private static let releases = """
        1.9.0
        2.0.0
        2.1.0 planned
        """

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "«true»",
            entries: #"{ "appVersion": ">=2.1.0", "value": true }"#,
            releases: Self.releases,
            previous: #"""
                {
                  "payments": {
                    "defaultValue": false,
                    "valuesByVersion": [
                      { "appVersion": ">=2.1.0", "value": true }
                    ]
                  }
                }
                """#),
        RuleExample(
            "checkout", defaultValue: #""legacy""#,
            entries: #"{ "appVersion": «">=2.0.0"», "value": "modern" }"#,
            releases: Self.releases,
            previous: #"""
                {
                  "checkout": {
                    "defaultValue": "legacy",
                    "valuesByVersion": [
                      { "appVersion": ">=2.1.0", "value": "modern" }
                    ]
                  }
                }
                """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            "checkout", defaultValue: #""legacy""#,
            entries: #"""
                { "appVersion": "2.0.0", "value": "compact" },
                { "appVersion": ">=2.1.0", "value": "modern" }
                """#,
            releases: Self.releases,
            previous: #"""
                {
                  "checkout": {
                    "defaultValue": "legacy",
                    "valuesByVersion": [
                      { "appVersion": ">=2.1.0", "value": "modern" }
                    ]
                  }
                }
                """#)
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        guard let previous = document.previous, let releases = document.releases else { return }
        let shipped = releases.shipped.filter { release in document.floor.map { release.version >= $0 } ?? true }
        guard !shipped.isEmpty else { return }
        let versions = Self.versions(shipped.map(\.version))
        var difference = DocumentDifference(from: previous, to: document.settings)
        if let readers = document.readers { difference.add(readers) }
        let coverage = document.readers?.coverage(from: document.floor, of: releases)
        let recorded = Self.versions((coverage?.listed ?? []).filter(\.isComplete).map(\.release.version))
        for (name, _) in difference.failures {
            report.add(
                "\(quoted(name)) is too complex to be compared with the earlier revision, so it is not known what changes for shipped "
                    + "versions",
                by: self,
                at: document.span(of: document.settings.index(named: name).map { Int(document.loaded[$0].key) } ?? 0),
                about: document.settings.index(named: name).map { .setting($0) } ?? .document, namesSubject: true,
                help: "simplify its conditions", changing: name)
        }
        for setting in difference.settings {
            // `lowered-minimum` looks at the setting that forces updates.
            guard let index = setting.newSetting, let old = setting.oldSetting,
                document.settings.minimumVersionSetting.map({ !$0.hasSameBytes(as: setting.name) }) ?? true
            else { continue }
            // Of a release whose reads are known, only what it gets counts.
            let unaware = setting.readers.map { recorded.subtracting(Self.versions($0.noticing)) } ?? .none
            let users = versions.subtracting(unaware)
            for change in changes(of: setting, index, old, releases, users, in: document, previous) {
                let share = InstallShare(of: change.releases).map { " (\($0.phrase))" } ?? ""
                let listed = SettingProblem.listed(change.releases.map { "\($0.version)" }, "and")
                let users = change.users.compactMap { users in
                    difference.space.text(of: Case(versions: .all, terms: users, decision: .yes))
                }
                let who = users.count < change.users.count ? "everybody" : SettingProblem.listed(users, "or")
                report.add(
                    "\(change.values) for \(who) in \(listed)\(share): \(change.reason)", by: self,
                    at: document.span(of: change.node), about: .setting(index),
                    help:
                        "give the new value to versions that are still to come, or say why in the message of a commit: "
                        + "\"Flag-change: \(setting.name): REASON\"")
            }
        }
    }

    private static func versions(_ versions: [AppVersion]) -> VersionSet {
        VersionSet(versions.map { VersionInterval($0) })
    }

    /// A change for shipped versions because of one node.
    private struct Change {
        let node: Int
        let reason: String
        let values: String
        let releases: [ReleaseList.Release]
        /// Whose value changes; no terms mean everybody.
        var users: [[Case.Term]]
    }

    /// The changes of a setting because of a default or a bound; those of several users together.
    private func changes(
        of setting: SettingDifference, _ index: SettingIndex, _ old: SettingIndex, _ releases: ReleaseList,
        _ versions: VersionSet, in document: CheckedDocument, _ previous: SettingsDocument
    ) -> [Change] {
        var found: [Change] = []
        for change in setting.changes {
            guard let before = change.oldValue, let after = change.newValue,
                let (node, reason) = origin(of: change, index, old, in: document, previous)
            else { continue }
            let affected = releases.releases(in: change.versions.intersection(versions)).filter { !$0.isPlanned }
            guard !affected.isEmpty else { continue }
            let values =
                "\(previous.tree[before].description.shortened(to: 60)) → "
                + document.tree[after].description.shortened(to: 60)
            let position = found.firstIndex { other in
                other.node == node && other.reason == reason && other.values == values
                    && other.releases.map(\.version) == affected.map(\.version)
            }
            if let position {
                found[position].users.append(change.users)
            } else {
                found.append(
                    Change(node: node, reason: reason, values: values, releases: affected, users: [change.users]))
            }
        }
        return found
    }

    /// The node that changed, and how; `nil` if that is not a default or a bound.
    private func origin(
        of change: ValueChange, _ setting: SettingIndex, _ old: SettingIndex, in document: CheckedDocument,
        _ previous: SettingsDocument
    ) -> (node: Int, reason: String)? {
        switch change.cause {
        case .defaultChanged:
            // The value of a setting without versions is one that everybody is meant to get, unless it is a switch.
            let isByVersion = !document.loaded[setting].entries.isEmpty || !previous.loaded[old].entries.isEmpty
            guard isByVersion || document.loaded[setting].defaultKind.isBool else { return nil }
            return (Int(document.loaded[setting].defaultValue), "the default has changed")
        case .requirementChanged(let entry, let before):
            return bound(of: entry, before, in: document, previous).map { ($0, "the entry now matches these versions") }
        case .noLongerMatches(let entry, let before, _):
            return bound(of: entry, before, in: document, previous).map {
                ($0, "the entry no longer matches these versions")
            }
        default: return nil
        }
    }

    /// The requirement of an entry whose versions have changed; `nil` if the entry was for some users only.
    private func bound(
        of entry: EntryIndex, _ before: EntryIndex, in document: CheckedDocument, _ previous: SettingsDocument
    ) -> Int? {
        let targeting = previous.loaded.targeting(of: before)
        guard targeting?.when == nil, targeting?.rollout == nil,
            document.settings.versions(of: entry) != previous.versions(of: before)
        else { return nil }
        return document.settings.requirementNode(of: document.loaded[entry])
    }
}
