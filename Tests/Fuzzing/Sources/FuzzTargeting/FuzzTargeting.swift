import FlagResolver
import FuzzSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A document; below a line of three hyphens contexts in their JSON form, one on a line.
///
/// 1. A context is accepted exactly if the plain reader finds a JSON object. Its issues are at members of it.
/// 2. The document resolves to the same without a snapshot, with one, and as a model that the document decodes.
/// 3. A setting that tests nothing a context lacks has the same value with more attributes.
/// 4. Issues have a location, and can be printed. The path of a setting without a name is empty.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTargeting(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let sections = unsafe FuzzInput(start, count: count).sections
    let lines = sections.count > 1 ? sections[1].split(separator: UInt8(ascii: "\n")).map { [UInt8]($0) } : []
    let contexts = lines.prefix(3).compactMap { context(in: $0) }
    guard let document = try? SettingsDocument(parsing: sections[0]) else { return 0 }
    for issue in document.issues {
        claim(issue.location != nil, "\(issue) has no location")
        claimPrintable("\(issue)", "an issue")
    }
    for context in [EvaluationContext()] + contexts { claimAgreement(document, context) }
    return 0
}

private func context(in bytes: [UInt8]) -> EvaluationContext? {
    var issues: [SettingIssue] = []
    let plain = (try? PlainJSONReader.read(bytes))?.members
    let context = try? EvaluationContext(parsing: bytes, issues: &issues)
    claim((context == nil) == (plain == nil), "the context is \(context == nil ? "refused" : "accepted")")
    for issue in issues {
        claim(plain?.contains { $0.name.elementsEqual(issue.path.utf8) } ?? false, "\(issue) is about no member")
        claimPrintable("\(issue)", "an issue of a context")
    }
    return context
}

private func claimAgreement(_ document: SettingsDocument, _ context: EvaluationContext) {
    let snapshot = document.snapshot(for: context)
    let inputs = ContextInputs(of: document.indices, in: document)
    var richer = context
    richer["untested"] = 1
    let settings = decoded(document, for: context)
    for (index, name) in zip(document.indices, document.names) {
        let node = document.resolve(index, for: context)
        let untyped = snapshot.resolution(of: name)
        claim(untyped.value?.span == node.value.map { document.tree.nodes[$0].span }, "\(name): two values")
        claim(untyped.reason == node.reason && untyped.errorCode == node.errorCode, "\(name): two reasons")
        if !inputs.attributes.contains("untested") {
            claim(document.resolve(index, for: richer) == node, "\(name): another attribute changes the value")
        }
        let byName = snapshot.resolution(of: name, default: false)
        claim(document.value(for: name, context: context, default: false) == byName.value, "\(name): two Booleans")
        if let settings { claimSame(settings[name], byName, name) }
    }
}

/// A setting of a model, or the error of decoding it.
private struct DecodedSetting: Decodable {
    let result: Result<PropertySetting<Bool>, any Error>

    init(from decoder: any Decoder) {
        result = Result { try decoder.singleValueContainer().decode(PropertySetting<Bool>.self) }
    }
}

/// The top-level settings as a model has them; `nil` if Foundation reads the document differently.
private func decoded(_ document: SettingsDocument, for context: EvaluationContext) -> [String: DecodedSetting]? {
    // Foundation rounds numbers that the library takes as they are written.
    guard let plain = try? PlainDocument(document.tree.bytes), Set(document.names).count == document.names.count,
        plain.settings.allSatisfy({ $0.json.allNumbers(satisfy: \.isOrdinary) })
    else { return nil }
    return try? document.decode([String: DecodedSetting].self, for: context)
}

private func claimSame(_ decoded: DecodedSetting?, _ byName: Resolution<Bool>, _ name: String) {
    // A name with a dot is in a group, which is decoded as one bare object.
    guard let decoded, !name.contains(".") else { return }
    guard let setting = try? decoded.result.get() else {
        claim(byName.reason == .error, "\(name): only the model has no value")
        return
    }
    let resolution = setting.resolution
    claim(resolution.value == byName.value && resolution.reason == byName.reason, "\(name): the model differs")
    claim(resolution.entryIndex == byName.entryIndex, "\(name): another entry wins in the model")
}
