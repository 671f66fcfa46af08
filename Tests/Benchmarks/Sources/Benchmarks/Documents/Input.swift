#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A document to measure with.
struct Input {
    /// What the columns of the report call it.
    let name: String

    /// Where the processes read it from.
    let path: String

    let bytes: [UInt8]

    /// Whether the limits of the report are for this document.
    let isLimited: Bool

    /// The sizes that documents are generated in; the limits are for the last one.
    static let settingCounts = [100, 1_000, 10_000]

    /// Writes the generated documents into a folder, and reads the other ones.
    static func all(in folder: String, others: [String]) throws -> [Input] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let generated = try settingCounts.map { count in
            let bytes = GeneratedDocument.bytes(settings: count)
            let path = "\(folder)/\(count).json"
            try Data(bytes).write(to: URL(filePath: path))
            return Input(name: "\(count)", path: path, bytes: bytes, isLimited: count == settingCounts.last)
        }
        let read = try others.map { path in
            let url = URL(filePath: path)
            let name = url.lastPathComponent.prefix { $0 != "." }
            return Input(name: "\(name)", path: path, bytes: [UInt8](try Data(contentsOf: url)), isLimited: false)
        }
        return generated + read
    }
}
