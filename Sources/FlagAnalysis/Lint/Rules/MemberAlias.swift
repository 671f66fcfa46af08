import FlagResolver

/// The names that people take from other systems for members of settings and entries.
enum MemberAlias {
    private static let names = [
        "default": "defaultValue", "default_value": "defaultValue", "fallback": "defaultValue",
        "overrides": "valuesByVersion", "entries": "valuesByVersion", "versions": "valuesByVersion",
        "values_by_version": "valuesByVersion",
        "version": "appVersion", "app_version": "appVersion", "versionRange": "appVersion",
        "result": "value", "conditions": "when", "percentage": "percent",
    ]

    /// The name that was most likely meant, among those that are free.
    static func nearest(to name: String, in free: [String]) -> String? {
        guard name.utf8.count <= 32 else { return nil }
        if let known = names[name], free.contains(known) { return known }
        return Spelling.nearest(to: name, in: free)
    }
}
