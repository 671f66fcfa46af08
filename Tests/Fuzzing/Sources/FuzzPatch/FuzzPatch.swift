import FlagResolver
import FuzzSupport

/// A document and up to four patches, one merged after the other, with lines `---` between them.
///
/// 1. Each merge gives the document that RFC 7396 makes of the two texts, or is refused where that is refused.
/// 2. A patch that is merged twice changes nothing the second time, and an empty patch never changes anything.
/// 3. The text of a merged document gives the same document again, and depends only on its content: it has no blanks.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPatch(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let sections = unsafe FuzzInput(start, count: count).sections
    guard var document = try? SettingsDocument(parsing: sections[0]) else { return 0 }
    guard var plain = try? PlainDocument(sections[0]) else { finding("the document is accepted") }
    for patch in sections.dropFirst().prefix(4) {
        guard !plain.testsMoreThanVersion, let merged = claimMerge(of: document, plain, with: patch) else { return 0 }
        (document, plain) = merged
        guard !plain.testsMoreThanVersion else { return 0 }
        claimRead(document)
    }
    return 0
}

/// - Returns: The merged document; `nil` if the patch is refused.
private func claimMerge(
    of document: SettingsDocument, _ plain: PlainDocument, with patch: [UInt8]
) -> (SettingsDocument, PlainDocument)? {
    let merged = Result { () throws(DocumentError) in try document.merging(patch: patch) }
    let plainPatch: PlainJSON
    do {
        plainPatch = try PlainJSONReader.read(patch)
    } catch {
        guard case .failure(let found) = merged else { finding("a patch is accepted in spite of \(error)") }
        let expected = PlainDocument.Refusal.json(error).code
        claim(found.code == expected, "the patch is refused: \(found), expected \(expected)")
        claimSound(found, in: patch)
        return nil
    }
    let json = plain.root.merged(with: plainPatch)
    switch (merged, Result { () throws(PlainDocument.Refusal) in try PlainDocument(json) }) {
    case (.failure(let error), .failure(let refusal)):
        claim(error.code == refusal.code, "the merged document is refused: \(error), expected \(refusal)")
        claimPrintable("\(error)", "merging")
        return nil
    case (.success, .failure(let refusal)): finding("merging succeeds in spite of \(refusal)")
    case (.failure(let error), .success): finding("merging fails: \(error)")
    case (.success(let merged), .success(let expected)):
        claimMerged(merged, expected)
        // Twice the same patch is once the patch.
        guard let again = try? merged.merging(patch: patch) else { finding("merging once more fails") }
        claimMerged(again, expected)
        guard let same = try? document.merging(patch: [UInt8]("{}".utf8)) else { finding("merging nothing fails") }
        claimMerged(same, plain)
        return (merged, expected)
    }
}

private func claimMerged(_ document: SettingsDocument, _ expected: PlainDocument) {
    let names = document.names.map { [UInt8]($0.utf8) }
    func json() -> String { String(decoding: expected.root.text, as: UTF8.self) }
    claim(names == expected.settings.map(\.name), "merging to \(json()) gives the names \(document.names)")
    claim(
        document.documentVersion == expected.root.member("$version")?.number?.int.map(Int64.init),
        "documentVersion after merging")
    for issue in document.issues { claimPrintable("\(issue)", "issue after merging") }
    guard let text = try? PlainJSONReader.read(document.tree.bytes) else { finding("the text is not JSON") }
    claim(text.isSpelled(like: expected.root), "merging to \(json()) gives other values")
    let claims = SettingClaims(document, versions: ["0-0", "1.4.0"].compactMap { PlainVersion($0.utf8) })
    for setting in expected.settings { claims.checkMerged(setting) }
}

/// What a start reads from the cache is what was merged.
private func claimRead(_ document: SettingsDocument) {
    let bytes = document.tree.bytes
    guard let read = try? SettingsDocument(parsing: bytes) else { finding("the merged text is refused") }
    claim(read.names == document.names && read.issues == document.issues, "the merged text gives another document")
    claim((try? read.merging(patch: [UInt8]("{}".utf8)))?.tree.bytes == bytes, "the merged text has blanks")
}
