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
        /// The person who says that it is complete; `nil` if that was found.
        package let attestation: ReaderRecord.Attestation?
        package let formatLevel: Int
        package let bundled: ReaderRecord.Bundled?
        package let origin: ReaderRecord.Origin?
        package let unseen: [String]
    }

    /// The releases that read a setting in the same ways.
    package struct Group: Sendable {
        package let reads: TypedReads
        /// Ranges of indices in ``RecordedReleases/releases``, in ascending order.
        fileprivate var ranges: [Range<Int>]

        /// Indices in ``RecordedReleases/releases``, in ascending order.
        package var releases: [Int] { ranges.flatMap { Array($0) } }
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

    /// So many settings may be gone before one that both releases have is looked up by its name.
    private static let distance = 8

    /// - Parameter records: The records, of which no two have the same release.
    /// - Complexity: O(*n*) in the number of settings of all records.
    package init(_ records: [ReaderRecord]) {
        let records = records.sorted { $0.release < $1.release }
        releases = records.map { record in
            Release(
                version: record.release, isComplete: record.isComplete,
                attestation: record.attestation, formatLevel: record.formatLevel, bundled: record.bundled,
                origin: record.origin, unseen: record.unseen)
        }
        formatLevels = Set(records.map(\.formatLevel)).sorted()
        var names: [String] = []
        var indices: [ExactText: Int] = [:]
        var runs = ReadRuns()
        // The last record: its settings, and the indices of their names.
        var last: (settings: [ObjectIdentifier], names: [Int]) = ([], [])
        for (release, record) in records.enumerated() {
            let settings = record.settings.map { ObjectIdentifier($0) }
            var namesOfRecord: [Int] = []
            namesOfRecord.reserveCapacity(settings.count)
            // Releases list nearly the same settings in nearly the same order.
            var position = 0
            for (setting, identifier) in zip(record.settings, settings) {
                let near = position..<min(position + Self.distance, last.settings.count)
                let index: Int
                if let same = near.first(where: { last.settings[$0] == identifier }) {
                    index = last.names[same]
                    position = same + 1
                } else if let known = indices[ExactText(setting.name)] {
                    index = known
                } else {
                    index = names.count
                    indices[ExactText(setting.name)] = index
                    names.append(setting.name)
                }
                namesOfRecord.append(index)
                runs.add(release, reading: index, as: setting.reads)
            }
            last = (settings, namesOfRecord)
        }
        let groups = runs.groups(of: names.count)
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
            let ranges = group.ranges.map { $0.clamped(to: first..<releases.count) }.filter { !$0.isEmpty }
            return ranges.isEmpty ? nil : Group(reads: group.reads, ranges: ranges)
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
        return found.isEmpty ? [] : [Group(reads: Self.ofGroup, ranges: found.sorted().map { $0..<($0 + 1) })]
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

    /// Releases that read a setting as one type, with libraries of one format level.
    struct Reading {
        let read: TypedRead
        let formatLevel: Int
        fileprivate let group: Group
    }

    /// The different ways in which releases read a setting; some may have no release.
    func readings(of name: String, from floor: AppVersion?) -> [Reading] {
        groups(reading: name, from: floor).flatMap { group in
            group.reads.all.flatMap { read in
                formatLevels.map { Reading(read: read, formatLevel: $0, group: group) }
            }
        }
    }

    /// The releases of a reading, in ascending order.
    func releases(of reading: Reading) -> [Release] {
        reading.group.ranges.flatMap { releases[$0] }.filter { $0.formatLevel == reading.formatLevel }
    }

    /// The record of a version; `nil` if it has none.
    package func release(_ version: AppVersion) -> Release? {
        let index = releases.partitionPoint { $0.version >= version }
        return index < releases.count && releases[index].version == version ? releases[index] : nil
    }
}

/// Adjacent releases that read a setting in the same ways.
private struct ReadRuns {
    private struct Run {
        let name: Int
        let reads: TypedReads
        let first: Int
    }

    private var runs: [Run] = []
    /// What a run is compared with, beside it: a look at the class would count references for each setting of each record.
    private var identifiers: [ObjectIdentifier] = []
    private var ends: [Int] = []
    /// The last run of each name.
    private var lastRuns: [Int] = []

    mutating func add(_ release: Int, reading name: Int, as reads: TypedReads) {
        let identifier = ObjectIdentifier(reads)
        if name < lastRuns.count {
            let run = lastRuns[name]
            if identifiers[run] == identifier, ends[run] == release {
                ends[run] = release + 1
                return
            }
            lastRuns[name] = runs.count
        } else {
            lastRuns.append(runs.count)
        }
        runs.append(Run(name: name, reads: reads, first: release))
        identifiers.append(identifier)
        ends.append(release + 1)
    }

    /// The groups of each name.
    func groups(of nameCount: Int) -> [[RecordedReleases.Group]] {
        var groups = [[RecordedReleases.Group]](repeating: [], count: nameCount)
        for (run, end) in zip(runs, ends) {
            let range = run.first..<end
            if let last = groups[run.name].indices.last, groups[run.name][last].reads.isSame(as: run.reads) {
                groups[run.name][last].ranges.append(range)
            } else {
                groups[run.name].append(RecordedReleases.Group(reads: run.reads, ranges: [range]))
            }
        }
        return groups
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
