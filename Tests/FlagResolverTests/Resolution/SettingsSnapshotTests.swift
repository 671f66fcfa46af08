import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct SettingsSnapshotTests {
    enum Style: String, Decodable, Sendable { case legacy, modern }

    /// A type that counts its decodings through the decoder's user info.
    struct Counted: Decodable, Sendable {
        let text: String

        init(text: String) { self.text = text }

        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
            (decoder.userInfo[.settingIssues] as? SettingIssueCollector).map { collector in
                _ = collector.takeIssues()
            }
            Self.decodings.withLock { $0 += 1 }
        }

        static let decodings = Locked(0)
    }

    @Test(
        "E3: reads numbers exactly or not at all",
        arguments: [
            ("3", 3, 3.0), ("3.0", 3, 3), ("1e2", 100, 100), ("-0", 0, -0.0), ("0.5", nil, 0.5), ("1e400e", nil, nil),
            ("9007199254740993", 9_007_199_254_740_993, nil), ("9223372036854775807", .max, nil),
            ("9223372036854775808", nil, 9_223_372_036_854_775_808), ("1e23", nil, 1e23), ("0.1", nil, 0.1),
            ("123456789012345678901234567890", nil, nil), ("true", nil, nil), ("\"3\"", nil, nil), ("null", nil, nil),
            ("[3]", nil, nil),
        ] as [(String, Int?, Double?)])
    func numbers(json: String, int: Int?, double: Double?) throws {
        guard let document = try? SettingsDocument(parsing: [UInt8]("{\"n\": \(json)}".utf8)) else {
            expect(int == nil && double == nil)
            return
        }
        let snapshot = document.snapshot(for: "1.0")
        expectEqual(snapshot.value(for: "n", default: -77), int ?? -77)
        expectEqual(snapshot.value(for: "n", default: -77.5), double ?? -77.5)
        expectEqual(snapshot.resolution(of: "n", default: -77).reason, int == nil ? .error : .static)
        expectEqual(snapshot.resolution(of: "n", default: -77.5).errorCode, double == nil ? .typeMismatch : nil)
    }

    @Test
    func `an unknown name has the caller's default`() throws {
        let snapshot = try snapshot("{}")
        expect(snapshot.value(for: "x", default: true))
        let resolution = snapshot.resolution(of: "x", default: [1])
        expectEqual(resolution.value, [1])
        expectEqual(resolution.reason, .error)
        expectEqual(resolution.errorCode, .flagNotFound)
    }

    @Test
    func `a setting without a default has the caller's default`() throws {
        let snapshot = try snapshot(#"{"s": {"valuesByVersion": [{"appVersion": "*", "value": 1}]}}"#)
        expectEqual(snapshot.value(for: "s", default: 9), 9)
        let resolution = snapshot.resolution(of: "s", default: 9)
        expectEqual(resolution.errorCode, .parseError)
        expectEqual(resolution.issues.map(\.code), [.missingDefault])
    }

    @Test
    func `matching entries of another type are skipped and reported`() throws {
        let snapshot = try snapshot(
            #"""
            {"s": {"defaultValue": 1, "type": "string", "valuesByVersion": [
              {"appVersion": "*", "value": "x"}, {"appVersion": "<1", "value": 3}, {"appVersion": ">=1", "value": 4}]}}
            """#)
        let resolution = snapshot.resolution(of: "s", default: 0)
        expectEqual(resolution.value, 4)
        expectEqual(resolution.entryIndex, 2)
        expectEqual(resolution.requirement, ">=1")
        expectEqual(resolution.issues.map(\.path), ["s.valuesByVersion[0].value"])
        expectEqual(resolution.issues.map(\.location?.line), [2])
        expectEqual(snapshot.value(for: "s", default: 0), 4)
        expectEqual(snapshot.value(for: "s", default: "-"), "-")
    }

    @Test
    func `any decodable type is read, or the reason for a failure is reported`() throws {
        let snapshot = try snapshot(
            #"{"style": "modern", "bad": "nope", "list": [1, 2], "map": {"defaultValue": {"a": 1}}, "url": "https://a.b"}"#
        )
        expectEqual(snapshot.value(for: "style", default: Style.legacy), .modern)
        expectEqual(snapshot.value(for: "list", default: [Int]()), [1, 2])
        expectEqual(snapshot.value(for: "map", default: [String: Int]()), ["a": 1])
        expectEqual(snapshot.value(for: "url", default: URL(filePath: "/")), URL(string: "https://a.b"))
        let bad = snapshot.resolution(of: "bad", default: Style.legacy)
        expectEqual(bad.value, .legacy)
        expectEqual(bad.errorCode, .typeMismatch)
        expectEqual(bad.issues.map(\.path), ["bad.defaultValue"])
        expectEqual(snapshot.value(for: "style", default: Style?.none), .modern)
        expectEqual(snapshot.value(for: "list", default: UInt8(3)), 3)
    }

    @Test
    func `a value is decoded once`() throws {
        let snapshot = try snapshot(#"{"counted": "a"}"#)
        let before = Counted.decodings.withLock { $0 }
        for _ in 0..<3 { expectEqual(snapshot.value(for: "counted", default: Counted(text: "-")).text, "a") }
        expectEqual(Counted.decodings.withLock { $0 }, before + 1)
    }

    /// A type that reads its own setting while it is decoded, as another thread might.
    final class Reentrant: Decodable, Sendable {
        init() {}

        init(from decoder: any Decoder) throws {
            let snapshot = Self.pending.withLock { pending in
                defer { pending = nil }
                return pending
            }
            guard let snapshot else { return }
            let inner = snapshot.value(for: "s", default: Reentrant())
            Self.first.withLock { $0 = inner }
        }

        static let pending = Locked<SettingsSnapshot?>(nil)
        static let first = Locked<Reentrant?>(nil)
    }

    @Test
    func `all readers get the same object, also if several decode it at the same time`() throws {
        let snapshot = try snapshot(#"{"s": "a"}"#)
        Reentrant.pending.withLock { $0 = snapshot }
        let value = snapshot.value(for: "s", default: Reentrant())
        expect(Reentrant.first.withLock { $0 } === value)
        expect(snapshot.value(for: "s", default: Reentrant()) === value)
    }

    @Test(arguments: ["value", "defaultValue"])
    func `the path of a value of another type has the name that the entry gives the value`(_ member: String) throws {
        let json = #"{"a": {"defaultValue": "x", "valuesByVersion": [{"appVersion": "1", "\#(member)": 1}]}}"#
        let path = "a.valuesByVersion[0].\(member)"
        try expectEqual(SettingsDocument(parsing: json).issues.map(\.path), [path])
        try expectEqual(snapshot(json).resolution(of: "a", default: "").issues.map(\.path), [path])
        let decoder = JSONDecoder(appVersion: "1")
        let decoded = try decoder.decode([String: PropertySetting<String>].self, from: Data(json.utf8))
        expectEqual(decoded["a"]?.issues.map(\.path), [path])
    }

    @Test(
        arguments: [
            ("16777216", 16_777_216), ("16777217", nil), ("16777217.5", 16_777_218), ("9007199254740993", nil),
            ("9007199254740992", 9_007_199_254_740_992), ("36893488147419103232", 36_893_488_147_419_103_232),
            ("0.1", 0.1), ("-3.0", -3),
        ] as [(String, Float?)])
    func `E3: an integer that no Float equals is not read as one`(json: String, float: Float?) throws {
        let value = try snapshot("{\"n\": \(json)}").resolution(of: "n", default: Float.nan).value
        expect(value == float || value.isNaN && float == nil)
    }

    @Test(
        arguments: [
            ("9007199254740992", 0x1p53), ("9007199254740993", nil), ("9007199254740993.0", 0x1p53), ("0.1", 0.1),
            ("18446744073709551616", 0x1p64), ("18446744073709551617", nil),
        ] as [(String, Double?)])
    func `E3: an integer that no Double equals is not read as one, nor as an optional one`(
        json: String, double: Double?
    ) throws {
        let snapshot = try snapshot("{\"n\": \(json)}")
        let resolution = snapshot.resolution(of: "n", default: -1 as Double?)
        expectEqual(resolution.value, double ?? -1)
        expectEqual(snapshot.resolution(of: "n", default: -1.0).value, double ?? -1)
        expectEqual(
            (resolution.issues.first?.message.hasSuffix("a number does not fit its type") ?? false), (double == nil))
    }

    @Test
    func `an integer that does not fit is said not to fit`() throws {
        let snapshot = try snapshot(#"{"a": 9223372036854775808, "b": 9007199254740993, "c": 0.5, "d": true}"#)
        func message<Value: Decodable>(_ name: String, _ value: Value) -> String? {
            snapshot.resolution(of: name, default: value).issues.first?.message
        }
        expectEqual(message("a", 0), "the value cannot be read as Int: a number does not fit its type")
        expectEqual(message("a", 0 as Int64), "the value cannot be read as Int64: a number does not fit its type")
        expectEqual(message("b", 0.0), "the value cannot be read as Double: a number does not fit its type")
        expectEqual(message("b", 0 as Float), "the value cannot be read as Float: a number does not fit its type")
        expectEqual(message("c", 0), "the value is a number with a fraction, expected a value of type Int")
        expectEqual(message("a", true), "the value is an integer, expected a value of type Bool")
        expectEqual(message("d", 0), "the value is a boolean, expected a value of type Int")
    }

    @Test
    func `a snapshot uses the decoder that it is given`() throws {
        let document = try SettingsDocument(parsing: [UInt8](#"{"day": "1970-01-02T00:00:00Z"}"#.utf8))
        let snapshot = document.snapshot(for: "1.0") {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }
        expectEqual(snapshot.value(for: "day", default: Date.distantPast), Date(timeIntervalSince1970: 86400))
    }

    @Test
    func `for an unknown version, settings have their defaults, and the reason says so where a version could matter`()
        throws
    {
        let document = try SettingsDocument(
            parsing: [UInt8](
                #"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "*", "value": 2}]}, "c": 3}"#.utf8))
        let snapshot = document.snapshot(for: EvaluationContext())
        expectNil(snapshot.version)
        expectEqual(snapshot.value(for: "s", default: 0), 1)
        expectEqual(snapshot.resolution(of: "s", default: 0).errorCode, .invalidContext)
        expectEqual(snapshot.resolution(of: "s", default: 0).value, 1)
        expectEqual(snapshot.resolution(of: "c", default: 0).reason, .static)
    }

    @Test
    func `many tasks can read a snapshot while values are decoded for the first time`() async throws {
        let snapshot = try snapshot(#"{"list": [1, 2, 3], "on": true}"#)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<200).allSatisfy { _ in
                        snapshot.value(for: "list", default: [Int]()) == [1, 2, 3]
                            && snapshot.value(for: "on", default: false)
                    }
                }
            }
            for await isRight in group { expect(isRight) }
        }
    }

    private func snapshot(_ json: String) throws -> SettingsSnapshot {
        try SettingsDocument(parsing: [UInt8](json.utf8)).snapshot(for: "1.0")
    }
}
