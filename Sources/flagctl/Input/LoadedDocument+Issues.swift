import FlagResolver

extension LoadedDocument {
    /// The name of the setting that an issue is about.
    func setting(of issue: SettingIssue) -> String {
        issue.settingIndex.map { settings.name(of: $0) } ?? issue.path
    }

    /// The issues of settings and entries, in the order of their locations: first in the document itself, then in its
    /// patches.
    var issues: [SettingIssue] {
        settings.issues.sorted { one, other in
            let (start, otherStart) = (one.span?.lowerBound ?? 0, other.span?.lowerBound ?? 0)
            return start != otherStart ? start < otherStart : one.code.rawValue < other.code.rawValue
        }
    }
}
