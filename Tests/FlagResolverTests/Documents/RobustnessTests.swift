import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// E1, E2: whatever bytes are loaded and whatever is requested, reading gives an answer.
struct RobustnessTests {
    private static let sample: [UInt8] = Array(
        #"""
        {"$version": 1, "g": {"a": {"defaultValue": true, "type": "boolean", "valuesByVersion": [
         {"appVersion": ["1.x", ">=2.0.0-rc.1 <3"], "value": false}, {"appVersion": "1.0 - 2", "defaultValue": 1}]},
         "b\u00e9\n": [1, 2.50e1, null]}, "c.d": "x\\", "e": {"defaultValue": {"f": -0.0}}}
        """#.utf8)

    @Test
    func `names that a short document makes long stay within a limit`() throws {
        let group = String(repeating: "g", count: 1 << 20)
        let members = (0..<1_000).map { #""\#($0)":1"# }.joined(separator: ",")
        let error = #expect(throws: DocumentError.self) {
            try SettingsDocument(parsing: Array(#"{"\#(group)":{\#(members)}}"#.utf8))
        }
        expectEqual(error?.code, .limit)
        expectEqual(error?.location.offset, (1 << 20) + 47)
        let few = (0..<7).map { #""\#($0)":1"# }.joined(separator: ",")
        try expectEqual(SettingsDocument(parsing: Array(#"{"\#(group)":{\#(few)}}"#.utf8)).count, 7)
    }

    /// If each issue had its own copy of the name, those of one reader would take 10 GiB.
    @Test
    func `the issues of a setting share its name, however long it is`() throws {
        let name = String(repeating: "n", count: 1 << 20)
        func json(entry: String) -> String {
            let entries = Array(repeating: entry, count: 10_000).joined(separator: ",")
            return #"{"\#(name)":{"defaultValue":1,"valuesByVersion":[\#(entries)]}}"#
        }
        func check(_ issues: [SettingIssue], _ member: String) {
            expectEqual(issues.count, 10_000)
            let path = issues.last?.path
            expectEqual(path?.utf8.count, (1 << 20) + member.utf8.count)
            expect(path?.hasPrefix("nnn") == true && path?.hasSuffix("n" + member) == true)
        }
        let malformed = json(entry: "{}")
        check(try SettingsDocument(parsing: malformed).issues, ".valuesByVersion[9999]")
        let decoded = try JSONDecoder(appVersion: "1.0")
            .decode([String: PropertySetting<Int>].self, from: Data(malformed.utf8))
        check(decoded[name]?.issues ?? [], ".valuesByVersion[9999]")
        let snapshot = try SettingsDocument(parsing: json(entry: #"{"appVersion":"1","value":""}"#)).snapshot(for: "1")
        check(snapshot.resolution(of: name, default: 0).issues, ".valuesByVersion[9999].value")
    }

    @Test(arguments: [0, 1])
    func `a document can be cut off anywhere`(fromTheFront: Int) throws {
        for count in 0..<Self.sample.count {
            let part = fromTheFront == 1 ? Self.sample.suffix(count) : Self.sample.prefix(count)
            let error = #expect(throws: DocumentError.self, "\(count) bytes") {
                try SettingsDocument(parsing: Array(part))
            }
            expect(error.map { $0.location.offset <= count } == true)
        }
    }

    @Test(arguments: [0x01, 0x10, 0x20, 0x80, 0xFF] as [UInt8])
    func `any byte of a document can be changed`(mask: UInt8) throws {
        for index in Self.sample.indices {
            var bytes = Self.sample
            bytes[index] ^= mask
            readEverything(of: bytes)
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `random bytes can be inserted`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let interesting = Array(#"{}[]":,0-1.e\u$ntf*<>=|~^x "#.utf8)
        for _ in 0..<400 {
            var bytes = Self.sample
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[index] = interesting.randomElement(using: &random) ?? 0
                case 1: bytes.insert(interesting.randomElement(using: &random) ?? 0, at: index)
                default: bytes.remove(at: index)
                }
            }
            readEverything(of: bytes)
        }
    }

    @Test
    func `P4: a document can consist of brackets, of keys, or of one number`() {
        let nested = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        #expect(throws: DocumentError.self) { try SettingsDocument(parsing: nested) }
        let keys = "{" + (0..<30_000).map { "\"$\($0)\":0" }.joined(separator: ",") + "}"
        #expect(throws: Never.self) { try SettingsDocument(parsing: Array(keys.utf8)) }
        let number =
            "{\"n\":1" + String(repeating: "0", count: 300) + "." + String(repeating: "7", count: 1_000_000) + "}"
        let snapshot = try? SettingsDocument(parsing: Array(number.utf8)).snapshot(for: "1.0")
        expectEqual(snapshot?.value(for: "n", default: 0), 0)
        expectEqual(snapshot?.value(for: "n", default: 0.0), 1e300)
    }

    private func readEverything(of bytes: [UInt8]) {
        guard let document = try? SettingsDocument(parsing: bytes) else { return }
        for version in ["0.0.0-0", "1.5", "2.0.0-rc.1", "99999999999999999999"] as [AppVersion] {
            let snapshot = document.snapshot(for: version)
            for name in document.names {
                let bool = snapshot.resolution(of: name, default: false)
                expectEqual(bool.value, snapshot.value(for: name, default: false))
                let double = snapshot.resolution(of: name, default: 0.5)
                expectEqual(double.value, snapshot.value(for: name, default: 0.5))
                expectEqual(snapshot.resolution(of: name, default: "-").value, snapshot.value(for: name, default: "-"))
                expectEqual((bool.reason == .error), bool.errorCode != nil)
            }
        }
        for issue in document.issues {
            expect(issue.location != nil)
            expect(!issue.message.isEmpty)
        }
    }
}
