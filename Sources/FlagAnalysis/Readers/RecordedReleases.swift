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

    /// How a release reads a setting.
    package struct Read: Sendable {
        /// The index in ``RecordedReleases/releases``.
        package let release: Int
        package let reads: TypedReads
    }

    /// In ascending order.
    package let releases: [Release]
    /// The names of all settings that a release reads, in the order in which the records have them.
    package let names: [String]
    private let indices: [ExactText: Int]
    /// The indices of the names that may be those of groups: they are read with a type that is not known, or as objects.
    private let groups: [ExactText: Int]
    /// The reads of each name, by ascending releases.
    private let readsByName: [[Read]]

    /// - Parameter records: The records, of which no two have the same release.
    package init(_ records: [ReaderRecord]) {
        let records = records.sorted { $0.release < $1.release }
        releases = records.map { record in
            Release(
                version: record.release, isComplete: record.isComplete, formatLevel: record.formatLevel,
                bundled: record.bundled, origin: record.origin, unseen: record.unseen)
        }
        var names: [String] = []
        var indices: [ExactText: Int] = [:]
        var reads: [[Read]] = []
        for (release, record) in records.enumerated() {
            for (position, setting) in record.settings.enumerated() {
                let read = Read(release: release, reads: setting.reads)
                // Releases list nearly the same names in nearly the same order.
                if position < names.count, names[position].hasSameBytes(as: setting.name) {
                    reads[position].append(read)
                    continue
                }
                let name = ExactText(setting.name)
                if let index = indices[name] {
                    reads[index].append(read)
                } else {
                    indices[name] = names.count
                    names.append(setting.name)
                    reads.append([read])
                }
            }
        }
        groups = indices.filter { reads[$1].contains { $0.reads.all.contains { $0.type.canReadGroup } } }
        self.names = names
        self.indices = indices
        readsByName = reads
    }

    /// The releases that read a setting, in ascending order; none if no release does.
    ///
    /// A release that reads a group reads all of its settings, with types that are not known.
    package func reads(of name: String) -> [Read] {
        let own = indices[ExactText(name)].map { readsByName[$0] } ?? []
        guard !groups.isEmpty else { return own }
        var found = own
        for end in name.utf8.indices where name.utf8[end] == UInt8(ascii: ".") {
            guard let index = groups[ExactText(String(name[..<end]))] else { continue }
            found += readsByName[index].filter { read in !found.contains { $0.release == read.release } }
                .map { Read(release: $0.release, reads: Self.ofGroup) }
        }
        return found.sorted { $0.release < $1.release }
    }

    private static let ofGroup = TypedReads([TypedRead(type: .any, defaultValue: nil)])

    /// The record of a version; `nil` if it has none.
    package func release(_ version: AppVersion) -> Release? {
        let index = releases.partitionPoint { $0.version >= version }
        return index < releases.count && releases[index].version == version ? releases[index] : nil
    }

    /// How a release reads a setting; `nil` if its record does not list it.
    package func reads(of name: String, in version: AppVersion) -> TypedReads? {
        reads(of: name).first { releases[$0.release].version == version }?.reads
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
