/// The number of components with which versions print.
///
/// ```swift
/// let version: AppVersion = "52920000"
/// version.description                                                     // "52920000.0.0"
/// VersionStyle(componentCount: 1).apply { version.description }           // "52920000"
/// ```
///
/// 1. A version has no style, because `1.4` and `1.4.0` are equal. The code that prints versions sets it: a tool
///    prints them in the style of the document.
/// 2. A component that is not zero, and those before it, are always printed.
/// 3. The releases of a list or of records print as they are written there. Most such versions have their own spelling; see
///    ``AppVersion/init(keepingSpellingOf:)``. For sets that consist of releases, the style has it: ``naming(_:)``.
/// 4. Apps do not change the style, so the `description` of a version does not depend on it there.
package struct VersionStyle: Hashable, Sendable {
    /// The minimum number of components, from 1 to 3.
    package let componentCount: Int

    /// The releases that print as they are spelled where a set has them as single versions.
    private let releases: [AppVersion: Spelled]

    /// A release of which the spelling counts, too, when styles are compared.
    private struct Spelled: Hashable {
        let version: AppVersion
        let text: String
    }

    /// - Parameter componentCount: A number below 1 counts as 1, and one above 3 as 3.
    package init(componentCount: Int) {
        self.init(componentCount: min(max(1, componentCount), Self.maximumComponentCount), releases: [:])
    }

    private init(componentCount: Int, releases: [AppVersion: Spelled]) {
        self.componentCount = componentCount
        self.releases = releases
    }

    /// The same style, in which these versions print as they are spelled where a set has them as single versions.
    package func naming(_ releases: [AppVersion]) -> VersionStyle {
        let spelled = releases.map { ($0, Spelled(version: $0, text: $0.description)) }
        return VersionStyle(componentCount: componentCount, releases: Dictionary(spelled) { first, _ in first })
    }

    /// A single version of a set, as the style of this thread has it.
    static func named(_ version: AppVersion) -> AppVersion {
        let releases = current.releases
        return releases.isEmpty ? version : releases[version]?.version ?? version
    }

    /// Three components.
    package static let standard = VersionStyle(componentCount: maximumComponentCount)

    package static let maximumComponentCount = 3

    /// The style of this thread, which ``apply(_:)`` sets.
    static var current: VersionStyle { threadLocalStyle.current ?? standard }

    private static let threadLocalStyle = ThreadLocal<VersionStyle>()

    /// Calls a closure in which versions print in this style.
    package func apply<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        if self == Self.current { return try body() }
        return try Self.threadLocalStyle.withValue(self, body)
    }
}
