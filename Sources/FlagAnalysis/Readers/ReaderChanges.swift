import FlagReaders
package import FlagResolver

/// Which recorded releases notice that a document changes.
package final class ReaderChanges {
    private let old: SettingsDocument
    private let new: SettingsDocument
    private let readers: DocumentReaders
    private let analysis: ReaderAnalysis
    private lazy var space = CaseSpace(old, new)

    package init(from old: SettingsDocument, to new: SettingsDocument, _ readers: DocumentReaders) {
        self.old = old
        self.new = new
        self.readers = readers
        analysis = ReaderAnalysis(new, readers, from: nil)
    }

    /// The recorded releases that read a setting, in ascending order.
    package func releases(reading name: String) -> [AppVersion] {
        readers.recorded.reads(of: name).map(\.release.version)
    }

    /// The recorded releases for which the value of a setting differs, as their code reads it, for some users.
    ///
    /// A release whose value is not known is one of them if the value may differ.
    ///
    /// - Parameter versions: The versions for which the documents have different values.
    package func releases(
        noticing name: String, in versions: VersionSet
    ) throws(CaseSpace.Failure) -> [AppVersion] {
        var found: [AppVersion] = []
        for (release, reads) in readers.recorded.reads(of: name) {
            guard versions.contains(release.version) else { continue }
            for way in reads.all where found.last != release.version {
                if try differs(name, way, release) { found.append(release.version) }
            }
        }
        return found
    }

    private func differs(
        _ name: String, _ read: TypedRead, _ release: RecordedReleases.Release
    ) throws(CaseSpace.Failure) -> Bool {
        guard read.type != .any else { return true }
        let before = Self.readable(name, read, release, in: old)
        let after = Self.readable(name, read, release, in: new)
        switch (before, after) {
        case (nil, nil): return false
        case (.some, nil): return try analysis.losesValue(of: name, read, release, from: old) ?? true
        case (nil, .some): return try analysis.losesValue(of: name, read, release, from: new) ?? true
        case (let before?, let after?):
            let left = try space.winners(of: before.setting, among: before.areRead)
            let right = try space.winners(of: after.setting, in: .second, among: after.areRead)
            let (_, pairs) = try space.pairs(
                ReaderAnalysis.decision(of: left, release), ReaderAnalysis.decision(of: right, release)
            ) { (left: Winner, right: Winner) in
                guard let value = old.value(of: left, in: before.setting),
                    let other = new.value(of: right, in: after.setting)
                else { return true }
                return !read.type.readsSame(old.tree[value], new.tree[other])
            }
            return !pairs.isEmpty
        }
    }

    /// The entries that a release reads; `nil` if it does not read the setting in the document.
    private static func readable(
        _ name: String, _ read: TypedRead, _ release: RecordedReleases.Release, in document: SettingsDocument
    ) -> (setting: SettingIndex, areRead: [Bool])? {
        guard let setting = document.index(named: name) else { return nil }
        let readable = ReadableEntries(read.type, release.formatLevel, setting, of: document)
        return readable.problemOfDefault == nil ? (setting, readable.areRead) : nil
    }
}

extension ReaderType {
    /// Whether code of this type gets equal values: `1` and `1.0` are equal numbers.
    func readsSame(_ value: JSONValue, _ other: JSONValue) -> Bool {
        switch wrapped {
        case .integer, .number:
            if let isLess = value.isLess(than: other), let isGreater = other.isLess(than: value) {
                return !isLess && !isGreater
            }
            return value == other
        case .object(let members):
            // Members that the code does not know make no difference.
            return members.allSatisfy { member in
                let (one, two) = (value.member(named: member.name), other.member(named: member.name))
                guard let one, let two else { return (one?.isNull ?? true) && (two?.isNull ?? true) }
                return member.type.readsSame(one, two)
            }
        default: return value == other
        }
    }
}
