import FlagResolver
import FlagStore
import FlagStoreTesting
import Testing

struct StartTests {
    private let text = #"{"payments": true, "checkout": {"maxItems": 5, "style": "modern"}}"#

    /// A store that starts from files, with a bundled document below them.
    private func store(on files: MemoryFiles) -> SettingsStore {
        var configuration = StoreConfiguration()
        configuration.directory = "/cache"
        configuration.files = files
        configuration.bundledDocument = Array(#"{"payments": false, "checkout": {"maxItems": 1}}"#.utf8)
        return SettingsStore(appVersion: "1.0", configuration)
    }

    /// Files to which a store has written the document.
    private func files() -> MemoryFiles {
        let files = MemoryFiles()
        let cache = DocumentCache(directory: "/cache", files: files)
        let payload = Array(text.utf8)
        #expect(cache.write(payload, identity: DocumentIdentity(of: payload), entityTag: "\"1\"", at: 0) == nil)
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
            #expect(!store[.payments])
            #expect(store[.maxItems] == 1)
            #expect(store[.checkoutStyle] == .legacy)
            #expect(store.recentDiagnostics.map(\.code) == [.cacheUnreadable])
        }
        files["/cache/newest"] = whole
        #expect(store(on: files)[.maxItems] == 5)
    }

    @Test(arguments: ["", "{", "[]", "<html>"])
    func `S3: a whole file that holds no document is treated as absent`(payload: String) {
        let files = MemoryFiles()
        files["/cache/newest"] = CacheFile(writtenAt: 0, payload: Array(payload.utf8)).encoded
        let store = store(on: files)
        #expect(store.resolution(of: .maxItems).layer == .bundled)
        #expect(store.recentDiagnostics.map(\.code) == [.cacheUnreadable])
    }

    @Test func `S6: a store that runs for ten seconds confirms its document`() async {
        let files = files()
        for _ in 0..<4 {
            let test = TestStore {
                $0.directory = "/cache"
                $0.files = files
            }
            #expect(test.store[.payments])
            let before = files["/cache/breaker"]
            test.clock.advance(by: .seconds(10))
            // The next response arrives after the clock moved, so that the store has read the clock again.
            _ = await test.receive(.notModified)
            #expect(before != nil)
        }
        // Without confirmation the third start would have quarantined it.
        #expect(store(on: files)[.payments])
    }

    @Test func `S6: a clean stop confirms the document, a crash does not`() {
        let crashing = files()
        let stopping = files()
        for start in 1...4 {
            #expect(store(on: crashing)[.payments] == (start <= 2), "start \(start)")
            let clean = store(on: stopping)
            #expect(clean[.payments], "start \(start)")
            clean.close()
        }
    }

    @Test
    func `Y7: a store that starts from disk is stale until the server confirms it, and ready without a server`() async {
        let files = files()
        let test = TestStore {
            $0.directory = "/cache"
            $0.files = files
        }
        #expect(test.store.state == .stale)
        #expect(test.store.resolution(of: .payments).freshness == .stale)
        _ = await test.receive(.notModified)
        #expect(test.store.state == .ready)
        #expect(test.store.resolution(of: .payments).freshness == .fresh)
        #expect(test.store.resolution(of: .payments).layer == .lastKnownGood)
        test.store.close()
        #expect(store(on: files).state == .ready)
    }
}
