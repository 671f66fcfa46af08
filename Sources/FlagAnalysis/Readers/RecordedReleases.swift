package import FlagReaders
package import FlagResolver

/// What the recorded releases of an app read.
///
/// A release without a record is not here, and nothing is claimed about it.
package struct RecordedReleases: Sendable {
    /// A release, and what its record says beside its settings.
    package struct Release: Sendable {
        package let version: AppVersion
        /// Whether a setting that is not listed is not read. Otherwise, that is not known.
        package let isComplete: Bool
        package let formatLevel: Int
        package let bundled: ReaderRecord.Bundled?
        package let origin: ReaderRecord.Origin?
        package let unseen: [String]
    }

    /// The releases that read a setting in the same ways.
    package struct Group: Sendable {
        package let reads: TypedReads
        /// Indices in ``RecordedReleases/releases``, in ascending order.
        package fileprivate(set) var releases: [Int]
    }

    /// In ascending order.
    package let releases: [Release]
    /// The document formats that the releases understand, in ascending order.
    package let formatLevels: [Int]
    /// The names of all settings that a release reads, in the order in which the records have them.
    package let names: [String]
    private let indices: [ExactText: Int]
    /// The indices of the names that may be those of groups: they are read with a type that is not known, or as objects.
    private let settingGroups: [ExactText: Int]
    private let groupsByName: [[Group]]

    /// - Parameter records: The records, of which no two have the same release.
    /// - Complexity: O(*n*) in the number of settings of all records.
    package init(_ records: [ReaderRecord]) {
        let records = records.sorted { $0.release < $1.release }
        releases = records.map { record in
            Release(
                version: record.release, isComplete: record.isComplete, formatLevel: record.formatLevel,
                bundled: record.bundled, origin: record.origin, unseen: record.unseen)
        }
        formatLevels = Set(records.map(\.formatLevel)).sorted()
        var names: [String] = []
        var indices: [ExactText: Int] = [:]
        var groups: [[Group]] = []
        for (release, record) in records.enumerated() {
            // Releases list nearly the same names in nearly the same order.
            var next = 0
            for setting in record.settings {
                let index: Int
                if next < names.count, names[next].hasSameBytes(as: setting.name) {
                    index = next
                } else if let known = indices[ExactText(setting.name)] {
                    index = known
                } else {
                    index = names.count
                    indices[ExactText(setting.name)] = index
                    names.append(setting.name)
                    groups.append([])
                }
                next = index + 1
                let last = groups[index].count - 1
                if last >= 0, groups[index][last].reads === setting.reads {
                    groups[index][last].releases.append(release)
                } else {
                    groups[index].append(Group(reads: setting.reads, releases: [release]))
                }
            }
        }
        settingGroups = indices.filter { groups[$1].contains { $0.reads.all.contains { $0.type.canReadGroup } } }
        self.names = names
        self.indices = indices
        groupsByName = groups
    }

    /// The releases that read a setting, by the ways in which they read it; none if no release does.
    ///
    /// A release that reads a group reads all of its settings, with types that are not known.
    ///
    /// - Parameter floor: The oldest release that counts; `nil` for all.
    package func groups(reading name: String, from floor: AppVersion?) -> [Group] {
        let first = floor.map { floor in releases.partitionPoint { $0.version >= floor } } ?? 0
        let own = indices[ExactText(name)].map { groupsByName[$0] } ?? []
        let found = settingGroups.isEmpty ? own : own + groupsOfOuterNames(name, without: own)
        guard first > 0 else { return found }
        return found.compactMap { group in
            var group = group
            group.releases.removeFirst(group.releases.partitionPoint { $0 >= first })
            return group.releases.isEmpty ? nil : group
        }
    }

    private func groupsOfOuterNames(_ name: String, without own: [Group]) -> [Group] {
        var known = Set(own.flatMap(\.releases))
        var found: [Int] = []
        for end in name.utf8.indices where name.utf8[end] == UInt8(ascii: ".") {
            guard let index = settingGroups[ExactText(String(name[..<end]))] else { continue }
            for release in groupsByName[index].flatMap(\.releases) where known.insert(release).inserted {
                found.append(release)
            }
        }
        return found.isEmpty ? [] : [Group(reads: Self.ofGroup, releases: found.sorted())]
    }

    private static let ofGroup = TypedReads([TypedRead(type: .any, defaultValue: nil)])

    /// The releases that read a setting, each with the ways in which it does, in ascending order.
    package func reads(
        of name: String, from floor: AppVersion? = nil
    ) -> [(release: Release, reads: TypedReads)] {
        groups(reading: name, from: floor)
            .flatMap { group in group.releases.map { ($0, group.reads) } }
            .sorted { $0.0 < $1.0 }
            .map { (releases[$0.0], $0.1) }
    }

    /// The record of a version; `nil` if it has none.
    package func release(_ version: AppVersion) -> Release? {
        let index = releases.partitionPoint { $0.version >= version }
        return index < releases.count && releases[index].version == version ? releases[index] : nil
    }
}

extension ReaderType {
    /// Whether a value can be the settings of a group.
    fileprivate var canReadGroup: Bool {
        switch wrapped {
        case .any, .object, .dictionary: true
        default: false
        }
    }
}
