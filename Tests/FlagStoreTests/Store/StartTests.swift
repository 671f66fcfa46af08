import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

struct StartTests {
    private let text = #"{"payments": true, "checkout": {"maxItems": 5, "style": "modern"}}"#

    /// A store that starts from files, with a bundled document below them.
    private func store(on files: MemoryFiles) -> SettingsStore {
        var configuration = StoreConfiguration()
        configuration.directory = "/cache"
        configuration.files = files
        configuration.installationKey = InstallationKey(text: "key")
        configuration.bundledDocument = Array(
            #"{"payments": false, "checkout": {"maxItems": 1, "style": "legacy"}}"#.utf8)
        return SettingsStore(appVersion: "1.0", configuration)
    }

    /// Files to which a store has written the document.
    private func files() -> MemoryFiles {
        let files = MemoryFiles()
        let cache = DocumentCache(directory: "/cache", files: files)
        let payload = Array(text.utf8)
        expectNil(cache.write(payload, identity: DocumentIdentity(of: payload), entityTag: "\"1\"", at: 0).problem)
        return files
    }

    @Test
    func `S3: with the file cut at any byte or any bit flipped, every value is the bundled one; never half a document`()
        throws
    {
        let whole = try #require(files()["/cache/newest"])
        let files = MemoryFiles()
        var damaged = (0..<whole.count).map { Array(whole[..<$0]) }
        for offset in whole.indices {
            var flipped = whole
            flipped[offset] ^= 1 << UInt8(offset % 8)
            damaged.append(flipped)
        }
        for bytes in damaged {
            files["/cache/newest"] = bytes
            let store = store(on: files)
            expect(!store[.payments])
            expectEqual(store[.maxItems], 1)
            expectEqual(store[.checkoutStyle], .legacy)
            expectEqual(store.recentDiagnostics.map(\.code), [.cacheUnreadable])
        }
        files["/cache/newest"] = whole
        expectEqual(store(on: files)[.maxItems], 5)
    }

    @Test(arguments: ["", "{", "[]", "<html>"])
    func `S3: a whole file that holds no document is treated as absent`(payload: String) {
        let files = MemoryFiles()
        files["/cache/newest"] = CacheFile(writtenAt: 0, payload: Array(payload.utf8)).encoded
        let store = store(on: files)
        expectEqual(store.resolution(of: .maxItems).layer, .bundled)
        expectEqual(store.recentDiagnostics.map(\.code), [.cacheUnreadable])
    }

    /// A document that turns payments on or off.
    private static func document(version: Int?, payments: Bool) -> String {
        "{\(version.map { "\"$version\": \($0), " } ?? "")\"payments\": \(payments)}"
    }

    @Test(
        arguments: [
            (5, 6, "1.1", SettingLayer.bundled), (5, 5, "1.1", .lastKnownGood), (6, 5, "1.1", .lastKnownGood),
            (nil, 6, "1.1", .lastKnownGood), (5, nil, "1.1", .lastKnownGood), (5, 6, "1.0", .lastKnownGood),
        ] as [(Int?, Int?, String, SettingLayer)])
    func `after an update of the app, its document is used if it is newer than the one on disk`(
        version: Int?, bundledVersion: Int?, appVersion: String, layer: SettingLayer
    ) async {
        let files = MemoryFiles()
        let first = TestStore(on: files, appVersion: "1.0")
        _ = await first.receive(Self.document(version: version, payments: true), entityTag: "\"1\"")
        await first.end()
        let bundled = Self.document(version: bundledVersion, payments: false)
        for start in 1...2 {
            let test = TestStore(on: files, appVersion: appVersion, document: bundled)
            expectEqual(test.store.resolution(of: .payments).layer, layer, "start \(start)")
            expectEqual(test.store[.payments], layer == .lastKnownGood)
            expectEqual(test.store.recentDiagnostics.map(\.code), layer == .bundled ? [.cachedDocumentOutdated] : [])
            await expectEqual(test.transport.nextRequest()?.entityTag, (layer == .bundled ? nil : "\"1\""))
            await test.end()
        }
    }

    @Test func `after an update, neither of two older documents is used, and one diagnostic says so`() async {
        let files = MemoryFiles()
        for version in 4...5 {
            let test = TestStore(on: files, appVersion: "1.0")
            _ = await test.receive(Self.document(version: version, payments: true))
            await test.confirmAndEnd()
        }
        expect(files["/cache/confirmed"] != nil && files["/cache/newest"] != nil)
        let bundled = Self.document(version: 6, payments: false)
        let updated = TestStore(on: files, appVersion: "1.1", document: bundled)
        expectEqual(updated.store.resolution(of: .payments).layer, .bundled)
        expectEqual(updated.store.recentDiagnostics.map(\.code), [.cachedDocumentOutdated])
        expect(updated.store.recentDiagnostics.first?.message.contains("version 5,") == true)
    }

    @Test func `a rollback that is fetched after an update of the app stays in use`() async {
        let files = MemoryFiles()
        let first = TestStore(on: files, appVersion: "1.0")
        _ = await first.receive(Self.document(version: 5, payments: true))
        await first.end()
        let bundled = Self.document(version: 6, payments: false)
        let second = TestStore(on: files, appVersion: "1.1", document: bundled)
        expect(!second.store[.payments])
        _ = await second.receive(Self.document(version: 4, payments: true))
        expect(second.store[.payments])
        await second.end()
        let third = TestStore(on: files, appVersion: "1.1", document: bundled)
        expect(third.store[.payments])
        expectEqual(third.store.recentDiagnostics, [])
    }

    @Test(arguments: [DirectoryAccess.exclusive, .sharedContainer, .readOnly])
    func `an empty path is no directory, which is reported`(access: DirectoryAccess) async {
        let files = MemoryFiles()
        let test = TestStore {
            $0.files = files
            $0.directory = ""
            $0.directoryAccess = access
        }
        await expectEqual(test.receive(#"{"payments": true}"#), .activated(changedNames: ["payments"]))
        await test.end()
        expectEqual(files.operationCount, 0)
        expectEqual(test.store.recentDiagnostics.map(\.code), [.cacheNotWritten])
        expect(test.store.recentDiagnostics.first?.message.contains("the directory is empty, expected") == true)
    }

    @Test
    func `Y7: a store that starts from disk is stale until the server confirms it, and ready without a server`() async {
        let files = files()
        let test = TestStore(on: files)
        expectEqual(test.store.state, .stale)
        expectEqual(test.store.resolution(of: .payments).freshness, .stale)
        _ = await test.receive(.notModified)
        expectEqual(test.store.state, .ready)
        expectEqual(test.store.resolution(of: .payments).freshness, .fresh)
        expectEqual(test.store.resolution(of: .payments).layer, .lastKnownGood)
        await test.end()
        expectEqual(store(on: files).state, .ready)
    }

    @Test func `S7: the same document gives the same values after a restart, also where a type is wrong`() async {
        let files = MemoryFiles()
        let bundled = #"{"checkout": {"maxItems": 30}}"#
        let test = TestStore(on: files, document: bundled)
        _ = await test.receive(#"{"checkout": {"maxItems": 40}}"#)
        _ = await test.receive(#"{"checkout": {"maxItems": true}}"#)
        expectEqual(test.store[.maxItems], 30)
        await test.end()
        expectEqual(TestStore(on: files, document: bundled).store[.maxItems], 30)
    }

    @Test func `Y5: the age after a restart counts from the last confirmation by the server`() async {
        let files = MemoryFiles()
        let test = TestStore(on: files)
        _ = await test.receive(text, entityTag: "\"1\"")
        test.clock.advance(by: .seconds(5_000))
        await expectEqual(test.receive(.notModified), .unchanged)
        await test.end()
        let next = TestStore(on: files) { $0.clock = ManualClock(wallTime: test.clock.wallTime + 7) }
        expectEqual(next.store.resolution(of: .payments).age, .seconds(7))
    }
}
