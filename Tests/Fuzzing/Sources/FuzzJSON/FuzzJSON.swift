import FlagResolver
import FuzzSupport

/// JSON texts, read as documents of settings: what the public interface shows of the parser.
///
/// 1. A text is accepted exactly if the plain reader accepts it, and refused with the code that it says.
/// 2. What is refused is refused at a place in the text, with a message that is safe to print.
/// 3. Foundation accepts what is accepted, and every value is the one that the plain reader and Foundation see.
/// 4. Reading twice gives the same; tighter limits give the same or a refusal because of a limit.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe FuzzInput(start, count: count).bytes
    let outcome = load(bytes)
    claimRepeatable(outcome, bytes)
    switch (outcome, plainOutcome(of: bytes)) {
    case (.success(let document), .success(let plain)):
        claimSame(document, plain, bytes)
    case (.failure(let error), .failure(let refusal)):
        claim(error.code == refusal.code, "\(error) instead of \(refusal)")
        claimSound(error, in: bytes)
    case (.success, .failure(let refusal)):
        finding("accepted in spite of \(refusal)")
    case (.failure(let error), .success):
        finding("refused: \(error)")
    }
    return 0
}

private func load(_ bytes: [UInt8], _ limits: DocumentLimits = .standard) -> Result<SettingsDocument, DocumentError> {
    Result { () throws(DocumentError) in try SettingsDocument(parsing: bytes, limits: limits) }
}

private func plainOutcome(of bytes: [UInt8]) -> Result<PlainDocument, PlainDocument.Refusal> {
    Result { () throws(PlainDocument.Refusal) in try PlainDocument(bytes) }
}

private func claimRepeatable(_ outcome: Result<SettingsDocument, DocumentError>, _ bytes: [UInt8]) {
    let tight = DocumentLimits(byteCount: 256, depth: 4, settingCount: 4, entryCount: 2, stringByteCount: 16)
    switch (outcome, load(bytes), load(bytes, tight)) {
    case (.success(let first), .success(let second), let limited):
        claim(first.names == second.names && first.issues == second.issues, "the second reading differs")
        switch limited {
        case .success(let document): claim(document.names == first.names, "other names under tight limits")
        case .failure(let error):
            claim(error.code == .limit, "under tight limits: \(error)")
            claimSound(error, in: bytes)
        }
    case (.failure(let first), .failure(let second), .failure(let limited)):
        claim(first == second, "first \(first), then \(second)")
        claim(limited == first || limited.code == .limit, "\(first), and under tight limits: \(limited)")
    default: finding("accepted and refused")
    }
}

private func claimSame(_ document: SettingsDocument, _ plain: PlainDocument, _ bytes: [UInt8]) {
    let names = document.names.map { [UInt8]($0.utf8) }
    claim(names == plain.settings.map(\.name), "the names are \(document.names)")
    claim(document.count == names.count, "count is \(document.count)")
    for issue in document.issues { claimSound(issue, in: bytes) }
    claim(document.documentVersion == plain.root.member("$version")?.number?.int.map(Int64.init), "documentVersion")
    let minimum = plain.root.member("$minimumVersion")?.string.flatMap { PlainVersion($0) }
    claim(document.minimumVersion?.description == minimum?.text, "minimumVersion")
    let setting = plain.root.member("$minimumVersionSetting")?.string
    claim(document.minimumVersionSetting.map { [UInt8]($0.utf8) } == setting, "minimumVersionSetting")

    guard let foundation = try? DecodedJSON(decoding: bytes) else { finding("Foundation refuses the text") }
    claim(foundation.agrees(with: plain.root), "Foundation reads \(foundation)")
    let snapshot = document.snapshot(for: EvaluationContext())
    for setting in plain.settings { claimSameDefault(of: setting, in: snapshot) }
}

private func claimSameDefault(of setting: PlainSetting, in snapshot: SettingsSnapshot) {
    let name = setting.nameText
    let resolution = snapshot.resolution(of: name, default: DecodedJSON.unreadable)
    guard let expected = setting.defaultValue else {
        claim(resolution.errorCode == .parseError, "\(name) has no default, and yet \(resolution)")
        return
    }
    claim(resolution.value.agrees(with: expected), "\(name) is \(resolution.value)")

    // Two defaults that differ tell a value from its absence.
    if case .bool(let bool) = expected.content {
        claim(snapshot.value(for: name, default: !bool) == bool, "\(name) as a Bool")
    } else {
        claim(
            snapshot.value(for: name, default: true) != snapshot.value(for: name, default: false), "\(name) as a Bool")
    }
    let int = expected.number?.int
    for other in [Int.min, .max] {
        claim(snapshot.value(for: name, default: other) == int ?? other, "\(name) as an Int, expected \(int as Any)")
    }
    let double = expected.number?.safeDouble
    for other in [-0.5, 0.5] {
        let found = snapshot.value(for: name, default: other)
        claim(
            found.bitPattern == (double ?? other).bitPattern, "\(name) as a Double: \(found), expected \(double as Any)"
        )
    }
    for other in ["-", "--"] {
        let found = snapshot.value(for: name, default: other)
        claim(found.utf8.elementsEqual(expected.string ?? [UInt8](other.utf8)), "\(name) as a String: \(found)")
    }
}
