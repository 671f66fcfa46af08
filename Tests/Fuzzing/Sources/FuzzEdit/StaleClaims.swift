import FlagAnalysis
import FlagResolver
import FuzzSupport

/// 1. For every version from the floor up the plain evaluator finds equal values in both texts; for lower ones only if
///    nothing changes.
/// 2. If defaults stay, bytes are only deleted: the edited text is what is left of the original. So are defaults then.
/// 3. What is left has nothing more to delete.
func claimStale(_ original: EditableText, floor: PlainVersion, changesDefaults: Bool) {
    guard let version = AppVersion(floor.text) else { finding("\(floor.text) is refused") }
    func stale(_ document: SettingsDocument) -> StaleDocument {
        do {
            return try StaleDocument(document, floor: version, changesDefaults: changesDefaults)
        } catch {
            finding("stale --floor \(version) fails: \(error)")
        }
    }
    let subject = "stale --floor \(version)\(changesDefaults ? " with defaults" : "")"
    guard let edit = stale(original.document).edited else { return }
    let edited = EditableText(edit.settings)
    for (old, new) in original.settings(and: edited, subject) {
        if !changesDefaults {
            claim(
                old.defaultValue?.text.elementsEqual(new.defaultValue?.text ?? []) ?? (new.defaultValue == nil),
                "\(subject): the default of \(old.nameText) is another in \(edited.text)")
        }
        for sample in old.samples + floor.neighbours(padding: 4) where PlainVersion.order(sample, floor) >= 0 {
            let (before, after) = (old.resolved(for: sample)?.value, new.resolved(for: sample)?.value)
            let isSame = before.map { value in after.map { value.isEqual(to: $0) } ?? false } ?? (after == nil)
            claim(isSame, "\(subject): \(old.nameText) changes for \(sample.text) in \(edited.text)")
        }
    }
    if !changesDefaults {
        var rest = original.bytes[...]
        let isLeft = edited.bytes.allSatisfy { byte in
            guard let index = rest.firstIndex(of: byte) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
        claim(isLeft, "\(subject): bytes are added in \(edited.text)")
    }
    claim(stale(edited.document).edited == nil, "\(subject): there is more to remove from \(edited.text)")
}
