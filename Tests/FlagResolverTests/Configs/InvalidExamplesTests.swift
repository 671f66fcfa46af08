import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The examples in `Configs/invalid` that the JSON Schema refuses: what does the library say of them?
struct InvalidExamplesTests {
    /// What only a check before publishing complains about: a client has nothing to tolerate there.
    private static let unremarkable: Set<String> = [
        "document-is-a-setting", "metadata-of-other-type", "minimum-version-unreadable",
        "owner-of-other-type", "targeting-attribute-of-unknown-type", "targeting-attribute-with-reserved-name",
        "unknown-member",
    ]

    private static let names = ProjectFile.paths(in: "Configs/invalid", ending: ".json").map {
        String($0.dropFirst("Configs/invalid/".count).dropLast(".json".count))
    }

    @Test(arguments: names)
    func `the library reports the same place as the schema`(name: String) throws {
        let data = try ProjectFile.data("Configs/invalid/\(name).json")
        let expected = path(ofPointer: try JSONDecoder().decode(Example.self, from: data).invalidAt)
        let issues = try SettingsDocument(parsing: [UInt8](data)).issues
        guard !Self.unremarkable.contains(name) else {
            expect(issues.isEmpty)
            return
        }
        let issue = try #require(issues.first)
        expectEqual(issues.count, 1)
        expect(issue.path == expected || issue.path.hasPrefix(expected + "."))
        expect(issue.location != nil)
    }

    @Test func `there are examples, and those without issues are among them`() {
        expect(Self.names.count > Self.unremarkable.count)
        expect(Self.unremarkable.isSubset(of: Self.names))
    }

    /// A JSON pointer in the spelling of issues: `/payments/valuesByVersion/0` is `payments.valuesByVersion[0]`.
    private func path(ofPointer pointer: String) -> String {
        pointer.split(separator: "/").reduce(into: "") { path, part in
            if Int(part) != nil {
                path += "[\(part)]"
            } else {
                path += path.isEmpty ? part : ".\(part)"
            }
        }
    }

    private struct Example: Decodable {
        let invalidAt: String

        private enum CodingKeys: String, CodingKey {
            case invalidAt = "$invalidAt"
        }
    }
}
