import FlagResolver

extension LoadedDocument {
    /// The name of the setting that an issue is about.
    func setting(of issue: SettingIssue) -> String {
        issue.settingIndex.map { settings.name(of: $0) } ?? issue.path
    }

    /// What is wrong with single settings and entries, in the order of the places: first those in the document's own
    /// file, then those in its patches.
    var issues: [SettingIssue] {
        settings.issues.sorted { one, other in
            let (start, otherStart) = (one.span?.lowerBound ?? 0, other.span?.lowerBound ?? 0)
            return start != otherStart ? start < otherStart : one.code.rawValue < other.code.rawValue
        }
    }
}
