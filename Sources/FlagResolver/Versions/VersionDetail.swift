/// What a position on the version line holds beyond its words: a pre-release, build metadata, unusual numbers.
///
/// Ordinary versions and cuts have none, so that copying and comparing them touches no reference count.
@usableFromInline
final class VersionDetail: Sendable {
    /// All numeric components where the words cannot hold them, else empty.
    ///
    /// ASCII digits and dots; no leading zero in a component, no component of zero at the end.
    let numbers: [UInt8]
    /// The pre-release without its hyphen; empty for a release.
    let prerelease: [UInt8]
    /// Build metadata without its plus sign; takes no part in order, equality and hashing. Always empty in a cut.
    let build: [UInt8]
    /// Whether this is the cut after a release whose numbers the words cannot hold.
    let isAfterRelease: Bool

    init(numbers: [UInt8] = [], prerelease: [UInt8] = [], build: [UInt8] = [], isAfterRelease: Bool = false) {
        self.numbers = numbers
        self.prerelease = prerelease
        self.build = build
        self.isAfterRelease = isAfterRelease
    }
}
