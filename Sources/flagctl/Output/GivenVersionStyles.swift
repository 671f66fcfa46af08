import FlagAnalysis
import FlagResolver

/// The styles of the versions that command lines, policies, expectations and lists of releases name.
///
/// They apply to documents that name no version, such as a document of constants: version codes print as they are written.
/// The style of a list of releases is used unchanged.
struct GivenVersionStyles {
    /// The platform that a document belongs to; `nil` if there is none.
    var platform: (_ document: String) -> String? = { _ in nil }
    /// The greatest number of components that is written for all documents.
    private var componentCount: Int?
    /// The same for the documents of each platform.
    private var platformCounts: [String: Int] = [:]

    /// Adds the versions of a list of releases.
    ///
    /// - Parameter platform: The platform whose list it is; `nil` for the list of all documents.
    mutating func add(_ list: ReleaseList, of platform: String?) { add(list.componentCount, of: platform) }

    /// Adds the versions that a text names: an argument, or the requirement of a policy or an expectation.
    mutating func add(_ text: some StringProtocol, of platform: String?) {
        add(Self.componentCount(of: text), of: platform)
    }

    private mutating func add(_ count: Int, of platform: String?) {
        if let platform {
            platformCounts[platform] = max(count, platformCounts[platform] ?? 0)
        } else {
            componentCount = max(count, componentCount ?? 0)
        }
    }

    /// The style for a document that names no version.
    func style(for document: String) -> VersionStyle {
        let platform = platformCounts.isEmpty ? nil : platform(document)
        return Self.style(platform.flatMap { platformCounts[$0] } ?? componentCount)
    }

    /// The style for text about several documents, or about none.
    var common: VersionStyle { Self.style(platformCounts.values.reduce(componentCount) { max($0 ?? 0, $1) }) }

    /// The style of a version, as a command line writes it.
    static func style(of text: String) -> VersionStyle { style(componentCount(of: text)) }

    private static func style(_ count: Int?) -> VersionStyle {
        count.flatMap { $0 > 0 ? VersionStyle(componentCount: $0) : nil } ?? .standard
    }

    /// A number with fewer digits is a short version on a command line: `2` means 2.0.0.
    private static let minimumDigitCount = 5

    /// 1 for the version codes that a text names, 3 for other versions, and 0 for a text without any.
    private static func componentCount(of text: some StringProtocol) -> Int {
        guard let requirement = RequirementText(Array(text.utf8)), requirement.componentCount > 0 else { return 0 }
        let areCodes = requirement.comparators.allSatisfy {
            $0.version.componentCount <= 1 && $0.version.numberRange.count >= minimumDigitCount
        }
        return areCodes ? 1 : 3
    }
}
