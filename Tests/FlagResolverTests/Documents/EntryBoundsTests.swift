import FlagResolver
import TestSupport
import Testing

/// What is asked of an entry's bounds is what its set of versions answers.
struct EntryBoundsTests {
    /// A document of many entries of every form, some of which are for no version.
    private func loaded(_ random: inout SeededRandom) throws -> LoadedSettings {
        let entries = (0..<60).map { index in
            let requirement = index % 10 == 0 ? "\">=3 <2\"" : RandomSetting.appVersion(using: &random)
            return "{\"appVersion\": \(requirement), \"value\": 1}"
        }
        let text = "{\"s\": {\"defaultValue\": 0, \"valuesByVersion\": [\(entries.joined(separator: ","))]}}"
        return try SettingsDocument(parsing: Array(text.utf8)).loaded
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `bounds of two documents are the same where the versions are`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let (left, right) = (try loaded(&random), try loaded(&random))
        var count = 0
        for one in left[left.entryIndices] {
            for other in right[right.entryIndices] {
                let isSame = one.bounds.versions(sets: left.sets) == other.bounds.versions(sets: right.sets)
                if isSame { count += 1 }
                expectEqual(
                    one.bounds.isSame(as: other.bounds, sets: left.sets, otherSets: right.sets), isSame,
                    "seed \(seed)")
            }
        }
        expect(count > 0)
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `bounds overlap a interval where a version is in both`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let document = try loaded(&random)
        for entry in document[document.entryIndices] {
            let versions = entry.bounds.versions(sets: document.sets)
            for interval in RandomSetting.set(using: &random).intervals {
                expectEqual(
                    entry.bounds.overlaps(from: interval.lower, to: interval.upper, sets: document.sets),
                    !versions.isDisjoint(with: VersionSet(interval)), "seed \(seed)")
            }
        }
    }
}
