import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

struct RefreshTests {
    @Test func `Y1: sends the entity tag with every poll`() async {
        let test = TestStore()
        await expectNil(test.transport.nextRequest()?.entityTag)
        _ = await test.receive(#"{"payments": true}"#, entityTag: "W/\"1\"")
        let unchanged = await test.receive(.notModified)
        expectEqual(unchanged, .unchanged)
        expectEqual(test.transport.requests.map(\.entityTag), [nil, "W/\"1\""])
        test.clock.advance(by: .seconds(330))
        await expectEqual(test.transport.nextRequest()?.entityTag, "W/\"1\"")
        await expectEqual(test.transport.nextRequest()?.entityTag, "W/\"1\"")
    }

    @Test func `Y1: the entity tag survives a restart`() async {
        let files = MemoryFiles()
        let first = TestStore(on: files)
        _ = await first.receive(#"{"payments": true}"#, entityTag: "\"1\"")
        await first.end()
        let second = TestStore(on: files)
        expect(second.store[.payments])
        await expectEqual(second.transport.nextRequest()?.entityTag, "\"1\"")
    }

    @Test func `Y1: content that is identical is no change, and brings its new entity tag`() async {
        let files = MemoryFiles()
        let test = TestStore(on: files)
        _ = await test.receive(#"{"payments": true}"#, entityTag: "\"1\"")
        let again = await test.receive(#"{"payments": true}"#, entityTag: "\"2\"")
        expectEqual(again, .unchanged)
        _ = await test.receive(.notModified)
        expectEqual(test.transport.requests.last?.entityTag, "\"2\"")
        await test.end()
        let next = TestStore(on: files)
        await expectEqual(next.transport.nextRequest()?.entityTag, "\"2\"")
        expect(next.store[.payments])
    }

    @Test(arguments: [
        "", " ", "<!DOCTYPE html><title>Sign in</title>", "\n <html>", #"{"payments": fal"#, "[]", "null", "{} {}",
        #"{"payments": true, "payments": false}"#, #"{"a.b": 1, "a": {"b": 2}}"#, "\u{FEFF}{}", "garbage",
    ])
    func `Y1: a response that is not a document is rejected, and the old one stays`(body: String) async {
        let test = TestStore()
        _ = await test.receive(#"{"payments": true}"#, entityTag: "\"1\"")
        let result = await test.receive(body, entityTag: "\"2\"")
        guard case .refused(let refusal) = result else {
            Issue.record("\(result)")
            return
        }
        expect(refusal.description.contains("the old document stays"))
        expectEqual((refusal == .webPage), body.contains("html"))
        expect(test.store[.payments])
        expectEqual(test.store.recentDiagnostics.last?.code, .documentRefused)
        _ = await test.receive(.notModified)
        expectEqual(test.transport.requests.last?.entityTag, "\"1\"")
    }

    @Test func `Y1: a 304 to an unconditional request is a failure`() async {
        let test = TestStore()
        guard case .failed(let failure) = await test.receive(.notModified) else {
            Issue.record("it did not fail")
            return
        }
        expectEqual(failure.kind, .brokenResponse)
    }

    @Test func `Y3: calls at the same time share one request`() async {
        let test = TestStore()
        let waiting = (0..<10).map { _ in test.store.beginRefresh() }
        test.transport.respond(with: .document(Array(#"{"payments": true}"#.utf8)))
        for stream in waiting {
            for await result in stream { expectEqual(result, .activated(changedNames: ["payments"])) }
        }
        expectEqual(test.transport.requests.count, 1)
    }

    @Test func `Y3: a transport that never answers is given up when the time is over`() async {
        let test = TestStore { $0.requestTimeout = .seconds(30) }
        _ = await test.transport.nextRequest()
        let waiting = test.store.beginRefresh()
        test.clock.advance(by: .seconds(30))
        for await result in waiting {
            guard case .failed(let failure) = result else {
                Issue.record("\(result)")
                return
            }
            expectEqual(failure.kind, .timedOut)
        }
    }

    @Test func `A test store waits for a response however far the test advances the clock`() async {
        let test = TestStore()
        _ = await test.transport.nextRequest()
        test.clock.advance(by: .seconds(1_000_000_000))
        await expectEqual(test.receive(#"{"payments": true}"#), .activated(changedNames: ["payments"]))
        expectEqual(test.transport.requests.count, 1)
    }

    @Test func `Y3: more bytes than allowed are refused, even if the transport lets them through`() async {
        let test = TestStore { $0.limits.byteCount = 20 }
        guard case .failed(let failure) = await test.receive(#"{"payments":       true}"#) else {
            Issue.record("it did not fail")
            return
        }
        expectEqual(failure.kind, .tooLarge)
        await expectEqual(test.receive(#"{"payments":   true}"#), .activated(changedNames: ["payments"]))
    }

    @Test func `Y4: reading never waits for a refresh, and waiting for readiness is bounded`() async {
        let test = TestStore(document: #"{"payments": true}"#)
        _ = await test.transport.nextRequest()
        expect(test.store[.payments])
        async let state = test.store.waitUntilReady(timeout: .zero)
        await expectEqual(state, .notReady)
        await expectEqual(test.receive(#"{"payments": false}"#), .activated(changedNames: ["payments"]))
        expectEqual(test.store.state, .ready)
        expect(!test.store[.payments])
        await expectEqual(test.store.waitUntilReady(timeout: .seconds(5)), .ready)
    }

    @Test func `Y4: waiting ends as soon as a document comes`() async {
        let test = TestStore()
        test.transport.respond(with: .document(Array("{}".utf8)))
        await expectEqual(test.store.waitUntilReady(timeout: .seconds(1_000_000)), .ready)
    }

    @Test(arguments: [-315_576_000, 0, 315_576_000] as [Int64])
    func `Y5: across restarts an age comes from the wall clock and is never negative`(jump: Int64) async {
        let files = MemoryFiles()
        let first = TestStore(on: files)
        _ = await first.receive(#"{"payments": true}"#)
        first.store.close()
        let clock = ManualClock(wallTime: 1_800_000_000 + jump)
        let second = TestStore(on: files) { $0.clock = clock }
        clock.advance(by: .seconds(5))
        let resolution = second.store.resolution(of: .payments)
        expectEqual(resolution.age, .seconds(max(0, jump) + 5))
        expectEqual(resolution.freshness, .stale)
        clock.wallTime -= 315_576_000
        expectEqual(second.store.resolution(of: .payments).age, .seconds(max(0, jump) + 5))
    }

    @Test func `S4: a full disk never keeps a document from being used`() async {
        let files = MemoryFiles()
        files.fail([.write])
        let test = TestStore(on: files)
        await expectEqual(test.receive(#"{"payments": true}"#), .activated(changedNames: ["payments"]))
        expect(test.store[.payments])
        expectEqual(test.store.recentDiagnostics.map(\.code), [.cacheNotWritten])
    }

    @Test(arguments: [true, false])
    func `S4: a document that could not be written is written when the server confirms it, or when the store is closed`(
        isConfirmed: Bool
    ) async {
        let files = MemoryFiles()
        files.fail([.write])
        let test = TestStore(on: files)
        _ = await test.receive(#"{"payments": true}"#, entityTag: "\"1\"")
        files.fail([])
        if isConfirmed {
            await expectEqual(test.receive(.notModified), .unchanged)
            // Without another write at the end.
            expect(TestStore(on: files.remains(after: .nothing)).store[.payments])
        }
        await test.end()
        expect(TestStore(on: files).store[.payments])
        expectEqual(test.store.recentDiagnostics.map(\.code), [.cacheNotWritten])
    }

    @Test
    func `S5: a second store that is to be the only one says so, and keeps its document when the first is closed`()
        async
    {
        let files = MemoryFiles()
        let first = TestStore(on: files)
        _ = await first.receive(#"{"payments": false, "checkout": {"maxItems": 1}}"#)
        let second = TestStore(on: files)
        _ = await second.receive(#"{"payments": true}"#)
        expectEqual(second.store.recentDiagnostics.map(\.code), [.cacheNotWritten])
        await first.end()
        await second.end()
        expect(TestStore(on: files).store[.payments])
    }

    @Test func `S5: starts from disk without a network`() async throws {
        let directory = try TemporaryDirectory()
        let online = TestStore { $0.directory = directory.path }
        _ = await online.receive(#"{"payments": true, "checkout": {"maxItems": 5}}"#)
        await online.end()
        var configuration = StoreConfiguration()
        configuration.directory = directory.path
        let offline = SettingsStore(appVersion: "1.0", configuration)
        expect(offline[.payments])
        expectEqual(offline[.maxItems], 5)
        expectEqual(offline.resolution(of: .payments).layer, .lastKnownGood)
        offline.close()
        await offline.finishWriting()
        // The directory is removed after the last write.
        withExtendedLifetime(directory) {}
    }

    @Test func `takes a new document at the next start, if told so`() async {
        let files = MemoryFiles()
        let first = TestStore(on: files) { $0.activation = .atNextStart }
        await expectEqual(first.receive(#"{"payments": true}"#, entityTag: "\"1\""), .kept)
        expect(!first.store[.payments])
        expectEqual(first.store.state, .ready)
        _ = await first.receive(.notModified)
        expectEqual(first.transport.requests.last?.entityTag, "\"1\"")
        await first.end()
        let second = TestStore(on: files) { $0.activation = .atNextStart }
        expect(second.store[.payments])
    }

    @Test func `a watching transport is asked when it announces a change`() async {
        let test = TestStore()
        _ = await test.receive("{}")
        _ = await test.transport.nextRequest()
        test.transport.announceChange()
        await expect(test.transport.nextRequest() != nil)
    }

    @Test func `a cancelled task stops waiting, and the request continues`() async {
        let test = TestStore()
        _ = await test.transport.nextRequest()
        let waiting = Task { await test.store.refresh() }
        waiting.cancel()
        await expectEqual(waiting.value, .cancelled)
        await expectEqual(test.receive(#"{"payments": true}"#), .activated(changedNames: ["payments"]))
        expectEqual(test.transport.requests.count, 1)
    }

    @Test func `a store without a transport sends nothing`() async {
        let store = SettingsStore(appVersion: "1.4.0", StoreConfiguration())
        await expectEqual(store.refresh(), .noTransport)
        store.close()
        await expectEqual(store.refresh(), .closed)
    }

    @Test func `once closed, reading goes on, sequences end, and nothing is sent`() async {
        let test = TestStore()
        _ = await test.receive(#"{"payments": true}"#)
        test.store.close()
        test.store.close()
        await expectEqual(test.store.refresh(), .closed)
        await expectEqual(test.store.apply(patch: Array("{}".utf8)), .closed)
        expect(test.store[.payments])
        for await _ in test.store.updates { Issue.record("an update after closing") }
        for await _ in test.store.diagnostics { Issue.record("a diagnostic, and nothing went wrong") }
        await expectEqual(test.store.waitUntilReady(timeout: .seconds(1)), .ready)
        test.clock.advance(by: .seconds(10_000))
        expectEqual(test.transport.requests.count, 1)
    }

    @Test(.timeLimit(.minutes(1)))
    func `nobody waits for a store to which no document can come`() async {
        var configuration = StoreConfiguration()
        configuration.diagnosticOutput = .none
        let store = SettingsStore(appVersion: "1.0.0", configuration)
        await expectEqual(store.waitUntilReady(timeout: .seconds(1_000_000)), .notReady)
        // A document that the app contains, and one that a transport may still bring.
        configuration.bundledDocument = Array("{}".utf8)
        await expectEqual(
            SettingsStore(appVersion: "1.0.0", configuration).waitUntilReady(timeout: .seconds(1_000_000)), .ready)
    }

}
