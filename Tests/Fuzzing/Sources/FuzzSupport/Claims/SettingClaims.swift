public import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The claim that the settings of a document are the same in all ways of reading them, as several types.
public struct SettingClaims {
    /// The document as it is for one version, and the version for the evaluator that walks through boxes.
    private struct Case {
        let plain: PlainVersion
        let version: AppVersion
        let snapshot: SettingsSnapshot
    }

    private let document: SettingsDocument
    private let cases: [Case]
    private let withoutVersion: SettingsSnapshot

    public init(_ document: SettingsDocument, versions: [PlainVersion]) {
        self.document = document
        withoutVersion = document.snapshot(for: EvaluationContext())
        cases = versions.map { plain in
            guard let version = AppVersion(plain.text) else { finding("\(plain.text) is refused") }
            return Case(plain: plain, version: version, snapshot: document.snapshot(for: version))
        }
    }

    public func check(_ setting: PlainSetting) {
        checkDirect(setting, false, document.value(for:version:default:), { $0.value(for: $1, default: $2) }, \.bool)
        checkDirect(setting, 7, document.value(for:version:default:), { $0.value(for: $1, default: $2) }, \.int)
        checkDirect(setting, 0.5, document.value(for:version:default:), { $0.value(for: $1, default: $2) }, \.double)
        checkDirect(
            setting, "-", document.value(for:version:default:), { $0.value(for: $1, default: $2) }, \.stringText)
        // Foundation rounds numbers that the library takes as they are written.
        if setting.json.allNumbers(satisfy: \.isOrdinary) { checkTyped(setting, 0.5) }
        checkTyped(setting, "-")
        checkTyped(setting, [7])
        checkTyped(setting, ["-": false])
        checkTyped(setting, Bool?.none)
        checkUntyped(setting)
        checkModes(setting, 7)
        checkModes(setting, [7])
    }

    /// What is left to claim of a setting whose parts have been checked where they come from.
    public func checkMerged(_ setting: PlainSetting) {
        checkTyped(setting, false)
        checkTyped(setting, ["-": false])
        checkUntyped(setting)
    }

    /// A type that is read straight from the bytes, against the plain evaluator.
    private func checkDirect<Value: Decodable & Sendable & Equatable>(
        _ setting: PlainSetting,
        _ other: Value,
        _ inDocument: (String, AppVersion, Value) -> Value,
        _ inSnapshot: (SettingsSnapshot, String, Value) -> Value,
        _ read: (PlainJSON) -> Value?
    ) {
        let name = setting.nameText
        for (plain, version, snapshot) in cases.map({ ($0.plain, $0.version, $0.snapshot) }) {
            func subject() -> String { "\(name.debugDescription) as \(Value.self) for \(version)" }
            let expected = setting.resolved(for: plain, as: read)
            let resolution = snapshot.resolution(of: name, default: other)
            claim(resolution.value == expected?.0 ?? other, "\(subject()): \(resolution), not \(expected as Any)")
            claim(resolution.entryIndex == expected?.entry, "\(subject()): \(resolution), not \(expected as Any)")
            claim((resolution.reason == .error) == (expected == nil), "\(subject()): \(resolution)")
            claim(inSnapshot(snapshot, name, other) == resolution.value, "\(subject()): value(for:) of the snapshot")
            claim(inDocument(name, version, other) == resolution.value, "\(subject()): value(for:) of the document")
            for issue in resolution.issues { claimPrintable("\(issue)", subject()) }
        }
    }

    /// Any type, through a snapshot and through `JSONDecoder`.
    private func checkTyped<Value: Decodable & Sendable & Equatable>(_ setting: PlainSetting, _ other: Value) {
        let name = setting.nameText
        let decoded = try? JSONDecoder().decode(PropertySetting<Value>.self, from: Data(setting.json.text))
        let unknown = withoutVersion.resolution(of: name, default: other)
        claimSame(unknown, decoded?.resolution, other, "\(name.debugDescription) as \(Value.self)")
        for known in cases {
            func subject() -> String { "\(name.debugDescription) as \(Value.self) for \(known.version)" }
            let resolution = known.snapshot.resolution(of: name, default: other)
            claimSame(resolution, decoded?.resolved(for: known.version), other, subject())
            let again = known.snapshot.resolution(of: name, default: other)
            claim(again == resolution, "\(subject()): the second reading differs")
        }
    }

