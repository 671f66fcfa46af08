/// The name of a setting as its bytes in UTF-8, for sets and dictionaries.
///
/// Settings whose names differ in any byte are different settings. A `String` equals every canonically equivalent one: `é`
/// equals `e` with a combining accent.
package struct SettingNameBytes: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ name: String) {
        bytes = Array(name.utf8)
    }
}
