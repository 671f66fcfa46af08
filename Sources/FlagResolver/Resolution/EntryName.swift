/// The names by which reports refer to what gave a value: OpenFeature's *variant*.
package enum EntryName {
    /// The name where no entry matched.
    package static let ofDefault = "default"

    /// The `name` of an entry, otherwise `entry-` and its number, counted from 1.
    ///
    /// - Parameter index: The index of the entry in `valuesByVersion`, counting malformed entries. It is below the limit
    ///   on entries.
    package static func of(entry index: Int, named name: String?) -> String {
        name ?? "entry-\(index &+ 1)"
    }

    /// The name of what gave a value.
    package static func of<Value>(_ resolution: Resolution<Value>) -> String {
        resolution.entryIndex.map { of(entry: $0, named: resolution.entryName) } ?? ofDefault
    }
}
