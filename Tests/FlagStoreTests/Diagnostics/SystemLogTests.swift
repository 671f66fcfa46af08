import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

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
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("FlagStore: no document has the setting \"paymnets\"") == true)
        #expect(lines.first?.hasSuffix("[setting-not-found]") == true)
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
        #expect(try text(of: #require(result)).isEmpty)
    }

    private func text(of result: ExitTest.Result) -> String {
        String(decoding: result.standardErrorContent, as: UTF8.self)
    }
}
