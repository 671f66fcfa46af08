import TestSupport
import Testing

@testable import flagctl

/// Exact output kept in a file beside the tests.
///
/// With `FLAGCTL_RECORD_SNAPSHOTS=1` the files are written anew, and the run fails, so that no recording can pass for
/// a test.
enum Snapshot {
    private static let folder = PackageFolder.path + "/Tests/FlagctlTests/Snapshots/"

    static func expect(
        _ arguments: [String], matches name: String, in directory: String = PackageFolder.path,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let run = try Run(arguments, in: directory)
        let words = arguments.map { ShellQuoting.quoted($0) }.joined(separator: " ")
        let actual = """
            $ flagctl \(words)
            --- standard output
            \(run.output)--- standard error
            \(run.error)--- exit \(run.status)

            """
        let path = folder + name + ".txt"
        if RunningProcess.variable("FLAGCTL_RECORD_SNAPSHOTS") == "1" {
            try FileSystem.write(Array(actual.utf8), to: path)
            Issue.record("recorded \(name); look at the difference, then run without FLAGCTL_RECORD_SNAPSHOTS")
            return
        }
        let expected = String(decoding: try FileSystem.read(path, atMost: .max), as: UTF8.self)
        expectEqual(actual, expected, "the snapshot is \(name)", sourceLocation: sourceLocation)
    }
}
