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
    /// - Parameter includesUnknown: Whether values must stay the same for apps that do not know their version.
    /// - Throws: ``EditedDocument/Failure`` if a value changes, or cannot be compared.
    package static func check(
        _ original: SettingsDocument, _ edited: SettingsDocument, _ assumptions: StaleAssumptions, includesUnknown: Bool
    ) throws(EditedDocument.Failure) {
        let spaces = StaleSpaces(CaseAxes(original, edited), assumptions)
        var proof = StaleProof(
            original: original, edited: edited, classes: ValueClasses(of: original.tree, and: edited.tree))
        var texts = SettingTexts(original, edited)
        for setting in original.indices where !original.loaded[setting].isUnresolvable {
            let other = edited.index(named: original.name(of: setting))
            guard !texts.areIdentical(setting, other) else { continue }
            guard let other else { throw .otherSettings }
            guard try proof.isUnchanged(setting, other, in: spaces.known) else {
                throw .changesValues(assumptions.versions)
            }
            guard includesUnknown else { continue }
            guard try proof.isUnchanged(setting, other, in: spaces.unknown) else { throw .changesValues(.all) }
        }
    }

    private mutating func isUnchanged(
        _ setting: SettingIndex, _ other: SettingIndex, in space: StaleSpace
    ) throws(EditedDocument.Failure) -> Bool {
        classes.removeAll()
        let old = numbers(of: setting, in: original, .first)
        let new = numbers(of: other, in: edited, .second)
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
        of setting: SettingIndex, in document: SettingsDocument, _ side: DocumentSide
    ) -> [Int] {
        var numbers = [classes.number(of: Int(document.loaded[setting].defaultValue), in: side)]
        for entry in document.entries(of: setting) { numbers.append(classes.number(of: Int(entry.value), in: side)) }
        return numbers
    }
}
