import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `Docs/Versions.md`, with its tables and its block of ordered versions.
private struct VersionDocument {
    let lines: [String]

    init() throws {
        let bytes = try Data(contentsOf: URL(filePath: PackageFolder.path + "/Docs/Versions.md"))
        lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// The rows of all tables with a heading, each as cells of the code spans in them.
    func rows(under heading: String, after title: String? = nil) -> [[[String]]] {
        var remaining = lines[...]
        if let title { remaining = remaining.drop { $0 != title } }
        return remaining.drop { $0 != heading }.dropFirst(2).prefix { $0.hasPrefix("|") }.map(cells)
    }

    /// The words of each line of a fenced block.
    func block(_ language: String) -> [[String]] {
        lines.drop { $0 != "```" + language }.dropFirst().prefix { $0 != "```" }
            .map { $0.split(separator: " ").map(String.init) }
    }

    private func cells(of row: String) -> [[String]] {
        // A bar inside a cell is escaped.
        row.replacing("\\|", with: "\u{1}").split(separator: "|").map { cell in
            let spans = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            return spans.filter { !$0.offset.isMultiple(of: 2) }
                .map { String($0.element).replacing("\u{1}", with: "|") }
        }
    }
}

struct VersionDocumentTests {
    @Test func `the document lists versions in ascending order, with equal ones on one line`() throws {
        let lines = try VersionDocument().block("versions").map { try $0.map { try AppVersion(parsing: $0) } }
        expect(lines.count > 10)
        for line in lines { expectEqual(Set(line).count, 1) }
        let firsts = lines.compactMap(\.first)
        for (version, next) in zip(firsts, firsts.dropFirst()) { expect(version < next) }
    }

    @Test func `the document says which versions a requirement contains`() throws {
        let rows = try VersionDocument().rows(under: "| requirement | contains | does not contain |")
        expect(rows.count > 20)
        for row in rows {
            let text = try #require(row.first?.first)
            let set = try VersionSet(parsing: text)
            for version in row[1] { try expect(set.contains(AppVersion(parsing: version)), "\(text): \(version)") }
            for version in row[2] { try expect(!set.contains(AppVersion(parsing: version)), "\(text): \(version)") }
        }
    }

    @Test func `the document says how sets print`() throws {
        let rows = try VersionDocument().rows(under: "| requirement | prints as |")
        expect(rows.count > 5)
        for row in rows {
            let text = try #require(row.first?.first)
            try expectEqual(VersionSet(parsing: text).description, row[1].first)
        }
    }

    @Test func `the document says what is not a version and not a requirement`() throws {
        let document = try VersionDocument()
        let versions = document.rows(under: "| text | why |", after: "Not versions:").compactMap(\.first?.first)
        let requirements = document.rows(under: "| text | why |", after: "Not requirements:").compactMap(\.first?.first)
        expect(versions.count > 5)
        expect(requirements.count > 10)
        for text in versions { #expect(throws: VersionSyntaxError.self) { try AppVersion(parsing: text) } }
        for text in requirements { #expect(throws: VersionSyntaxError.self) { try VersionSet(parsing: text) } }
    }
}
