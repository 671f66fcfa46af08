import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
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
        await first.confirmAndEnd()
        for start in 1...3 {
            let test = TestStore(on: files, configure)
            expectEqual(test.store[.payments], start == 1)
            if start == 1 { _ = await test.receive(bad, entityTag: "\"bad\"") }
            files = await test.crash(files)
        }
        return files
    }

    @Test func `S6: after three crashes in a row, the last confirmed document is used`() async {
        let files = await filesAfterCrashes()
        let test = TestStore(on: files)
        expect(test.store[.payments])
        expectEqual(test.store.recentDiagnostics.map(\.code), [.documentQuarantined])
        expectEqual(test.store.resolution(of: .payments).freshness, .stale)
        // The server sends only something else than the quarantined document.
        await expectEqual(test.transport.nextRequest()?.entityTag, "\"bad\"")
        await expectEqual(test.receive(.notModified), .refused(.quarantined))
        await expectEqual(test.receive(bad, entityTag: "\"bad\""), .refused(.quarantined))
        expect(test.store[.payments])
        expectEqual(test.store.resolution(of: .payments).freshness, .stale)
    }

    @Test func `S6: newer content is accepted at once, even in a crash loop`() async {
        let files = await filesAfterCrashes()
        let test = TestStore(on: files)
        await expectEqual(test.receive(#"{"payments": false, "a": 1}"#), .activated(changedNames: ["a", "payments"]))
        expect(!test.store[.payments])
    }

    @Test func `S6: a document that differs at each fetch does not escape`() async {
        var files = MemoryFiles()
        let first = TestStore(on: files)
        _ = await first.receive(good)
        await first.confirmAndEnd()
        for number in 1...3 {
            let test = TestStore(on: files)
            _ = await test.receive("{\"payments\": false, \"n\": \(number)}")
            files = await test.crash(files)
        }
        for number in 4...5 {
            let test = TestStore(on: files)
            expect(test.store[.payments], "start \(number)")
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
        await first.confirmAndEnd()
        let second = TestStore(on: files)
        _ = await second.receive(bad)
        files = await second.crash(files)
        for start in 1...6 {
            var test: TestStore? = TestStore(on: files)
            expect(test?.store[.payments] == false, "start \(start)")
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
                expect(!files.names.contains("/cache/starts"))
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
            expect(test.store[.payments])
            files = await test.crash(files)
        }
    }

    @Test func `S6: a quarantine ends after a day, when the server still has the document`() async {
        let test = TestStore(on: await filesAfterCrashes())
        test.clock.advance(by: .seconds(86_399))
        await expectEqual(test.receive(.notModified), .refused(.quarantined))
        test.clock.advance(by: .seconds(1))
        await expectEqual(test.receive(.notModified), .activated(changedNames: ["payments"]))
        expect(!test.store[.payments])
        expectEqual(test.store.recentDiagnostics.map(\.code).last, .quarantineEnded)
        expectEqual(test.store.resolution(of: .payments).freshness, .fresh)
    }

    @Test func `S6: a document whose quarantine ended while the app runs is confirmed in time`() async {
        var files = await filesAfterCrashes()
        let test = TestStore(on: files)
        test.clock.advance(by: .seconds(86_400))
        await expectEqual(test.receive(.notModified), .activated(changedNames: ["payments"]))
        test.clock.advance(by: .seconds(10))
        _ = await test.receive(.notModified)
        files = await test.crash(files)
        // The confirmed document is used in a crash loop.
        for start in 1...5 {
            let next = TestStore(on: files)
            expect(!next.store[.payments], "start \(start)")
            files = await next.crash(files)
        }
    }

    @Test func `S6: no value changes when a quarantine ends while new documents wait for the next start`() async {
        let waits: (inout StoreConfiguration) -> Void = { $0.activation = .atNextStart }
        let files = await filesAfterCrashes()
        let test = TestStore(on: files, waits)
        test.clock.advance(by: .seconds(86_400))
        await expectEqual(test.receive(.notModified), .unchanged)
        expect(test.store[.payments])
        await test.end()
        let next = TestStore(on: files) { configuration in
            waits(&configuration)
            configuration.clock = test.clock
        }
        expect(!next.store[.payments])
    }

    @Test func `S6: a quarantine ends with another version of the app`() async {
        let files = await filesAfterCrashes()
        let same = TestStore(on: files)
        expect(same.store[.payments])
        let updated = TestStore(on: await same.crash(files), appVersion: "1.0.1")
        expect(!updated.store[.payments])
    }

    @Test func `S6: the app lifts a quarantine, and the document is used at once and after a restart`() async {
        let files = await filesAfterCrashes()
        let test = TestStore(on: files)
        expect(test.store[.payments])
        await test.store.liftQuarantine()
        expect(!test.store[.payments])
        let next = TestStore(on: await test.crash(files))
        expect(!next.store[.payments])
    }

    /// A document with a switch that is on for a week, from a day after the manual clock begins.
    private func scheduled(_ clock: ManualClock) throws -> String {
        let from = Date(timeIntervalSince1970: Double(clock.wallTime + 86_400)).formatted(.iso8601)
        return #"{"payments": {"defaultValue": true, "valuesByVersion": [{"from": "\#(from)", "value": false}]}}"#
    }

    @Test func `S6: a confirmed document that begins to crash with a schedule is used without the schedule`()
        async throws
    {
        var files = MemoryFiles()
        let first = TestStore(on: files)
        let document = try scheduled(first.clock)
        _ = await first.receive(document)
        await first.confirmAndEnd()
        let clock = first.clock
        clock.advance(by: .seconds(90_000))
        let start = { (files: MemoryFiles) in TestStore(on: files) { $0.clock = clock } }
        for _ in 1...3 {
            let test = start(files)
            expect(!test.store[.payments])
            files = await test.crash(files)
        }
        let fourth = start(files)
        expect(fourth.store[.payments])
        expectEqual(fourth.store.resolution(of: .payments).layer, .lastKnownGood)
        let diagnostic = try #require(fourth.store.recentDiagnostics.first { $0.code == .documentQuarantined })
        let date = Date(timeIntervalSince1970: Double(clock.wallTime - 90_000)).formatted(.iso8601)
        expectEqual(
            diagnostic.message,
            "the app crashed 3 times in a row soon after its start; what was in use is quarantined"
                + " for a day; the last confirmed document is used, with its schedules as of \(date)")
        // Neither the clock nor another context brings the schedule back.
        fourth.store.checkSchedules()
        fourth.store.updateContext { $0["country"] = "AT" }
        expect(fourth.store[.payments])
        expectEqual(fourth.store.snapshot.context.date, Date(timeIntervalSince1970: Double(clock.wallTime)))
        // The server confirms it, which is not a reason to try again.
        await expectEqual(fourth.receive(.document(Array(document.utf8))), .unchanged)
        expect(fourth.store[.payments])
        await fourth.end()
        let fifth = start(files.remains(after: .nothing))
        expect(fifth.store[.payments])
        await fifth.store.liftQuarantine()
        expect(!fifth.store[.payments])
    }

    @Test func `S6: a confirmed document is resolved for the last time at which it was good`() async throws {
        var files = MemoryFiles()
        let first = TestStore(on: files)
        _ = await first.receive(try scheduled(first.clock), entityTag: "\"1\"")
        await first.confirmAndEnd()
        let clock = first.clock
        clock.advance(by: .seconds(90_000))
        let start = { (files: MemoryFiles) in TestStore(on: files) { $0.clock = clock } }
        let second = start(files)
        clock.advance(by: .seconds(10))
        _ = await second.receive(.notModified)
        await second.end()
        for _ in 1...3 {
            let test = start(files)
            files = await test.crash(files)
        }
        let last = start(files)
        expect(!last.store[.payments])
    }

    @Test func `S6: each diagnostic names the document in use, and only one that exists`() async throws {
        for (bundle, expected) in [
            (
                #"{"payments": true, "bundled": 1}"#,
                [
                    "the last confirmed document is used, with its schedules as of ",
                    "the last confirmed document is used",
                    "the bundled document is used", "the bundled document is used",
                    "no document is used, so that every setting has its default in code",
                ]
            ),
            (
                nil,
                ["the last confirmed document is used", "the last confirmed document is used"]
                    + Array(repeating: "no document is used", count: 3)
            ),
        ] as [(String?, [String])] {
            var files = await filesAfterCrashes { $0.bundledDocument = bundle.map { Array($0.utf8) } }
            for (number, text) in expected.enumerated() {
                let test = TestStore(on: files, document: bundle)
                let crashes = 3 + number
                let messages = test.store.recentDiagnostics.filter {
                    [.documentQuarantined, .crashLoop].contains($0.code)
                }
                .map(\.message)
                expect(messages.count == 1 && messages.allSatisfy { $0.contains(text) }, "after \(crashes) crashes")
                expect(messages.first?.hasPrefix("the app crashed \(crashes) times in a row") == true)
                let layer: SettingLayer =
                    crashes < 5 ? .lastKnownGood : crashes < 7 && bundle != nil ? .bundled : .codeDefault
                expectEqual(test.store.resolution(of: .payments).layer, layer, "after \(crashes) crashes")
                files = await test.crash(files)
            }
        }
    }

    @Test func `S6: background launches never undo a document`() async {
        var files = MemoryFiles()
        let first = TestStore(on: files)
        _ = await first.receive(good)
        await first.confirmAndEnd()
        for start in 1...10 {
            let test = TestStore(on: files) { $0.startsInForeground = false }
            expectEqual(test.store[.payments], start == 1, "start \(start)")
            _ = await test.receive(bad)
            // Time in the background confirms nothing.
            test.clock.advance(by: .seconds(60))
            _ = await test.receive(.notModified)
            files = await test.crash(files)
        }
        let last = TestStore(on: files)
        expect(!last.store[.payments])
        expect(last.store.recentDiagnostics.isEmpty)
    }

    @Test func `S6: an app that is ended in the background has not crashed, and one that comes back can`() async {
        var files = MemoryFiles()
        let first = TestStore(on: files)
        _ = await first.receive(good)
        await first.confirmAndEnd()
        let second = TestStore(on: files)
        _ = await second.receive(bad)
        second.store.enterBackground()
        files = await second.crash(files)
        for _ in 1...5 {
            let test = TestStore(on: files)
            expect(!test.store[.payments])
            test.store.enterBackground()
            test.store.enterForeground()
            test.store.enterBackground()
            files = await test.crash(files)
        }
        for _ in 1...3 {
            let test = TestStore(on: files)
            expect(!test.store[.payments])
            test.store.enterBackground()
            test.store.enterForeground()
            files = await test.crash(files)
        }
        let last = TestStore(on: files)
        expect(last.store[.payments])
    }

    @Test func `S6: a document is not confirmed while no later request is answered`() async {
        var files = MemoryFiles()
        let first = TestStore(on: files)
        _ = await first.receive(good)
        await first.confirmAndEnd()
        let second = TestStore(on: files)
        _ = await second.receive(bad)
        second.clock.advance(by: .seconds(3_600))
        _ = await second.receive(.failed(TransportFailure(.unreachable)))
        files = await second.crash(files)
        for _ in 1...3 {
            let test = TestStore(on: files)
            files = await test.crash(files)
        }
        let last = TestStore(on: files)
        expect(last.store[.payments])
    }
}
