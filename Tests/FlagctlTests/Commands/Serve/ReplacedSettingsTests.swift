import FlagServer
import FlagStore
import TestSupport
import Testing

@testable import flagctl

/// The files of a directory are merged, and `serve` says which settings a later file replaces.
@Suite(.blocking)
struct ReplacedSettingsTests {
    private func messages(_ source: ServedSource) -> [String] {
        source.takeEvents().map { $0.diagnostic(keepsDocument: true).message }.filter { $0.contains("replaces") }
    }

    @Test func `replaced settings are named at the start, and at each change`() async throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1, "g": {"b": {"defaultValue": 1}}, "c": 2, "d": 3}"#, to: "10-base.json")
        // A file that repeats a setting as it is replaces nothing.
        try scratch.write(#"{"a": 1, "new": true}"#, to: "20-same.json")
        try scratch.write(#"{"c": null, "g": {"b": {"defaultValue": 5}}}"#, to: "90-local.json")
        var configuration = DocumentKeeper.Configuration()
        configuration.transport = DirectoryTransport(path: scratch.path, pollInterval: .milliseconds(20))
        let source = ServedSource(name: "", source: "flags.d", configuration, clock: SystemClock())
        source.start()
        defer { source.close() }
        await eventually { source.slot.document != nil && source.attemptCount > 0 }
        let first = "90-local.json replaces 2 settings of earlier files: g.b, c"
        expectEqual(messages(source), [first])
        try scratch.write(#"{"d": 4}"#, to: "95-more.json")
        var found: [String] = []
        await eventually {
            found += messages(source)
            return found.count == 2
        }
        expectEqual(found, [first, "95-more.json replaces 1 setting of earlier files: d"])
    }
}
