package import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Conformance data from other projects, which a folder next to the checkout may contain.
///
/// Tests that read a file are skipped if it does not exist: `@Test(.needs("conformance/keys.jsonl"))`.
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

    /// The lines of a file; none if the file does not exist.
    package static func lines(_ path: String) throws -> [String] {
        guard exists(path) else { return [] }
        return try bytes(path).split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The decoded rows of a file of JSON lines; none if the file does not exist.
    package static func rows<Row: Decodable>(_ path: String, as type: Row.Type = Row.self) throws -> [Row] {
        let decoder = JSONDecoder()
        return try lines(path).map { try decoder.decode(Row.self, from: Data($0.utf8)) }
    }
}

extension Trait where Self == ConditionTrait {
    /// The test needs a file or folder of ``SharedMaterial``.
    package static func needs(_ path: String) -> Self {
        .enabled(if: SharedMaterial.exists(path), "\(path) is not there")
    }
}
