import TestSupport

@testable import flagctl

/// A folder of its own for one test, removed when the test lets go of it.
final class Scratch {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    var path: String { directory.path }

    /// Writes a file, making the folders that it is in.
    func write(_ content: String, to name: String) throws {
        try write(bytes: Array(content.utf8), to: name)
    }

    func write(bytes: [UInt8], to name: String) throws {
        if let slash = name.lastIndex(of: "/") {
            _ = try Subprocess.run("mkdir", ["-p", "\(path)/\(name[..<slash])"], atMost: 4096)
        }
        try FileSystem.write(bytes, to: "\(path)/\(name)")
    }

    func read(_ name: String) throws -> String {
        String(decoding: try FileSystem.read("\(path)/\(name)", atMost: .max), as: UTF8.self)
    }

    /// Runs the built program in this folder.
    func flagctl(_ arguments: String...) throws -> Run {
        try Run(arguments, in: path)
    }

    func flagctl(_ arguments: [String]) throws -> Run {
        try Run(arguments, in: path)
    }

    /// Runs lines of shell in this folder; `flagctl` is the built program.
    func shell(_ script: String) throws -> Run {
        try Run(shell: script, in: path)
    }
}
