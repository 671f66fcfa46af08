import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct PatchTests {
    @Test func `are merged into the document that they are for`() async {
        let test = TestStore()
        _ = await test.receive(
            #"{"payments": false, "search": false, "checkout": {"maxItems": 1}}"#, entityTag: "\"1\"")
        let patch = ReceivedDocument(
            bytes: Array(#"{"payments": true, "search": null, "checkout": {"style": "modern"}}"#.utf8),
            entityTag: "\"2\"",
            mediaType: "Application/Merge-Patch+JSON; charset=utf-8"
        )
        let result = await test.receive(.received(patch))
        expectEqual(result, .activated(changedNames: ["checkout.style", "payments", "search"]))
        expect(test.store[.payments])
        expect(test.store[.search])
        expectEqual(test.store[.maxItems], 1)
        expectEqual(test.store[.checkoutStyle], .modern)
        _ = await test.receive(.notModified)
        expectEqual(test.transport.requests.last?.entityTag, "\"2\"")
    }

    @Test func `are Data as well as bytes, as all documents are`() async {
        let test = TestStore {
            $0.bundledData = Data(#"{"payments": true, "checkout": {"maxItems": 1}}"#.utf8)
            expectEqual($0.bundledDocument.map { Data($0) }, $0.bundledData)
        }
        expect(test.store[.payments])
        let document = Data(#"{"payments": false, "checkout": {"maxItems": 2}}"#.utf8)
        expectEqual(
            DocumentOutcome.document(document, entityTag: "\"1\""), .document([UInt8](document), entityTag: "\"1\""))
        _ = await test.receive(.received(ReceivedDocument(bytes: document, entityTag: "\"1\"")))
        expect(!test.store[.payments])
        let patch = Data(#"{"checkout": {"maxItems": 3}}"#.utf8)
        await expectEqual(test.store.apply(patch: patch), .activated(changedNames: ["checkout.maxItems"]))
        expectEqual(test.store[.maxItems], 3)
    }

    @Test func `are refused when there is nothing they could be for`() async {
        let test = TestStore()
        let patch = ReceivedDocument(bytes: Array("{}".utf8), mediaType: "application/merge-patch+json")
        await expectEqual(test.receive(.received(patch)), .refused(.patchWithoutBase))
        expectEqual(test.store.recentDiagnostics.map(\.code), [.documentRefused])
        await expectEqual(test.store.apply(patch: Array("{}".utf8)), .refused(.patchWithoutBase))
        expectEqual(test.store.recentDiagnostics.map(\.code), [.documentRefused, .documentRefused])
    }

    @Test func `that arrive by another way are used and kept, and the next request asks for the whole document`() async
    {
        let files = MemoryFiles()
        let test = TestStore(on: files)
        _ = await test.receive(#"{"payments": false, "search": false}"#, entityTag: "\"1\"")
        await expectEqual(
            test.store.apply(patch: Array(#"{"payments": true}"#.utf8)), .activated(changedNames: ["payments"]))
        await expect(test.store.apply(patch: Array("{".utf8)) != .unchanged)
        expect(test.store[.payments])
        _ = test.store.beginRefresh()
        await expectNil(test.transport.nextRequest()?.entityTag)
        await expectNil(test.transport.nextRequest()?.entityTag)
        let payload = files["/cache/newest"].flatMap { CacheFile($0) }?.payload ?? []
        let kept = try? SettingsDocument(parsing: payload).snapshot(for: "1.0")
        expect(kept?.value(for: "payments", default: false) == true)
        expect(kept?.value(for: "search", default: true) == false)
    }

    @Test func `that arrive during a request are not confirmed by its response about the document before`() async {
        let test = TestStore()
        _ = await test.receive(#"{"payments": false}"#, entityTag: "\"1\"")
        let results = test.store.beginRefresh()
        await expectNil(test.transport.nextRequest()?.entityTag)
        await expectEqual(test.transport.nextRequest()?.entityTag, "\"1\"")
        test.clock.advance(by: .seconds(20))
        _ = await test.store.apply(patch: Array(#"{"payments": true}"#.utf8))
        test.clock.advance(by: .seconds(5))
        test.transport.respond(with: .notModified)
        // The whole document is fetched, and those who wait get its result.
        await eventually { test.transport.requests.count == 3 }
        expectEqual(test.transport.requests.map(\.entityTag), [nil, "\"1\"", nil])
        expect(test.store[.payments])
        expectEqual(test.store.resolution(of: .payments).age, .seconds(25))
        test.transport.respond(with: .document(Array(#"{"payments": false}"#.utf8)))
        await expectEqual(results.first { _ in true }, .activated(changedNames: ["payments"]))
    }

    @Test func `S6: the result of a partial update must be confirmed like any other document`() async {
        var files = MemoryFiles()
        let first = TestStore(on: files)
        _ = await first.receive(#"{"payments": true}"#, entityTag: "\"good\"")
        await first.confirmAndEnd()
        let second = TestStore(on: files)
        let patch = Array(#"{"payments": false}"#.utf8)
        await expectEqual(second.store.apply(patch: patch), .activated(changedNames: ["payments"]))
        // The process crashes here and, at each start, before the document is confirmed.
        files = await second.crash(files)
        for start in 2...4 {
            let test = TestStore(on: files)
            expectEqual(test.store[.payments], start == 4, "start \(start)")
            files = await test.crash(files)
        }
        let last = TestStore(on: files)
        await expect(last.store.apply(patch: patch) != .activated(changedNames: ["payments"]))
        expect(last.store[.payments])
    }
}
