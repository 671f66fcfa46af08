import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Diagnostics in the log of the system.
struct SystemLogTests {
    @Test func `a mistyped key is visible without further code, once`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let store = SettingsStore(appVersion: "1.0")
            for _ in 0..<100 { _ = store[SettingKey("paymnets", default: false)] }
            var configuration = StoreConfiguration()
            configuration.bundledDocument = Array(#"{"payments": true}"#.utf8)
            let other = SettingsStore(appVersion: "1.0", configuration)
            for _ in 0..<100 { _ = other[SettingKey("paymnets", default: false)] }
            other.close()
            await other.finishWriting()
        }
        let lines = try text(of: #require(result)).split(separator: "\n").filter { $0.contains("paymnets") }
        expectEqual(lines.count, 1)
        expect(lines.first?.hasPrefix("FlagStore: no document has the setting \"paymnets\"") == true)
        expect(lines.first?.hasSuffix("[setting-not-found]") == true)
    }

    @Test func `an app turns the log off`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var configuration = StoreConfiguration()
            configuration.diagnosticOutput = .none
            configuration.bundledDocument = Array("{".utf8)
            let store = SettingsStore(appVersion: "x", configuration)
            precondition(store.recentDiagnostics.count == 2)
            store.close()
            await store.finishWriting()
        }
        try expect(text(of: #require(result)).isEmpty)
    }

    @Test func `a store ends although nobody reads standard error`() async {
        await #expect(processExitsWith: .success) {
            // A pipe that is full, and that nobody reads.
            var ends: [Int32] = [0, 0]
            precondition(unsafe pipe(&ends) == 0)
            precondition(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
            let block = [UInt8](repeating: 0, count: 65_536)
            while unsafe write(ends[1], block, block.count) > 0 {}
            precondition(fcntl(ends[1], F_SETFL, 0) == 0)
            let standardError = dup(STDERR_FILENO)
            precondition(dup2(ends[1], STDERR_FILENO) >= 0)
            var configuration = StoreConfiguration()
            configuration.bundledDocument = Array(#"{"payments": true}"#.utf8)
            let store = SettingsStore(appVersion: "1.0", configuration)
            for number in 0..<20_000 { _ = store[SettingKey("missing.\(number)", default: false)] }
            store.close()
            await store.finishWriting()
            // The library of the test writes to it at the end.
            precondition(dup2(standardError, STDERR_FILENO) >= 0)
        }
    }

    private func text(of result: ExitTest.Result) -> String {
        String(decoding: result.standardErrorContent, as: UTF8.self)
    }
}
