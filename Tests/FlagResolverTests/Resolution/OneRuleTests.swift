import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Typed decoding, the snapshot and a slow evaluator that shares no code with them agree on random documents.
struct OneRuleTests {
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `all three ways of resolving give the same result`(seed: UInt64) throws {
        var random = SeededRandom(seed: 0xF1A6 &+ seed)
        for _ in 0..<TestScale.rounds(10) {
            let document = RandomDocument(using: &random)
            let loaded = try SettingsDocument(parsing: [UInt8](document.json.utf8))
            for version in document.versions(using: &random) {
                try compare(document, loaded, version: version, seed: seed)
            }
        }
    }

    private func compare(
        _ document: RandomDocument,
        _ loaded: SettingsDocument,
        version: String,
        seed: UInt64
    ) throws {
        let parsed = try #require(AppVersion(version))
        let snapshot = loaded.snapshot(for: parsed)
        let decoder = JSONDecoder(appVersion: version)
        let whole = try decoder.decode([String: EitherSetting].self, from: Data(document.json.utf8))
        for setting in document.settings {
            let comment: Comment = "seed \(seed), version \(version), \(setting.name) in \(document.json)"
            let expected = SlowEvaluator.answer(of: setting, for: version)
            let decoded = try #require(whole[setting.name])
            switch setting.kind {
            case .bool:
                expectEqual(decoded.bool.map(Answer.init), expected, comment)
                expectEqual(Answer(snapshot.resolution(of: setting.name, default: false)), expected, comment)
                let direct = snapshot.value(for: setting.name, default: false)
                expectEqual("\(direct)", expected?.value ?? "false", comment)
                expectEqual(loaded.value(for: setting.name, version: parsed, default: false), direct, comment)
            case .int:
                expectEqual(decoded.int.map(Answer.init), expected, comment)
                expectEqual(Answer(snapshot.resolution(of: setting.name, default: 0)), expected, comment)
                let direct = snapshot.value(for: setting.name, default: 0)
                expectEqual("\(direct)", expected?.value ?? "0", comment)
                expectEqual(loaded.value(for: setting.name, version: parsed, default: 0), direct, comment)
            case .string:
                expectEqual(decoded.string.map(Answer.init), expected, comment)
                expectEqual(Answer(snapshot.resolution(of: setting.name, default: "-")), expected, comment)
                let direct = snapshot.value(for: setting.name, default: "-")
                expectEqual(direct, expected?.value ?? "-", comment)
                expectEqual(loaded.value(for: setting.name, version: parsed, default: "-"), direct, comment)
            case .list:
                expectEqual(decoded.list.map(Answer.init), expected, comment)
                expectEqual(Answer(snapshot.resolution(of: setting.name, default: [Int]())), expected, comment)
            }
        }
    }
}

/// What a way of resolving says, as far as all of them say it; `nil` for a setting that cannot be read as its type.
struct Answer: Equatable {
    let value: String
    let reason: ResolutionReason
    let entry: Int?

    init(value: String, reason: ResolutionReason, entry: Int?) {
        self.value = value
        self.reason = reason
        self.entry = entry
    }

    init?<Value>(_ resolution: Resolution<Value>) {
        guard resolution.reason != .error else { return nil }
        value = "\(resolution.value)"
        reason = resolution.reason
        entry = resolution.entryIndex
    }

    init<Value>(_ setting: PropertySetting<Value>) {
        let resolution = setting.resolution
        value = "\(resolution.value)"
        reason = resolution.reason
        entry = resolution.entryIndex
    }
}

/// A setting decoded as each of the types that random documents have; `nil` where that is an error.
private struct EitherSetting: Decodable {
    let bool: PropertySetting<Bool>?
    let int: PropertySetting<Int>?
    let string: PropertySetting<String>?
    let list: PropertySetting<[Int]>?

    init(from decoder: any Decoder) throws {
        bool = try? PropertySetting(from: decoder)
        int = try? PropertySetting(from: decoder)
        string = try? PropertySetting(from: decoder)
        list = try? PropertySetting(from: decoder)
    }
}
