import FlagResolver
import FuzzSupport

/// A document; below a line of three hyphens a patch; below another one versions, one on a line.
///
/// 1. The document resolves in all ways to the same: with a snapshot, without one, as `PropertySetting` through
///    `JSONDecoder`, and by an evaluator that walks through boxes (`SettingClaims`).
/// 2. Merging the patch gives the document that RFC 7396 makes of the two texts, or a refusal where that is refused.
/// 3. Nothing traps, whatever the text, the patch and the versions are.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDocument(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let sections = unsafe FuzzInput(start, count: count).sections
    guard let document = try? SettingsDocument(parsing: sections[0]) else { return 0 }
    guard let plain = try? PlainDocument(sections[0]) else { finding("the document is accepted") }
    let versions = versions(in: sections.count > 2 ? sections[2] : [], and: plain)
    let claims = SettingClaims(document, versions: versions)
    for setting in plain.settings { claims.check(setting) }
    let patch = sections.count > 1 ? sections[1] : sections[0]
    claimMerge(of: document, plain, with: patch, versions)
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

private func claimMerge(
    of document: SettingsDocument,
    _ plain: PlainDocument,
    with patch: [UInt8],
    _ versions: [PlainVersion]
) {
    let merged = Result { () throws(DocumentError) in try document.merging(patch: patch) }
    let plainPatch: PlainJSON
    do {
        plainPatch = try PlainJSONReader.read(patch)
    } catch {
        guard case .failure(let found) = merged else { finding("a patch is accepted in spite of \(error)") }
        let expected = PlainDocument.Refusal.json(error).code
        claim(found.code == expected, "the patch is refused: \(found), expected \(expected)")
        claimSound(found, in: patch)
        return
    }
    let json = plain.root.merged(with: plainPatch)
    switch (merged, Result { () throws(PlainDocument.Refusal) in try PlainDocument(json) }) {
    case (.failure(let error), .failure(let refusal)):
        claim(error.code == refusal.code, "the merged document is refused: \(error), expected \(refusal)")
        claimPrintable("\(error)", "merging")
    case (.success, .failure(let refusal)): finding("merging succeeds in spite of \(refusal)")
    case (.failure(let error), .success): finding("merging fails: \(error)")
    case (.success(let merged), .success(let expected)):
        claimMerged(merged, expected, versions)
        // A patch that is applied once more finds nothing to change.
        guard let again = try? merged.merging(patch: patch) else { finding("merging once more fails") }
        claimMerged(again, expected, [])
        guard let same = try? document.merging(patch: [UInt8]("{}".utf8)) else { finding("merging nothing fails") }
        claimMerged(same, plain, [])
    }
}

private func claimMerged(_ document: SettingsDocument, _ expected: PlainDocument, _ versions: [PlainVersion]) {
    let names = document.names.map { [UInt8]($0.utf8) }
    func json() -> String { String(decoding: expected.root.text, as: UTF8.self) }
    claim(names == expected.settings.map(\.name), "merging to \(json()) gives the names \(document.names)")
    claim(
        document.documentVersion == expected.root.member("$version")?.number?.int.map(Int64.init),
        "documentVersion after merging")
    for issue in document.issues { claimPrintable("\(issue)", "issue after merging") }
    let claims = SettingClaims(document, versions: [PlainVersion](versions.prefix(3)))
    for setting in expected.settings { claims.checkMerged(setting) }
}
