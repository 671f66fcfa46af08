import FlagReferences

/// A place in code that names a setting, with its location.
struct CodeReference {
    let reference: SettingReference
    let location: Diagnostic.Location

    static let json = JSONObject<CodeReference>("reference") { Member(of: members) { $0 } }

    static let members = JSONObject<CodeReference> {
        Member(of: Diagnostic.Location.json) { $0.location }
        Member("certainty", .word, "How certain it is that this code names the setting.") { $0.reference.certainty }
        Member(
            optional: "group", .text, "The group of which all settings are read; missing if it is this setting alone."
        ) {
            $0.reference.isGroup ? $0.reference.name : nil
        }
    }
}

extension ScannedCode {
    /// References with their locations.
    func located(_ references: [SettingReference]) -> [CodeReference] {
        references.map { CodeReference(reference: $0, location: location(of: $0)) }
    }
}
