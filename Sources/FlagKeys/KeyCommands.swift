import Foundation
import PackagePlugin

/// The commands that generate the keys of a target: one for each document.
struct KeyCommands {
    /// All files of the target.
    let files: [URL]
    let target: String

    /// The folder for generated files.
    let folder: URL

    let generator: Generator

    /// - Throws: If the target has no document, or two whose keys would have the same namespace.
    func commands() throws -> [Command] {
        let documents = files.filter { $0.lastPathComponent.lowercased().hasSuffix("flags.json") }
            .sorted { $0.path < $1.path }
        guard !documents.isEmpty else { throw Failure.noDocument(target: target) }
        var names: [String: URL] = [:]
        return try documents.map { document in
            let name = document.deletingPathExtension().lastPathComponent
            // A namespace has only the letters and digits, and the file systems of most Macs ignore case.
            let key = name.lowercased().filter { $0.isLetter || $0.isNumber }
            if let other = names.updateValue(document, forKey: key) {
                throw Failure.sameNamespace(other.path, document.path)
            }
            let output = folder.appending(path: "\(name).swift")
            let options = Self.options(of: document)
            return .buildCommand(
                displayName: "Generating keys from \(document.lastPathComponent)", executable: generator.program,
                arguments: [document.path, output.path] + options.map(\.path),
                inputFiles: [document] + options + generator.inputs, outputFiles: [output])
        }
    }

    /// The file with options for the keys of a document: `Flags.options.json` beside `Flags.json`.
    private static func options(of document: URL) -> [URL] {
        let file = document.deletingPathExtension().appendingPathExtension("options.json")
        return FileManager.default.fileExists(atPath: file.path) ? [file] : []
    }

    private enum Failure: Error, CustomStringConvertible {
        case noDocument(target: String)
        case sameNamespace(String, String)

        var description: String {
            switch self {
            case .noDocument(let target):
                "the target \(target) uses the plugin FlagKeys, but has no document; add one whose name ends in flags.json,"
                    + " such as Flags.json, or remove the plugin"
            case .sameNamespace(let first, let second):
                "the keys of \(first) and \(second) would have the same name; rename one of the documents"
            }
        }
    }
}
