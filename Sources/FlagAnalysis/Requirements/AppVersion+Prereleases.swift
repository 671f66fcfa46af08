package import FlagResolver

extension AppVersion {
    /// The version without its build metadata, which takes no part in the order.
    var withoutBuildMetadata: AppVersion {
        guard buildMetadata != nil else { return self }
        return AppVersion(String(description.prefix { $0 != "+" })) ?? self
    }

    /// The lowest pre-release of a release, such as `2.0.0-0` of `2.0.0` and of `2.0.0+532`; `nil` for a pre-release.
    var lowestPrerelease: AppVersion? {
        isPrerelease ? nil : AppVersion("\(withoutBuildMetadata)-0")
    }

    /// The pre-releases of a release; `nil` for a pre-release.
    package var prereleases: VersionInterval? {
        lowestPrerelease.flatMap { VersionInterval(from: .before($0), to: .before(self)) }
    }

    /// Whether this is the lowest pre-release of its release, such as `2.0.0-0`, but not `2.0.0-rc-0`.
    var isLowestPrerelease: Bool {
        isPrerelease && self == AppVersion("\(description.prefix { $0 != "-" })-0")
    }
}
