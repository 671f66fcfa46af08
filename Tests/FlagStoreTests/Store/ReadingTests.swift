import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

struct ReadingTests {
    private struct Sizes: Decodable {
        let maxItems: PropertySetting<Int>
    }

    /// Reads settings in every way, and returns the value of `payments`.
    @discardableResult
    private static func readAll(_ store: SettingsStore) -> Bool {
        _ = store[.maxItems]
        _ = store[.checkoutStyle]
        _ = store[.theme]
        _ = store.resolution(of: .checkoutStyle)
        _ = store.group("checkout", as: Sizes.self)
        _ = store.snapshot[.search]
        _ = store.state
        _ = store.recentDiagnostics
        return store[.payments]
    }

    @Test func `E1: touches neither disk nor network`() async {
        let files = MemoryFiles()
        let test = TestStore(on: files, document: #"{"checkout": {"maxItems": "many"}}"#)
        _ = await test.receive(#"{"payments": true, "theme": 1}"#, entityTag: "\"1\"")
        let (operations, requests) = (files.operationCount, test.transport.requests.count)
        for _ in 0..<20 { Self.readAll(test.store) }
        expectEqual(files.operationCount, operations)
        expectEqual(test.transport.requests.count, requests)
    }

    @Test func `E1, Y4: waits for nothing while a document is written and activated`() async {
        let files = ReadingFiles()
        let test = TestStore(on: files)
        let seen = Locked<[Bool]>([])
        // This runs on the thread that installs the document: reading would deadlock if a lock were held.
        files.onSynchronize { seen.withLock { [isOn = Self.readAll(test.store)] in $0.append(isOn) } }
        await expectEqual(test.receive(#"{"payments": true}"#), .activated(changedNames: ["payments"]))
        // The file and the directory are synchronised before the document is used.
        expectEqual(seen.withLock { $0 }, [false, false])
        expect(test.store[.payments])
        files.onSynchronize {}
    }

    @Test(
        arguments: [
            #"{"payments": 1e308, "checkout": {"maxItems": 9223372036854775808, "style": []}, "theme": {"size": 1e99}}"#,
            #"{"payments": {"defaultValue": {}, "valuesByVersion": [null, 1, {"appVersion": "999999999999999999999"}]}}"#,
            #"{"checkout": 1, "theme": {"name": null, "size": -0.0}, "payments": null}"#, "", "[", "\u{0}",
        ],
        ["1.0", "999999999999999999999.0", "", "1.0.0.0.0.0.0-rc.1+x", "-1"])
    func `E1: never traps, whatever bytes and version`(document: String, version: String) async {
        let test = TestStore(appVersion: version, document: document)
        _ = Self.readAll(test.store)
        _ = await test.receive(document)
        expect(Self.readAll(test.store) == false)
        expectEqual(test.store[.maxItems], 20)
    }
}

/// Files in memory that call back before each synchronisation.
private final class ReadingFiles: WrappedFiles {
    let files = MemoryFiles()
    private let callback = Locked<@Sendable () -> Void>({})

    func onSynchronize(_ body: @escaping @Sendable () -> Void) { callback.withLock { $0 = body } }

    func synchronize(_ file: OpenFile) throws(FileFailure) {
        callback.withLock { $0 }()
        try files.synchronize(file)
    }

    func synchronizeDirectory(_ path: String) throws(FileFailure) {
        callback.withLock { $0 }()
        try files.synchronizeDirectory(path)
    }
}
