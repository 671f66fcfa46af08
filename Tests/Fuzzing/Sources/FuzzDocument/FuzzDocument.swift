import FlagResolver
import FuzzSupport

/// A document; below a line of three hyphens versions, one on a line.
///
/// 1. The document resolves in all ways to the same: with a snapshot, without one, as `PropertySetting` through
///    `JSONDecoder`, and by an evaluator that walks through boxes (`SettingClaims`).
/// 2. Nothing traps, whatever the text and the versions are.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDocument(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let sections = unsafe FuzzInput(start, count: count).sections
    guard let document = try? SettingsDocument(parsing: sections[0]) else { return 0 }
    guard let plain = try? PlainDocument(sections[0]) else { finding("the document is accepted") }
    guard !plain.testsMoreThanVersion else { return 0 }
    let versions = versions(in: sections.count > 1 ? sections[1] : [], and: plain)
    let claims = SettingClaims(document, versions: versions)
    for setting in plain.settings { claims.check(setting) }
    return 0
}

/// Versions to ask for: those that the input names, and some close to those of the requirements.
private func versions(in section: [UInt8], and document: PlainDocument) -> [PlainVersion] {
    let named = section.split(separator: UInt8(ascii: "\n")).compactMap { PlainVersion($0) }
    let entries = document.settings.flatMap(\.entries).compactMap { $0 }
    let samples = entries.flatMap(\.requirements).flatMap(\.samples)
    // A few, spread over all that there are.
    let step = max(1, samples.count / 3)
    let some = stride(from: 0, to: samples.count, by: step).map { samples[$0] }
    let usual = ["0-0", "1.4.0"].compactMap { PlainVersion($0.utf8) }
    return usual + named.prefix(3) + some
}
