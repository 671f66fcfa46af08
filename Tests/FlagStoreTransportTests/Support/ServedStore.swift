import FlagStore
import FlagStoreTesting
import TestSupport

/// A store with a cache on disk, and with a test server behind its transport.
struct ServedStore {
    let store: SettingsStore
    let server: TestServer
    let transport: SwitchedTransport
    let directory: TemporaryDirectory

    private let clock = ManualClock()

    static let payments = SettingKey("payments", default: "code default")
    static let goodTag = "\"good\""

    /// Uses a store, closes it, and waits until everything is written.
    static func use(
        _ library: HTTPLibrary, answering steps: [TestServer.Step], _ body: (ServedStore) async throws -> Void
    ) async throws {
        let served = try ServedStore(library, answering: steps)
        do {
            try await body(served)
        } catch {
            await served.end()
            throw error
        }
        await served.end()
    }

    private func end() async {
        store.close()
        await store.finishWriting()
    }

    private init(_ library: HTTPLibrary, answering steps: [TestServer.Step]) throws {
        server = try TestServer(answering: steps)
        transport = SwitchedTransport(library.transport(try server.address()))
        directory = try TemporaryDirectory()
        var configuration = StoreConfiguration()
        configuration.transport = transport
        configuration.directory = directory.path
        configuration.clock = clock
        store = SettingsStore(appVersion: "1.0.0", configuration)
    }

    static func document(_ payments: String) -> String {
        "{\"payments\": \"\(payments)\"}"
    }

    static func good(_ payments: String = "good", entityTag: String? = goodTag) -> [TestServer.Step] {
        Answer.steps("200 OK", entityTag.map { ["ETag: \($0)"] } ?? [], document(payments))
    }

    /// Refreshes, and skips any delay that a server requested.
    func refresh() async -> RefreshResult {
        while true {
            let result = await store.refresh()
            guard case .postponed(let pause) = result else { return result }
            clock.advance(by: pause)
        }
    }

    /// The text of the document in the cache, which the next start would use.
    var documentOnDisk: String? {
        guard let bytes = try? directory.bytes("newest"), let file = CacheFile(bytes) else { return nil }
        return String(decoding: file.payload, as: UTF8.self)
    }
}

extension RefreshResult {
    /// The result in one or two words, for tables of tests.
    var word: String {
        switch self {
        case .activated: "activated"
        case .kept: "kept"
        case .unchanged: "unchanged"
        case .failed(let failure): failure.kind.rawValue + (failure.status.map { " \($0)" } ?? "")
        case .refused(let refusal): refusal == .webPage ? "web page" : "refused"
        case .postponed: "postponed"
        case .noTransport: "no transport"
        case .cancelled: "cancelled"
        case .closed: "closed"
        }
    }
}
