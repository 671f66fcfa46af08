import FlagAnalysis
import FlagResolver
import FuzzSupport

/// A document; below a line `---` the versions of the edits, one on a line: a floor for `stale`, then the two versions of
/// `retarget`.
///
/// The edits of `fmt`, `stale` and `retarget`: `FormatClaims`, `StaleClaims` and `RetargetClaims` say what holds for each.
/// For all of them:
///
/// 1. The edited text is a document with the same settings in the same order.
/// 2. A plain evaluator finds the same values in both texts, except for the versions that the edit is about.
/// 3. The bytes outside of what the edit is about stay.
/// 4. The same edit once more changes nothing.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEdit(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let sections = unsafe FuzzInput(start, count: count).sections
    guard let document = EditableText(sections[0]) else { return 0 }
    let named = sections.dropFirst().first?.split(separator: UInt8(ascii: "\n")).compactMap { PlainVersion($0) } ?? []
    let usual = ["1.4.0", "2.0.0", "2.0.1"].compactMap { PlainVersion($0.utf8) }
    let versions = [PlainVersion](named.prefix(3)) + usual.dropFirst(min(3, named.count))
    claimFormat(document)
    for changesDefaults in [false, true] {
        claimStale(document, floor: versions[0], changesDefaults: changesDefaults)
    }
    claimRetarget(document, from: versions[1], to: versions[2])
    return 0
}

/// A document as the library and as the plain reader read it.
struct EditableText {
    let document: SettingsDocument
    let plain: PlainDocument

    var bytes: [UInt8] { document.tree.bytes }

    /// - Returns: `nil` if the library refuses the text.
    init?(_ bytes: [UInt8]) {
        guard let document = try? SettingsDocument(parsing: bytes) else { return nil }
        self.init(document)
        guard !plain.testsMoreThanVersion else { return nil }
    }

    init(_ document: SettingsDocument) {
        self.document = document
        guard let plain = try? PlainDocument(document.tree.bytes) else { finding("a text is accepted") }
        self.plain = plain
    }

    /// The settings of the two texts in pairs, which have to have the same names.
    func settings(and other: EditableText, _ subject: String) -> [(PlainSetting, PlainSetting)] {
        let hasSameNames = plain.settings.map(\.name) == other.plain.settings.map(\.name)
        claim(hasSameNames, "\(subject): there are other settings in \(other.text)")
        return Array(zip(plain.settings, other.plain.settings))
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension PlainSetting {
    /// Versions of which at least one is between any two boundaries that the texts of requirements can make, in order.
    var samples: [PlainVersion] {
        let all = entries.compactMap { $0 }.flatMap(\.requirements).flatMap(\.samples)
        let usual = ["0-0", "99999999999999999999.1"].compactMap { PlainVersion($0.utf8) }
        return all + usual
    }
}

extension [PlainVersion] {
    /// The versions in ascending order, each once.
    var ordered: [PlainVersion] {
        sorted { PlainVersion.order($0, $1) < 0 }.reduce(into: []) { ordered, version in
            if ordered.last.map({ PlainVersion.order($0, version) != 0 }) ?? true { ordered.append(version) }
        }
    }
}
