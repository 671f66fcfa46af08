import FlagAnalysis
import FlagResolver
import FuzzSupport

/// 1. Each setting has the same winners in the same order along the version line.
/// 2. Versions below both versions of the move, and above both, keep their winners.
/// 3. Only strings that are requirements change; every byte outside of strings stays.
/// 4. No boundary is left to move.
func claimRetarget(_ original: EditableText, from old: PlainVersion, to new: PlainVersion) {
    guard let from = AppVersion(old.text), let to = AppVersion(new.text) else { finding("a version is refused") }
    let move = BoundaryMove(from: from, to: to)
    let subject = "retarget \(from) \(to)"
    func retargeted(_ document: SettingsDocument) -> RetargetedDocument {
        do {
            return try RetargetedDocument(document, move: move)
        } catch {
            finding("\(subject) fails: \(error)")
        }
    }
    let result = retargeted(original.document)
    for refusal in result.refusals {
        claim(refusal.span.upperBound <= original.bytes.count, "\(subject): a refusal at \(refusal.span)")
    }
    guard let edit = result.edited else { return }
    claim(result.refusals.isEmpty && !result.rewritten.isEmpty, "\(subject): edited in spite of refusals")
    let edited = EditableText(edit.settings)
    for (before, after) in original.settings(and: edited, subject) {
        claimWinners(before, after, from: old, to: new, "\(subject): \(before.nameText) in \(edited.text)")
    }
    claim(
        original.bytesOutsideOfStrings == edited.bytesOutsideOfStrings,
        "\(subject): bytes outside of strings change in \(edited.text)")
    claim(
        original.plain.root.isEqual(to: edited.plain.root, exceptBelow: "appVersion"),
        "\(subject): something besides requirements changes in \(edited.text)")
    guard from != to else { return }
    let again = retargeted(edited.document)
    claim(again.rewritten.isEmpty, "\(subject): there is more to move in \(edited.text)")
}

private func claimWinners(
    _ before: PlainSetting, _ after: PlainSetting, from old: PlainVersion, to new: PlainVersion,
    _ subject: @autoclosure () -> String
) {
    let samples = (before.samples + after.samples + old.neighbours(padding: 4) + new.neighbours(padding: 4)).ordered
    func winner(_ setting: PlainSetting, _ version: PlainVersion) -> Int {
        setting.resolved(for: version).map { $0.entry ?? -1 } ?? -2
    }
    func winners(_ setting: PlainSetting) -> [Int] {
        samples.map { winner(setting, $0) }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
    claim(winners(before) == winners(after), "\(subject()): the winners are \(winners(after)), not \(winners(before))")
    for sample in samples {
        let orders = [old, new].map { PlainVersion.orderOfReleases(sample, $0) }
        guard orders.allSatisfy({ $0 < 0 }) || orders.allSatisfy({ $0 > 0 }) else { continue }
        claim(winner(before, sample) == winner(after, sample), "\(subject()): changes for \(sample.text)")
    }
}

extension PlainVersion {
    /// The order of the numbers alone: a release and its pre-releases are equal.
    fileprivate static func orderOfReleases(_ left: PlainVersion, _ right: PlainVersion) -> Int {
        order(PlainVersion(numbers: left.numbers), PlainVersion(numbers: right.numbers))
    }
}

extension EditableText {
    /// The bytes without what is between quotes.
    fileprivate var bytesOutsideOfStrings: [UInt8] {
        var result: [UInt8] = []
        var isString = false
        var isEscaped = false
        for byte in bytes {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
            } else {
                isString = byte == UInt8(ascii: "\"")
                result.append(byte)
            }
        }
        return result
    }
}

extension PlainJSON {
    /// Whether two values are spelled alike, members with a name left out.
    fileprivate func isEqual(to other: PlainJSON, exceptBelow name: String) -> Bool {
        switch (content, other.content) {
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isEqual(to: $1, exceptBelow: name) }
        case (.object(let left), .object(let right)):
            left.count == right.count
                && zip(left, right).allSatisfy { one, other in
                    one.nameText == other.nameText
                        && (one.name.elementsEqual(name.utf8)
                            || one.value.isEqual(to: other.value, exceptBelow: name))
                }
        default: text == other.text
        }
    }
}
