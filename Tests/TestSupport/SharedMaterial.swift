#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Conformance data from other projects, which a folder next to the checkout may contain.
///
/// Tests that read a file are skipped if it does not exist:
/// `@Test(.enabled(if: SharedMaterial.exists("conformance/keys.jsonl"), "the conformance data is missing"))`.
package enum SharedMaterial {
    private static let folder = PackageFolder.path + "/../shared/"

    /// Whether a file or folder exists below the shared folder.
    package static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + path)
    }

    /// The content of a file below the shared folder.
    package static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: folder + path)))
    }

    /// The sorted names in a folder below the shared folder; none if the folder does not exist.
    package static func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder + path)) ?? []).sorted()
    }

    /// The decoded rows of a file of JSON lines; none if the file does not exist.
    package static func rows<Row: Decodable>(_ path: String, as type: Row.Type = Row.self) throws -> [Row] {
        guard exists(path) else { return [] }
        let decoder = JSONDecoder()
        return try bytes(path).split(separator: UInt8(ascii: "\n")).map { try decoder.decode(Row.self, from: Data($0)) }
    }
}
