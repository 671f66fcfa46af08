#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Reads files of this package; paths are relative to the folder of the package.
package enum ProjectFile {
    package static func data(_ path: String) throws -> Data {
        try Data(contentsOf: URL(filePath: PackageFolder.path + "/" + path))
    }

    package static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try data(path))
    }

    package static func text(_ path: String) throws -> String {
        String(decoding: try data(path), as: UTF8.self)
    }

    /// The sorted paths of the files in a folder whose names have a suffix; none if the folder does not exist.
    package static func paths(in folder: String, ending suffix: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: PackageFolder.path + "/" + folder)) ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { folder + "/" + $0 }
    }
}
