import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

struct CrashLoopTests {
    private let good = #"{"payments": true}"#
    private let bad = #"{"payments": false}"#

    /// Files after a good document was confirmed, a bad one arrived, and the process crashed three times.
    private func filesAfterCrashes(_ configure: (inout StoreConfiguration) -> Void = { _ in }) async -> MemoryFiles {
        var files = MemoryFiles()
        let first = TestStore(on: files, configure)
        _ = await first.receive(good, entityTag: "\"good\"")
        await first.end()
        for start in 1...3 {
            let test = TestStore(on: files, configure)
            #expect(test.store[.payments] == (start == 1))
            if start == 1 { _ = await test.receive(bad, entityTag: "\"bad\"") }
            files = await test.crash(files)
        }
        return files
    }

    @Test func `S6: after three crashes in a row, the last confirmed document is used`() async {
        let files = await filesAfterCrashes()
        let test = TestStore(on: files)
        #expect(test.store[.payments])
        #expect(test.store.recentDiagnostics.map(\.code) == [.documentQuarantined])
        #expect(test.store.resolution(of: .payments).freshness == .stale)
        // The server sends only something else than the quarantined document.
        #expect(await test.transport.nextRequest()?.entityTag == "\"bad\"")
        #expect(await test.receive(.notModified) == .refused(.quarantined))
        #expect(await test.receive(bad, entityTag: "\"bad\"") == .refused(.quarantined))
        #expect(test.store[.payments])
        #expect(test.store.resolution(of: .payments).freshness == .stale)
    }

    @Test func `S6: newer content is accepted at once, even in a crash loop`() async {
        let files = await filesAfterCrashes()
        let test = TestStore(on: files)
        #expect(await test.receive(#"{"payments": false, "a": 1}"#) == .activated(changedNames: ["a", "payments"]))
        #expect(!test.store[.payments])
    }

    @Test func `S6: a document that differs at each fetch does not escape`() async {
        var files = MemoryFiles()
        let first = TestStore(on: files)
        _ = await first.receive(good)
        await first.end()
        for number in 1...3 {
            let test = TestStore(on: files)
            _ = await test.receive("{\"payments\": false, \"n\": \(number)}")
            files = await test.crash(files)
        }
        for number in 4...6 {
            let test = TestStore(on: files)
            #expect(test.store[.payments], "start \(number)")
            _ = await test.receive("{\"payments\": false, \"n\": \(number)}")
            files = await test.crash(files)
        }
    }

    enum Ending: CaseIterable, Sendable {
        case closing, longRun, recordedExit, confirmation, release
    }

    @Test(arguments: Ending.allCases)
    func `S6: short starts that end normally do not count as crashes`(ending: Ending) async {
        var files = MemoryFiles()
        let first = TestStore(on: files)
        _ = await first.receive(good)
        await first.end()
        let second = TestStore(on: files)
        _ = await second.receive(bad)
        files = await second.crash(files)
        for start in 1...6 {
            var test: TestStore? = TestStore(on: files)
            #expect(test?.store[.payments] == false, "start \(start)")
            switch ending {
            case .closing: test?.store.close()
            case .longRun:
                test?.clock.advance(by: .seconds(10))
                // The store has looked at the clock when it has handled a response.
                _ = await test?.receive(.notModified)
            case .recordedExit: test?.store.recordNormalExit()
            case .confirmation: test?.store.confirm()
            case .release: break
            }
            await test?.store.finishWriting()
            if ending == .release {
                test = nil
                // The thread of the released store writes last.
                await eventually { !files.names.contains("/cache/starts") }
                #expect(!files.names.contains("/cache/starts"))
            }
            files = files.remains(after: .nothing)
        }
    }

    @Test func `S6: the app confirms a document, and it survives a crash loop`() async {
        var files = MemoryFiles()
        let first = TestStore(on: files)
        _ = await first.receive(good)
        first.store.confirm()
        files = await first.crash(files)
        for _ in 1...5 {
            let test = TestStore(on: files)
            #expect(test.store[.payments])
            files = await test.crash(files)
        }
    }

    @Test func `S6: a quarantine ends after a day, when the server still has the document`() async {
        let test = TestStore(on: await filesAfterCrashes())
        test.clock.advance(by: .seconds(86_399))
        #expect(await test.receive(.notModified) == .refused(.quarantined))
        test.clock.advance(by: .seconds(1))
        #expect(await test.receive(.notModified) == .activated(changedNames: ["payments"]))
        #expect(!test.store[.payments])
        #expect(test.store.recentDiagnostics.map(\.code).last == .quarantineEnded)
        #expect(test.store.resolution(of: .payments).freshness == .fresh)
    }

    @Test func `S6: a document whose quarantine ended while the app runs is confirmed in time`() async {
        var files = await filesAfterCrashes()
        let test = TestStore(on: files)
        test.clock.advance(by: .seconds(86_400))
        #expect(await test.receive(.notModified) == .activated(changedNames: ["payments"]))
        test.clock.advance(by: .seconds(10))
        _ = await test.receive(.notModified)
        files = await test.crash(files)
        // A confirmed document stays in use in a crash loop.
        for start in 1...5 {
            let next = TestStore(on: files)
            #expect(!next.store[.payments], "start \(start)")
            files = await next.crash(files)
        }
    }

    @Test func `S6: no value changes when a quarantine ends while new documents wait for the next start`() async {
        let waits: (inout StoreConfiguration) -> Void = { $0.activation = .atNextStart }
        let files = await filesAfterCrashes()
        let test = TestStore(on: files, waits)
        test.clock.advance(by: .seconds(86_400))
        #expect(await test.receive(.notModified) == .unchanged)
        #expect(test.store[.payments])
        await test.end()
        let next = TestStore(on: files) { configuration in
            waits(&configuration)
            configuration.clock = test.clock
        }
        #expect(!next.store[.payments])
    }

    @Test func `S6: a quarantine ends with another version of the app`() async {
        let files = await filesAfterCrashes()
        let same = TestStore(on: files)
        #expect(same.store[.payments])
        let updated = TestStore(on: await same.crash(files), appVersion: "1.0.1")
        #expect(!updated.store[.payments])
    }

    @Test func `S6: the app lifts a quarantine, and the document is used at once and after a restart`() async {
        let files = await filesAfterCrashes()
        let test = TestStore(on: files)
        #expect(test.store[.payments])
        await test.store.liftQuarantine()
        #expect(!test.store[.payments])
        let next = TestStore(on: await test.crash(files))
        #expect(!next.store[.payments])
    }
}
