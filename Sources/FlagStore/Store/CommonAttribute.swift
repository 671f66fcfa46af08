package import FlagResolver

/// An attribute that a store can take from the system.
///
/// ```swift
/// configuration.commonAttributes = Set(CommonAttribute.allCases)
/// ```
///
/// 1. The name of the attribute is that of the case. An attribute of the app's own context takes precedence.
/// 2. It is read when the store starts.
public enum CommonAttribute: String, Hashable, Sendable, Codable, CaseIterable {
    /// The operating system: `ios`, `macos`, `tvos`, `watchos`, `visionos`, `android` or `linux`.
    ///
    /// An iPad has `ios`. An app that is built with Mac Catalyst has `macos`.
    case platform

    /// The version of the operating system, such as 17.2.0; on Linux, the version of the kernel.
    case osVersion

    /// The locale of the user as a language tag (BCP 47) without extensions, such as `de-AT`.
    case locale

    /// The language of the locale, such as `de` (ISO 639).
    case language

    /// The country of the locale, such as `AT` (ISO 3166-1).
    ///
    /// It is the region in the user's system settings, not the user's location or country of residence.
    case country
}

extension CommonAttribute {
    /// The values of attributes, without those that the system does not have.
    static func values(of attributes: Set<CommonAttribute>, on system: RunningSystem) -> [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        for attribute in attributes { values[attribute.rawValue] = attribute.value(on: system) }
        return values
    }

    /// The values of all attributes on a system, for tests.
    package static func attributes(
        platform: String?, osVersion: String, localeIdentifier: String?
    ) -> [String: AttributeValue] {
        let system = RunningSystem(platform: platform, osVersion: osVersion, localeIdentifier: localeIdentifier)
        return values(of: Set(allCases), on: system)
    }

    private func value(on system: RunningSystem) -> AttributeValue? {
        let locale = system.localeIdentifier.flatMap { LocaleTags($0) }
        return switch self {
        case .platform: system.platform.map { .string($0) }
        case .osVersion: AppVersion(system.osVersion).map { .version($0) }
        case .locale: (locale?.tag).map { .string($0) }
        case .language: (locale?.language).map { .string($0) }
        case .country: (locale?.country).map { .string($0) }
        }
    }
}
