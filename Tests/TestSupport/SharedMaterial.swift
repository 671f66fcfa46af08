#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Conformance data of other projects, kept in a folder beside the checkout where that folder is present.
///
/// Tests that read it are enabled only when the file is there, and say so when they are skipped:
/// `@Test(.enabled(if: SharedMaterial.exists("conformance/keys.jsonl"), "the conformance data is not there"))`.
package enum SharedMaterial {
    private static let folder = PackageFolder.path + "/../shared/"

    /// Whether the file or folder at a path below the shared folder is there.
    package static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + path)
    }

    /// The bytes of a file below the shared folder.
    package static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: folder + path)))
    }

    /// The names in a folder below the shared folder, sorted; none where the folder is not there.
    package static func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder + path)) ?? []).sorted()
    }

    /// The rows of a file of JSON lines, each decoded; none where the file is not there.
    package static func rows<Row: Decodable>(_ path: String, as type: Row.Type = Row.self) throws -> [Row] {
        guard exists(path) else { return [] }
        let decoder = JSONDecoder()
        return try bytes(path).split(separator: UInt8(ascii: "\n")).map { try decoder.decode(Row.self, from: Data($0)) }
    }
}
