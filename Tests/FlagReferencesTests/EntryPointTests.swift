import FlagReferences
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct EntryPointTests {
    /// The types through which all reads go.
    private static let carriers: Set<String> = [
        "DeclaredSetting", "ObservableSettings", "PropertySetting", "PublishedSettings", "SettingKey", "SettingRead",
        "SettingSummary", "SettingsDocument", "SettingsModel", "SettingsSnapshot", "SettingsStore", "StoreSnapshot",
        "TestStore",
    ]

    /// The members of these types that only show what was read.
    private static let shown: Set<String> = ["SettingRead", "SettingSummary", "SettingsModel"]

    private static func mayRead(_ name: String, _ declaration: String) -> Bool {
        let owner = String(name.prefix { $0 != "." })
        if owner != name, shown.contains(owner) { return false }
        if carriers.contains(owner) { return true }
        let words = Set(declaration.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        return !words.isDisjoint(with: carriers) || declaration.contains("resolvingConflictsIn")
    }

    @Test func `the list of entry points has every public declaration that can read a setting`() throws {
        let folder = "\(PackageFolder.path)/.ci/public-api"
        var found: Set<String> = []
        for module in EntryPoints.modules {
            let text = try String(contentsOfFile: "\(folder)/\(module).txt", encoding: .utf8)
            for line in text.split(separator: "\n") where !line.contains(": conforms to ") {
                let parts = line.split(separator: ": ", maxSplits: 1)
                let name = String(parts[0])
                if parts.count == 2, Self.mayRead(name, String(parts[1])) { found.insert(name) }
            }
        }
        let listed = EntryPoints.keys.union(EntryPoints.reads).union(EntryPoints.models).union(EntryPoints.all)
            .union(EntryPoints.others).union(EntryPoints.types)
        expectEqual(found.subtracting(listed).sorted(), [], "decide whether these read a setting")
        expectEqual(listed.subtracting(found).subtracting(["Setting"]).sorted(), [], "these are no longer public")
    }

    @Test func `code is searched for every entry point`() {
        let functions = EntryPoints.reads.union(EntryPoints.models).union(EntryPoints.all)
        let names = functions.map { $0.split(separator: ".")[1].prefix { $0 != "(" } }
        let words = Set(names.map(String.init)).union(EntryPoints.types)
        expectEqual(words.filter { SwiftWord(rawValue: $0) == nil }.sorted(), [])
    }
}
