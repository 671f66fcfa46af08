package import FlagResolver

/// The proof that edits change no value for anybody who satisfies the assumptions.
///
/// It compares both documents in their own case space, independently of the analysis that chose the edits.
package struct StaleProof {
    private let original: SettingsDocument
    private let edited: SettingsDocument
    private var classes: ValueClasses

    /// Compares all settings whose text, or that of a setting that they require, was edited.
    ///
    /// - Parameters:
    ///   - includesUnknown: Whether values must stay the same for apps that do not know their version.
    ///   - readers: The recorded releases whose values must stay the same, too, from the floor of the assumptions up.
    /// - Throws: ``EditedDocument/Failure`` if a value changes, or cannot be compared.
    package static func check(
        _ original: SettingsDocument, _ edited: SettingsDocument, _ assumptions: StaleAssumptions,
        includesUnknown: Bool, readers: DocumentReaders? = nil
    ) throws(EditedDocument.Failure) {
        let spaces = StaleSpaces(CaseAxes(original, edited), assumptions)
        let changes = readers.map { readers in
            ReaderChanges(from: original, to: edited, readers, from: assumptions.floor, in: spaces.known.space)
        }
        var proof = StaleProof(
            original: original, edited: edited, classes: ValueClasses(of: original.tree, and: edited.tree))
        var texts = SettingTexts(original, edited)
        let loaded = original.loaded
        for setting in loaded.indices where !loaded[setting].isUnresolvable {
            let other = edited.index(named: original.name(of: setting))
            guard !texts.areIdentical(setting, other) else { continue }
            guard let other else { throw .otherSettings }
            guard try proof.isUnchanged(setting, other, in: spaces.known) else {
                throw .changesValues(assumptions.versions)
            }
            if let changes { try check(changes, of: original.name(of: setting), in: spaces.known) }
            guard includesUnknown else { continue }
            guard try proof.isUnchanged(setting, other, in: spaces.unknown) else { throw .changesValues(.all) }
        }
    }

    /// Checks that no release gets another value for users who satisfy the assumptions.
    private static func check(
        _ changes: ReaderChanges, of name: String, in space: StaleSpace
    ) throws(EditedDocument.Failure) {
        var versions: [VersionInterval] = []
        do throws(CaseSpace.Failure) {
            for change in try changes.changes(of: name) {
                var affectsAnybody = change.users.isEmpty
                for users in change.users where !affectsAnybody {
                    affectsAnybody = try space.canHold(space.space.map(of: users))
                }
                if affectsAnybody { versions += change.versions.intervals }
            }
        } catch {
            throw .notCompared(setting: name)
        }
        guard versions.isEmpty else { throw .changesValues(VersionSet(versions)) }
    }

    private mutating func isUnchanged(
        _ setting: SettingIndex, _ other: SettingIndex, in space: StaleSpace
    ) throws(EditedDocument.Failure) -> Bool {
        classes.removeAll()
        let old = numbers(of: setting, in: space.space, .first)
        let new = numbers(of: other, in: space.space, .second)
        do throws(CaseSpace.Failure) {
            let differs = try space.space.combined(
                space.space.winners(of: setting), space.space.winners(of: other, in: .second)
            ) { (winner: Winner, other: Winner) in old[winner.leaf] != new[other.leaf] }
            return try !space.canHold(differs)
        } catch {
            throw .notCompared(setting: original.name(of: setting))
        }
    }

    /// The class of the value of each leaf: the default, then the entries.
    private mutating func numbers(
        of setting: SettingIndex, in space: CaseSpace, _ side: DocumentSide
    ) -> [Int] {
        let document = space.side(side)
        let record = document[setting]
        var numbers: [Int] = []
        numbers.reserveCapacity(record.entries.count + 1)
        numbers.append(classes.number(of: Int(record.defaultValue), in: side))
        for entry in record.entries { numbers.append(classes.number(of: Int(document[entry].value), in: side)) }
        return numbers
    }
}
