import FlagStore
import TestSupport
import Testing

struct CachedEntityTagTests {
    /// The first request of a store that starts with a cached document.
    private func firstRequest(_ library: HTTPLibrary, entityTag: String) async throws -> TestServer.Request? {
        let directory = try TemporaryDirectory()
        let payload = Array(ServedStore.document("cached").utf8)
        try directory.write(CacheFile(entityTag: entityTag, writtenAt: 0, payload: payload).encoded, to: "newest")
        let server = try TestServer(answering: ServedStore.good())
        var configuration = StoreConfiguration()
        configuration.transport = library.transport(try server.address())
        configuration.directory = directory.path
        let store = SettingsStore(appVersion: "1.0.0", configuration)
        await eventually { store[ServedStore.payments] == "good" }
        store.close()
        await store.finishWriting()
        // The directory is removed after the last write.
        withExtendedLifetime(directory) {}
        return server.requests.first
    }

    @Test(arguments: HTTPLibrary.here, ["\"1\"", "W/\"1-a\"", "\"\"", "\"a, é\""])
    func `Y1: is sent byte for byte`(library: HTTPLibrary, entityTag: String) async throws {
        let request = try #require(try await firstRequest(library, entityTag: entityTag))
        expectEqual(request.value(of: "if-none-match"), entityTag)
    }

    @Test(
        arguments: HTTPLibrary.here,
        [
            "\"1\"\r\nX-Injected: 1", "\"1\r\nX-Injected: 1\"", "\"1\nX-Injected: 1\"", "\"\u{0}\"", "\"\u{7}\"",
            "\"\u{7F}\"", "1", "*", "\"1\", \"2\"", "\"1", "1\"", "\"", "w/\"1\"", "W/1", " \"1\"", "\"1\" ",
            "\"" + String(repeating: "x", count: 1_023) + "\"",
        ])
    func `never gets into a request if it is none, though the checksum is right`(
        library: HTTPLibrary, entityTag: String
    ) async throws {
        let request = try #require(try await firstRequest(library, entityTag: entityTag))
        expectNil(request.value(of: "if-none-match"))
        expectNil(request.value(of: "x-injected"))
    }
}
