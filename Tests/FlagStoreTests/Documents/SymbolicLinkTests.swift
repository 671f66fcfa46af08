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
        expectNil(write(Array("{}".utf8), to: cache))
    }

    private func write(_ payload: [UInt8], to cache: DocumentCache) -> StoreDiagnostic? {
        cache.write(payload, identity: DocumentIdentity(of: payload), entityTag: nil, at: 0).problem
    }

    @Test func `S2: are neither read nor written through, and give way to what is written`() throws {
        let target = try elsewhere.bytes("newest")
        for name in ["newest", "newest.temporary", "confirmed", "breaker"] {
            try directory.link(name, to: elsewhere.path + "/newest")
        }
        let cache = DocumentCache(directory: directory.path)
        let found = cache.start()
        expectNil(found.document)
        expectEqual(found.diagnostics.map(\.code), [.cacheUnreadable, .cacheUnreadable, .cacheUnreadable])
        expectNil(write(payload, to: cache))
        try expectEqual(elsewhere.bytes("newest"), target)
        expectEqual(CacheFile(try SystemFiles().read(directory.path + "/newest", limit: 1_000))?.payload, payload)
    }

    @Test func `S2: are no place to make a file, and neither is a file: a temporary one is always new`() throws {
        try directory.link("link", to: directory.path + "/absent")
        for path in [directory.path + "/link", elsewhere.path + "/newest"] {
            #expect(throws: FileFailure.self) { try SystemFiles().create(path) }
        }
        try expectEqual(directory.names(), ["link"])
    }

    @Test func `S2: are no lock, so that nothing is written`() throws {
        try directory.link("owner", to: elsewhere.path + "/newest")
        let cache = DocumentCache(directory: directory.path)
        expectEqual(cache.start().diagnostics.map(\.code), [.cacheNotWritten])
        expectEqual(write(payload, to: cache)?.code, .cacheNotWritten)
        try expectEqual(directory.names(), ["owner"])
    }
}
