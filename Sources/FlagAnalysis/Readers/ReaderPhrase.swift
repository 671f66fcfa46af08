import FlagReaders
package import FlagResolver

extension DocumentReaders {
    /// Which releases read a setting, and as what, in one line:
    /// `read by 1.9.0 as a boolean (default false), by 2.0.1 as "legacy" or "modern"; 1.8.0 is not recorded`
    ///
    /// - Parameters:
    ///   - floor: The oldest supported release; `nil` for all.
    ///   - releases: The list of releases, to name those without a record; `nil` if there is none.
    package func phrase(of name: String, from floor: AppVersion?, _ releases: ReleaseList?) -> String {
        var groups: [(text: String, versions: [AppVersion])] = []
        for (release, reads) in recorded.reads(of: name, from: floor) {
            let text = reads.all.map(\.phrase).joined(separator: " and ")
            if let known = groups.firstIndex(where: { $0.text.hasSameBytes(as: text) }) {
                groups[known].versions.append(release.version)
            } else {
                groups.append((text, [release.version]))
            }
        }
        let parts = groups.map { "by \(Self.listed($0.versions)) \($0.text)" }
        let reads = parts.isEmpty ? "read by no recorded release" : "read \(parts.joined(separator: ", "))"
        let unrecorded = coverage(from: floor, of: releases).unrecorded
        guard !unrecorded.isEmpty else { return reads }
        let share = InstallShare(of: unrecorded).map { " (\($0.phrase))" } ?? ""
        return
            "\(reads); \(Self.listed(unrecorded.map(\.version)))\(share) \(unrecorded.count == 1 ? "is" : "are") not recorded"
    }

    private static func listed(_ versions: [AppVersion]) -> String {
        SettingProblem.listed(versions.map(\.description), "and")
    }
}

extension TypedRead {
    /// `as a boolean (default false)`
    fileprivate var phrase: String {
        if let mention { return "perhaps (its name is at \(mention))" }
        let type = if case .any = type { "with a type that is not known" } else { "as \(type.phrase)" }
        return type + (defaultValue.map { " (default \($0.description.shortened(to: 60)))" } ?? "")
    }
}
