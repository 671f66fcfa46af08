import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

struct UpdateTests {
    @Test func `Y6: name the settings whose values changed, and no others`() async throws {
        let test = TestStore(
            appVersion: "1.4", document: #"{"payments": true, "same": [1, 2], "other": "x", "gone": 1}"#)
        var updates = test.store.updates.makeAsyncIterator()
        let document = #"""
            {"payments": {"defaultValue": true, "valuesByVersion": [{"appVersion": ">=1.4", "value": false}]},
             "same": [1,   2], "other": {"defaultValue": "y", "valuesByVersion": [{"appVersion": "*", "value": "x"}]},
             "new": 1}
            """#
        _ = await test.receive(document)
        let update = try #require(await updates.next())
        expectEqual(update.changedNames, ["new", "payments"])
        expect(!update.snapshot[.payments])
    }

    @Test func `Y6: compare decoded values of the declared type`() async {
        let test = TestStore(
            document: #"{"checkout": {"maxItems": 3}, "theme": {"defaultValue": {"name": "a", "size": 1}}}"#
        ) {
            $0.keys = [SettingKey<Int>.maxItems, SettingKey<Theme>.theme]
        }
        let spelling = #"{"checkout": {"maxItems": 3.0}, "theme": {"defaultValue": {"size": 1, "x": 0, "name": "a"}}}"#
        await expectEqual(test.receive(spelling), .activated(changedNames: []))
        let values = #"{"checkout": {"maxItems": 30e-1}, "theme": {"defaultValue": {"size": 2, "name": "a"}}}"#
        await expectEqual(test.receive(values), .activated(changedNames: ["theme"]))
    }

    @Test func `Y6: a slow listener delays no other, and gets all names at once`() async throws {
        let test = TestStore()
        var slow = test.store.updates.makeAsyncIterator()
        for number in 0..<50 {
            _ = await test.receive("{\"s\(number)\": true, \"payments\": \(number % 2 == 0)}")
        }
        let update = try #require(await slow.next())
        expectEqual(update.changedNames.count, 51)
        expect(!update.snapshot[.payments])
        test.store.close()
        await expectNil(slow.next())
    }

    @Test func `Y6: a listener may read, override and refresh: nothing is called under a lock`() async {
        let test = TestStore()
        var updates = test.store.updates.makeAsyncIterator()
        _ = await test.receive(#"{"payments": true}"#)
        let update = await updates.next()
        expectEqual(update?.changedNames, ["payments"])
        expect(test.store[.payments])
        test.store.override(.search, with: false)
        await expectEqual(updates.next()?.changedNames, ["search"])
    }

    @Test func `the values of a key come decoded, from now on, without repeats`() async {
        let test = TestStore(document: #"{"checkout": {"style": "modern"}}"#)
        var styles = test.store.values(of: .checkoutStyle).makeAsyncIterator()
        await expectEqual(styles.next(), .modern)
        _ = await test.receive(#"{"checkout": {"style": "modern"}, "payments": true}"#)
        _ = await test.receive(#"{"checkout": {"style": "legacy"}}"#)
        await expectEqual(styles.next(), .legacy)
        test.store.close()
        await expectNil(styles.next())
    }

    @Test func `a change before the end is announced, one after it is not`() async {
        let test = TestStore(document: #"{"payments": false}"#)
        var updates = test.store.updates.makeAsyncIterator()
        var unchanged = test.store.updates.makeAsyncIterator()
        test.set(.search, to: false)
        await expectEqual(unchanged.next()?.changedNames, ["search"])
        test.set(.payments, to: true)
        await expectEqual(unchanged.next()?.changedNames, ["payments"])
        test.store.close()
        test.set(.maxItems, to: 1)
        await expectEqual(updates.next()?.changedNames, ["payments", "search"])
        await expectNil(updates.next())
        await expectNil(unchanged.next())
    }

    private static let ten = SettingKey("n", default: 10)
    private static let twenty = SettingKey("n", default: 20)

    @Test(arguments: [
        [ten, twenty], [twenty, ten], [ten, ten, twenty], [ten, twenty, SettingKey("n", default: 30)],
    ])
    func `a change is announced if it is one for any of the keys with the same name`(keys: [SettingKey<Int>]) async {
        for isDeclared in [false, true] {
            for key in keys {
                let test = TestStore {
                    $0.removableShare = 1
                    if isDeclared { $0.keys = keys + [SettingKey("o", default: 0)] }
                }
                for key in keys { _ = test.store[key] }
                _ = await test.receive(#"{"n": 10, "o": 1}"#)
                var values = test.store.values(of: key).makeAsyncIterator()
                var updates = test.store.updates.makeAsyncIterator()
                await expectEqual(values.next(), 10)
                await expectEqual(test.receive(#"{"o": 1}"#), .activated(changedNames: ["n"]))
                await expectEqual(updates.next()?.changedNames, ["n"])
                test.store.close()
                await expectEqual(values.next(), key.defaultValue == 10 ? nil : key.defaultValue)
            }
        }
    }

    @Test func `keys that are made for each read cost no more than two`() async {
        let decodeCount = Locked(0)
        let test = TestStore {
            $0.recorder = nil
            $0.makeDecoder = {
                decodeCount.withLock { $0 += 1 }
                return JSONDecoder()
            }
        }
        _ = await test.receive(#"{"list": [1]}"#)
        for number in 0..<100 { expectEqual(test.store[SettingKey("list", default: [number])].first, 1) }
        decodeCount.withLock { $0 = 0 }
        await expectEqual(test.receive(#"{"list": [2]}"#), .activated(changedNames: ["list"]))
        expect(decodeCount.withLock { $0 } <= 4)
    }

    @Test func `Y7: the states come as they change`() async {
        let test = TestStore()
        var states = test.store.states.makeAsyncIterator()
        await expectEqual(states.next(), .notReady)
        _ = await test.receive(.failed(TransportFailure(.unreachable)))
        await expectEqual(states.next(), .error)
        _ = await test.receive("{}")
        await expectEqual(states.next(), .ready)
    }

    @Test func `Y7: diagnostics come with those from before, and then each`() async {
        let test = TestStore(document: "nonsense")
        var diagnostics = test.store.diagnostics.makeAsyncIterator()
        await expectEqual(diagnostics.next()?.code, .bundledDocumentUnreadable)
        _ = await test.receive(.failed(TransportFailure(.status, status: 500)))
        await expectEqual(diagnostics.next()?.code, .fetchFailed)
    }

    @Test func `end when the task that follows them is cancelled`() async {
        let test = TestStore()
        let task = Task {
            var count = 0
            for await _ in test.store.updates { count += 1 }
            return count
        }
        task.cancel()
        await expectEqual(task.value, 0)
    }

    @Test func `end when the store is released`() async {
        var test: TestStore? = TestStore()
        let updates = test?.store.updates
        test = nil
        guard let updates else { return }
        for await _ in updates { Issue.record("an update without a store") }
    }
}

#if canImport(Observation)
    import Observation

    @MainActor
    struct ObservableSettingsTests {
        @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
        @Test func `notifies those who read a setting that changed, and nobody else`() async {
            let test = TestStore(document: #"{"payments": false, "search": true}"#)
            let settings = ObservableSettings(test.store)
            let (paymentsChanges, payments) = AsyncStream.makeStream(of: Void.self)
            let searchNotifications = Locked(0)
            let before = withObservationTracking {
                settings[.payments]
            } onChange: {
                payments.finish()
            }
            expect(!before)
            withObservationTracking {
                expect(settings[.search])
            } onChange: {
                searchNotifications.withLock { $0 += 1 }
            }
            _ = await test.receive(#"{"payments": true, "search": true}"#)
            for await _ in paymentsChanges {}
            expect(settings[.payments])
            expectEqual(searchNotifications.withLock { $0 }, 0)
        }

        @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
        @Test func `shows an override right after it was set`() {
            let test = TestStore(document: #"{"payments": false, "checkout": {"maxItems": 1}}"#)
            let settings = ObservableSettings(test.store)
            for isOn in [true, false, true] {
                test.set(.payments, to: isOn)
                expectEqual(settings[.payments], isOn)
                test.set(.maxItems, to: isOn ? 2 : 3)
                expectEqual(settings[.maxItems], isOn ? 2 : 3)
            }
            test.store.removeOverride(of: SettingKey<Bool>.payments)
            expect(!settings[.payments])
            test.store.removeAllOverrides()
            expectEqual(settings[.maxItems], 1)
        }

        @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
        @Test func `is released while the store goes on`() {
            let test = TestStore()
            weak var weakSettings: ObservableSettings?
            do {
                let settings = ObservableSettings(test.store)
                weakSettings = settings
                expect(!settings[.payments])
            }
            expectNil(weakSettings)
        }
    }
#endif
