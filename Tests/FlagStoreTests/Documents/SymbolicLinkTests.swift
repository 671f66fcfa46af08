import FlagStore
import TestSupport
import Testing

struct SymbolicLinkTests {
    private let elsewhere: TemporaryDirectory
    private let directory: TemporaryDirectory
    private let payload = Array(#"{"payments": true}"#.utf8)

    init() throws {
        elsewhere = try TemporaryDirectory()
        directory = try TemporaryDirectory()
        let cache = DocumentCache(directory: elsewhere.path)
        #expect(write(Array("{}".utf8), to: cache) == nil)
    }

    private func write(_ payload: [UInt8], to cache: DocumentCache) -> StoreDiagnostic? {
        cache.write(payload, identity: DocumentIdentity(of: payload), entityTag: nil, at: 0)
    }

    @Test func `S2: are neither read nor written through, and give way to what is written`() throws {
        let target = try elsewhere.bytes("newest")
        for name in ["newest", "newest.temporary", "confirmed", "breaker"] {
            try directory.link(name, to: elsewhere.path + "/newest")
        }
        let cache = DocumentCache(directory: directory.path)
        let found = cache.start()
        #expect(found.document == nil)
        #expect(found.diagnostics.map(\.code) == [.cacheUnreadable, .cacheUnreadable, .cacheUnreadable])
        #expect(write(payload, to: cache) == nil)
        #expect(try elsewhere.bytes("newest") == target)
        #expect(CacheFile(try SystemFiles().read(directory.path + "/newest", limit: 1_000))?.payload == payload)
    }

    @Test func `S2: are no place to make a file, and neither is a file: a temporary one is always new`() throws {
        try directory.link("link", to: directory.path + "/absent")
        for path in [directory.path + "/link", elsewhere.path + "/newest"] {
            #expect(throws: FileFailure.self) { try SystemFiles().create(path) }
        }
        #expect(try directory.names() == ["link"])
    }

    @Test func `S2: are no lock, so that nothing is written`() throws {
        try directory.link("owner", to: elsewhere.path + "/newest")
        let cache = DocumentCache(directory: directory.path)
        #expect(cache.start().diagnostics.map(\.code) == [.cacheNotWritten])
        #expect(write(payload, to: cache)?.code == .cacheNotWritten)
        #expect(try directory.names() == ["owner"])
    }
}
