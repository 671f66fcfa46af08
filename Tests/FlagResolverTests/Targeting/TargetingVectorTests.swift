import FlagResolver
import Foundation
import TestSupport
import Testing

/// The vectors for implementations in other languages, which a reference implementation in another language computed.
struct TargetingVectorTests {
    /// The lines of the file, each a JSON object.
    private static func lines() throws -> [JSONValue] {
        try ProjectFile.bytes("Configs/targeting-vectors.jsonl").split(separator: UInt8(ascii: "\n"))
            .map { try JSONTree(parsing: [UInt8]($0)).root }
    }

    @Test func `keys have the buckets of the reference implementation`() throws {
        let rows = try Self.lines().filter { $0.member(named: "bucket") != nil }
        expect(rows.count > 20)
        for row in rows {
            let salt = try #require(row.member(named: "salt")?.string)
            let key = try #require(row.member(named: "key")?.string)
            expectEqual(RolloutBucket.bucket(ofKey: key, salt: salt), row.member(named: "bucket")?.int)
        }
    }

    @Test func `documents have the values of the reference implementation in each context`() throws {
        let rows = try Self.lines().filter { $0.member(named: "document") != nil }
        expect(rows.count > 1_000)
        for row in rows {
            let document = try SettingsDocument(parsing: #require(row.member(named: "document")).text)
            var issues: [SettingIssue] = []
            let context = try EvaluationContext(parsing: #require(row.member(named: "context")).text, issues: &issues)
            let comment: Comment = "\(row)"
            for (key, value) in try #require(row.member(named: "values")).members {
                let name = key.string ?? ""
                let resolution = document.resolution(of: name, for: context)
                expectEqual(resolution.value, value, comment)
                let reason = row.member(named: "reasons")?.member(named: name)?.string
                expectEqual(resolution.reason.rawValue, reason, comment)
                expectEqual(resolution.entryIndex, row.member(named: "entries")?.member(named: name)?.int, comment)
                expectEqual(document.snapshot(for: context).resolution(of: name).value, value, comment)
            }
            let malformed = try #require(row.member(named: "malformed")).elements.map { "\($0)" }
            let reported = document.issues.filter { $0.code != .typeMismatch }
                .compactMap { issue in issue.entryIndex.map { "[\"\(name(of: issue))\",\($0)]" } }
            expectEqual(Set(reported), Set(malformed), comment)
        }
    }

    private func name(of issue: SettingIssue) -> Substring {
        issue.path.firstRange(of: ".valuesByVersion").map { issue.path[..<$0.lowerBound] } ?? issue.path[...]
    }
}