    private func claimSame<Value: Equatable>(
        _ found: Resolution<Value>,
        _ decoded: Resolution<Value>?,
        _ other: Value,
        _ subject: @autoclosure () -> String
    ) {
        guard let decoded else {
            let isExpected = found.errorCode == .typeMismatch || found.errorCode == .parseError
            claim(isExpected && found.reason == .error, "\(subject()): \(found), and the decoder throws")
            claim(found.value == other, "\(subject()): \(found.value) instead of the default that was given")
            return
        }
        let isSame =
            found.value == decoded.value && found.reason == decoded.reason && found.errorCode == decoded.errorCode
            && found.entryIndex == decoded.entryIndex && found.requirement == decoded.requirement
        claim(isSame, "\(subject()): \(found), and decoded \(decoded)")
    }

    /// Strict decoding throws exactly where tolerant decoding has issues; those reach the collector; what is decoded
    /// encodes to the same again.
    private func checkModes<Value: Codable & Equatable>(_ setting: PlainSetting, _ other: Value) {
        func subject() -> String { "\(setting.nameText.debugDescription) as \(Value.self)" }
        let json = Data(setting.json.text)
        let collector = SettingIssueCollector()
        let decoder = JSONDecoder(appVersion: "1.4.0")
        decoder.settingIssues = collector
        let tolerant = try? decoder.decode(PropertySetting<Value>.self, from: json)
        let issues = tolerant?.issues ?? []
        for issue in issues { claimPrintable("\(issue)", subject()) }
        claim(tolerant == nil || collector.issues == issues, "\(subject()): collected \(collector.issues)")

        decoder.strictSettings = true
        let isStrictlyFine = (try? decoder.decode(PropertySetting<Value>.self, from: json)) != nil
        claim(isStrictlyFine == (tolerant != nil && issues.isEmpty), "\(subject()): strict mode, \(issues)")

        guard let tolerant else { return }
        guard let data = try? JSONEncoder().encode(tolerant),
            let again = try? JSONDecoder().decode(PropertySetting<Value>.self, from: data)
        else { finding("\(subject()): cannot be encoded and decoded again") }
        claim(again == tolerant, "\(subject()): encoding gives \(String(decoding: data, as: UTF8.self))")
    }

    /// Whether an issue is about an entry of a setting: of the names that its path begins with, the longest is meant, since
    /// a name may be anything, even the path of another setting's entry.
    private func isAbout(_ issue: SettingIssue, _ name: String) -> Bool {
        let owner = document.names
            .filter { issue.path.utf8.starts(with: ($0 + ".valuesByVersion[").utf8) }
            .max { $0.utf8.count < $1.utf8.count }
        return owner.map { $0.utf8.elementsEqual(name.utf8) } ?? false
    }

    /// The value as it is, against the plain evaluator; and that both ways skip the same entries, and say so.
    private func checkUntyped(_ setting: PlainSetting) {
        let name = setting.nameText
        for known in cases {
            func subject() -> String { "\(name.debugDescription) for \(known.version)" }
            let expected = setting.resolved(for: known.plain) { $0 }
            let found = known.snapshot.resolution(of: name, default: DecodedJSON.unreadable)
            claim(found.entryIndex == expected?.entry, "\(subject()): entry \(found.entryIndex as Any)")
            guard let expected else { continue }
            claim(found.value.agrees(with: expected.0), "\(subject()): \(found.value)")
        }
        let malformed = Set(setting.entries.indices.filter { setting.entries[$0] == nil })
        let tolerated: Set<SettingIssue.Code> = [.typeMismatch, .badType, .missingDefault]
        let reported = document.issues.filter { isAbout($0, name) && !tolerated.contains($0.code) }
        claim(
            Set(reported.compactMap(\.entryIndex)) == malformed,
            "\(name.debugDescription): the document reports \(reported), malformed are \(malformed)"
        )
        let json = Data(setting.json.text)
        guard let decoded = try? JSONDecoder().decode(PropertySetting<DecodedJSON>.self, from: json) else { return }
        claim(
            Set(decoded.issues.compactMap(\.entryIndex)) == malformed,
            "\(name.debugDescription): decoding reports \(decoded.issues), malformed are \(malformed)"
        )
    }
}

/// The types that the library reads straight from the bytes.
extension PlainJSON {
    fileprivate var bool: Bool? {
        if case .bool(let bool) = content { bool } else { nil }
    }

    fileprivate var int: Int? { number?.int }
    fileprivate var double: Double? { number?.safeDouble }
    fileprivate var stringText: String? { string.map { String(decoding: $0, as: UTF8.self) } }
}
