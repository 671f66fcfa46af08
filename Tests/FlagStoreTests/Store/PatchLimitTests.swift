import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

struct PatchLimitTests {
    private let files = MemoryFiles()

    private func makeStore(_ limits: DocumentLimits) -> TestStore {
        TestStore(on: files) {
            $0.limits = limits
            $0.removableShare = 1
        }
    }

    private var payload: [UInt8]? { files["/cache/newest"].flatMap { CacheFile($0) }?.payload }

    private func apply(_ patch: String, to test: TestStore) async -> RefreshResult {
        await test.store.apply(patch: Array(patch.utf8))
    }

    private func isActivated(_ result: RefreshResult) -> Bool {
        if case .activated = result { true } else { false }
    }

    private func isBeyondLimit(_ result: RefreshResult) -> Bool {
        guard case .refused(.unreadable(let error)) = result else { return false }
        return error.code == .limit
    }

    @Test
    func `S7: a result beyond a limit is refused and reported; the document stays, in memory and on the disk`() async {
        let limits = DocumentLimits(byteCount: 100)
        let test = makeStore(limits)
        _ = await test.receive(#"{"payments": true}"#, entityTag: "\"1\"")
        let filler = String(repeating: "x", count: 60)
        await expectEqual(apply("{\"a\": \"\(filler)\"}", to: test), .activated(changedNames: ["a"]))
        let kept = payload
        // {"payments":false,"a":"…","b":"…"} has 32 bytes besides the contents of the two strings.
        let result = await apply(#"{"payments": false, "b": "123456789"}"#, to: test)
        guard case .refused(.unreadable(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        expectEqual(error.code, .limit)
        expect(error.message.hasPrefix("with the patch, the document has 101 bytes, at most 100 are allowed"))
        expectEqual(test.store.recentDiagnostics.map(\.code), [.documentRefused])
        expect(test.store[.payments])
        expectEqual(payload, kept)

        // One byte less fits, and the next start uses it.
        let fitting = await apply(#"{"payments": false, "b": "12345678"}"#, to: test)
        expectEqual(fitting, .activated(changedNames: ["b", "payments"]))
        expectEqual(payload?.count, 100)
        await test.end()
        let next = makeStore(limits)
        expectEqual(next.store.recentDiagnostics, [])
        expectEqual(next.store.resolution(of: .payments).layer, .lastKnownGood)
        expectEqual(next.store[SettingKey("b", default: "")], "12345678")
    }

    @Test func `S7: a partial update of the server obeys the limits, too`() async {
        let test = makeStore(DocumentLimits(settingCount: 2))
        _ = await test.receive(#"{"payments": true}"#, entityTag: "\"1\"")
        for (number, isTooMany) in [(2, false), (3, true), (4, true)] {
            let patch = ReceivedDocument(
                bytes: Array("{\"s\(number)\": 1}".utf8), entityTag: "\"\(number)\"",
                mediaType: "application/merge-patch+json")
            let result = await test.receive(.received(patch))
            expect(isBeyondLimit(result) == isTooMany && isActivated(result) != isTooMany, "\(result)")
        }
        expect(test.store[.payments])
        _ = await test.receive(.notModified)
        expectEqual(test.transport.requests.last?.entityTag, "\"2\"")
    }

    @Test func `S7: many patches of one setting take the room of one`() async {
        let test = makeStore(DocumentLimits(byteCount: 2_000))
        _ = await test.receive(#"{ "payments" : false }"#, entityTag: "\"1\"")
        let value = String(repeating: "x", count: 1_000)
        for number in 100..<300 {
            let patch = "{\"payments\": \(number % 2 == 1), \"same\": \"\(number)\(value)\", \"gone\": null}"
            let result = await apply(patch, to: test)
            expect(isActivated(result), "patch \(number): \(result)")
        }
        expectEqual(payload, Array("{\"payments\":true,\"same\":\"299\(value)\"}".utf8))
    }

    @Test func `S7: many patches are used as long as there is room, and the next start has the same values`() async {
        let limits = DocumentLimits(byteCount: 20_000)
        let test = makeStore(limits)
        _ = await test.receive(#"{"payments": true}"#, entityTag: "\"1\"")
        let value = String(repeating: "x", count: 1_000)
        var results: [RefreshResult] = []
        for number in 10..<50 { results.append(await apply("{\"s\(number)\": \"\(value)\"}", to: test)) }
        let accepted = results.prefix { isActivated($0) }
        expectEqual(accepted.count, 19)
        expect(results.dropFirst(accepted.count).allSatisfy { isBeyondLimit($0) })
        await test.end()

        let next = makeStore(limits)
        expectEqual(next.store.recentDiagnostics, [])
        expect(next.store[.payments])
        for number in 10..<50 {
            let key = SettingKey("s\(number)", default: "absent")
            expectEqual(next.store[key], (number < 29 ? value : "absent"), "setting \(number)")
        }
        // The next patch has the same result as without a restart.
        let patch = Array(#"{"s10": null, "payments": {"defaultValue": true}}"#.utf8)
        let expected = payload.flatMap { try? SettingsDocument(parsing: $0).merging(patch: patch).tree.bytes }
        await expectEqual(next.store.apply(patch: patch), .activated(changedNames: ["s10"]))
        expect(payload != nil && payload == expected)
    }

    @Test func `S7: one that deletes everything leaves an empty document, also after a restart`() async {
        let test = makeStore(.standard)
        _ = await test.receive(#"{"payments": true, "checkout": {"maxItems": 5, "style": "modern"}}"#)
        let patch = #"{"payments": null, "checkout": null, "other": null}"#
        let names = ["checkout.maxItems", "checkout.style", "payments"]
        await expectEqual(apply(patch, to: test), .activated(changedNames: names))
        await expectEqual(apply(patch, to: test), .unchanged)
        await test.end()
        expectEqual(payload, Array("{}".utf8))
        for store in [test.store, makeStore(.standard).store] {
            expect(!store[.payments])
            expectEqual(store[.maxItems], 20)
        }
    }

    @Test func `S7: of patches that come concurrently as many are used as the limits allow`() async {
        let limits = DocumentLimits(settingCount: 60)
        let test = makeStore(limits)
        _ = await test.receive("{}", entityTag: "\"1\"")
        let accepted = await withTaskGroup(of: Int?.self) { group in
            for number in 0..<100 {
                group.addTask { isActivated(await apply("{\"n\(number)\": true}", to: test)) ? number : nil }
            }
            return await group.reduce(into: Set<Int>()) { numbers, number in
                if let number { numbers.insert(number) }
            }
        }
        expectEqual(accepted.count, 60)
        await test.end()
        for store in [test.store, makeStore(limits).store] {
            for number in 0..<100 {
                let value = store[SettingKey("n\(number)", default: false)]
                expectEqual(value, accepted.contains(number), "number \(number)")
            }
        }
    }
}
