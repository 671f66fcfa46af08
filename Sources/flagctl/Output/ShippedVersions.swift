import FlagAnalysis
import FlagResolver

/// The shipped versions in a set, for reports of statements about versions.
struct ShippedVersions {
    let releases: [ReleaseList.Release]
    /// Whether the set contains every shipped version.
    let isComplete: Bool

    init(_ versions: VersionSet, of list: ReleaseList) {
        releases = list.releases(in: versions).filter { !$0.isPlanned }
        isComplete = releases.count == list.shipped.count
    }

    /// The versions as a separate object.
    static let object = JSONObject<ShippedVersions>("shippedVersions") { Member(of: json) { $0 } }

    static let json = JSONObject<ShippedVersions> {
        Member("shipped", .list(of: .version), "With --releases: the shipped versions among them.") {
            $0.releases.map(\.version)
        }
        Member("coversShipped", .bool, "Whether these are all shipped versions.") { $0.isComplete }
        Member(optional: "share", InstallShare.json) { InstallShare(of: $0.releases) }
    }
}

extension ReleaseList {
    /// A longer list of versions is shortened.
    private static let maximumShownCount = 8

    /// `4 shipped versions: 1.4.3, 1.5.0, 1.6.0, 2.0.0 (61.7 % of installs)`
    func phrase(for versions: VersionSet) -> String {
        let shipped = ShippedVersions(versions, of: self).releases
        guard !shipped.isEmpty else { return "no shipped version" }
        let left = shipped.count - Self.maximumShownCount
        let names = shipped.suffix(Self.maximumShownCount).map(\.version.description).joined(separator: ", ")
        let list = left > 0 ? "\(left) older, \(names)" : names
        return "\(Count.of(shipped.count, "shipped version")): \(list)\(Self.remark(on: shipped))"
    }

    /// `every shipped version`, `4 of 7 shipped versions (61.7 % of installs)`
    func coverage(of versions: VersionSet) -> String {
        let covered = ShippedVersions(versions, of: self)
        guard !covered.isComplete else { return "every shipped version" }
        guard !covered.releases.isEmpty else { return "no shipped version" }
        let count = Count.of(shipped.count, "shipped version")
        return "\(covered.releases.count) of \(count)\(Self.remark(on: covered.releases))"
    }

    private static func remark(on releases: [Release]) -> String {
        guard let share = InstallShare(of: releases) else { return "" }
        return " (\(share.phrase))"
    }
}

extension InstallShare {
    static let json = JSONObject<InstallShare>("share") {
        Member("percent", .installPercentage, "The percentage of installs that have them.") { $0.percent }
        Member(
            "isLowerBound", .bool,
            "Whether the list of releases lacks the share of some of them, so that the percentage is at least this."
        ) { $0.isLowerBound }
    }
}

extension JSONType where Value == String {
    /// A non-negative number, given as its text.
    fileprivate static var installPercentage: JSONType {
        JSONType(JSONSchema(["type": "number", "minimum": 0])) { text, output in output.writer.write(raw: text) }
    }
}
