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

    /// The spellings of the releases that print with them.
    private let spellings: [AppVersion: [UInt8]]

    /// - Parameter componentCount: A number below 1 counts as 1, and one above 3 as 3.
    package init(componentCount: Int) {
        self.init(componentCount: min(max(1, componentCount), Self.maximumComponentCount), spellings: [:])
    }

    private init(componentCount: Int, spellings: [AppVersion: [UInt8]]) {
        self.componentCount = componentCount
        self.spellings = spellings
    }

    /// The same style, in which these versions print as they are spelled.
    package func naming(_ releases: [AppVersion]) -> VersionStyle {
        let spellings = releases.compactMap { release in release.position.detail.map { (release, $0.spelling) } }
        return VersionStyle(
            componentCount: componentCount, spellings: Dictionary(spellings) { first, _ in first })
    }

    /// The spelling of the release at a position; empty if it has none.
    func spelling(at position: VersionPosition) -> [UInt8] {
        spellings.isEmpty ? [] : spellings[AppVersion(at: position)] ?? []
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
