import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

/// A store whose context changes.
struct ContextTests {
    private static let style = SettingKey("checkout.style", default: "none")
    private static let limit = SettingKey("checkout.limit", default: 0)
    private static let beta = SettingKey("beta", default: false)

    private static let document = #"""
        {"checkout": {
            "style": {"defaultValue": "legacy", "valuesByVersion": [
                {"name": "Austria", "when": {"country": "AT"}, "value": "modern"},
                {"requires": "beta", "value": "beta"}]},
            "limit": {"defaultValue": 1, "valuesByVersion": [{"when": {"country": ["AT", "DE"]}, "value": 2}]}},
         "beta": {"defaultValue": false, "valuesByVersion": [
            {"rollout": {"percent": 25, "salt": "checkout-2026"}, "value": true}]},
         "old": {"defaultValue": "x", "valuesByVersion": [{"appVersion": "<2", "value": "y"}]}}
        """#

    private struct Checkout: Decodable {
        let style: PropertySetting<String>
        let limit: PropertySetting<Int>
    }

    private func store(
        _ context: EvaluationContext = EvaluationContext(appVersion: "2.0"),
        installationKey: String = "user-1",
        _ configure: (inout StoreConfiguration) -> Void = { _ in }
    ) -> TestStore {
        TestStore(context: context, installationKey: installationKey, document: Self.document, configure: configure)
    }

    @Test func `a change resolves all settings before it returns`() throws {
        let test = store()
        expectEqual(test.store[Self.style], "legacy")
        test.store.updateContext { $0["country"] = "AT" }
        expectEqual(test.store[Self.style], "modern")
        expectEqual(test.store.resolution(of: Self.style).entryName, "Austria")
        expectEqual(test.store.snapshot[Self.limit], 2)
        let group = try #require(test.store.snapshot.group("checkout", as: Checkout.self))
        expect(group.style.value == "modern" && group.limit.value == 2)
        expectEqual(test.store.settings.first { $0.name == "checkout.style" }?.value, "modern")
        expectEqual(test.store.context["country"], "AT")
        test.store.updateContext { $0["country"] = nil }
        expectEqual(test.store[Self.style], "legacy")
    }

    @Test func `an earlier snapshot keeps its values`() {
        let test = store()
        let before = test.store.snapshot
        test.context["country"] = "AT"
        expect(before[Self.style] == "legacy" && before.context["country"] == nil)
        expect(test.store.snapshot[Self.style] == "modern" && test.store.snapshot.context["country"] == "AT")
    }

    @Test(
        arguments: [
            (["country": "AT"], ["checkout.limit", "checkout.style"]),
            (["country": "DE"], ["checkout.limit"]),
            (["country": "CH"], []),
            (["targetingKey": "user-3"], ["beta", "checkout.style"]),
            (["appVersion": "1.0"], ["old"]),
            (
                ["appVersion": "1.0", "country": "AT", "targetingKey": "user-3"],
                ["beta", "checkout.limit", "checkout.style", "old"]
            ),
        ])
    func `listeners are notified once, with the names of the settings that changed`(
        _ change: [String: String], _ expected: [String]
    ) async {
        for hasKeys in [false, true] {
            let test = store { if hasKeys { $0.keys = [Self.style, Self.limit, Self.beta] } }
            var updates = test.store.updates.makeAsyncIterator()
            test.store.updateContext { context in
                for (name, value) in change {
                    switch name {
                    case "targetingKey": context.targetingKey = value
                    case "appVersion": context.appVersion = AppVersion(value)
                    default: context[name] = .string(value)
                    }
                }
            }
            // Another change marks the end: there is no update in between.
            test.store.override(SettingKey("marker", default: 0), with: 1)
            await expectEqual(updates.next()?.changedNames, (expected + ["marker"]).sorted())
            test.store.override(SettingKey("marker", default: 0), with: 2)
            await expectEqual(updates.next()?.changedNames, ["marker"])
        }
    }

    @Test func `a listener that waits is woken once for each change`() async {
        let test = store()
        let (changes, change) = AsyncStream.makeStream(of: [String].self)
        let updates = test.store.updates.makeAsyncIterator()
        let listening = Task {
            var updates = updates
            while let update = await updates.next() { change.yield(update.changedNames) }
            change.finish()
        }
        var iterator = changes.makeAsyncIterator()
        for (country, expected) in [("AT", ["checkout.limit", "checkout.style"]), ("DE", ["checkout.style"])] {
            test.context["country"] = .string(country)
            await expectEqual(iterator.next(), expected)
        }
        // The same context, and one without an effect, are no changes.
        test.context["country"] = "DE"
        test.context["other"] = "x"
        test.store.close()
        await expectNil(iterator.next())
        await listening.value
    }

    @Test func `a change of a lower layer that a higher one hides is no change`() async {
        let test = store()
        _ = await test.receive(#"{"checkout": {"style": "fixed", "limit": 7}}"#)
        var updates = test.store.updates.makeAsyncIterator()
        test.context["country"] = "AT"
        test.context.targetingKey = "user-3"
        await expectEqual(updates.next()?.changedNames, ["beta"])
        expectEqual(test.store[Self.style], "fixed")
    }

    @Test func `each layer sees its own prerequisites`() async {
        let test = store(EvaluationContext(appVersion: "2.0", targetingKey: "user-3"))
        expectEqual(test.store[Self.style], "beta")
        _ = await test.receive(
            #"{"beta": false, "checkout": {"limit": 3}, "new": {"defaultValue": 0, "valuesByVersion": [{"requires": "beta", "value": 1}]}}"#
        )
        expect(!test.store[Self.beta])
        // The bundled document has `beta` of its own.
        expectEqual(test.store[Self.style], "beta")
        expectEqual(test.store[SettingKey("new", default: 5)], 0)
        test.store.override(Self.beta, with: true)
        expectEqual(test.store[SettingKey("new", default: 5)], 0)
    }

    @Test func `an override stays above every context`() async {
        let test = store()
        test.set(Self.style, to: "mine")
        var updates = test.store.updates.makeAsyncIterator()
        test.context["country"] = "AT"
        await expectEqual(updates.next()?.changedNames, ["checkout.limit"])
        expectEqual(test.store[Self.style], "mine")
        test.store.removeAllOverrides()
        await expectEqual(updates.next()?.changedNames, ["checkout.style"])
        expectEqual(test.store[Self.style], "modern")
    }

    @Test func `a document that arrives later is resolved for the current context`() async {
        let test = store()
        test.context["country"] = "AT"
        let entry = #"{"when": {"country": "AT"}, "value": "new"}"#
        _ = await test.receive(
            #"{"checkout": {"style": {"defaultValue": "x", "valuesByVersion": [\#(entry)]}, "limit": 1}, "beta": true}"#
        )
        expectEqual(test.store[Self.style], "new")
    }

    @Test func `reads are reported again only if they differ`() {
        let reads = Locked<[String]>([])
        let test = store {
            $0.recorder = nil
            $0.onRead = .oncePerChange { read in reads.withLock { $0.append("\(read.value) \(read.entryName)") } }
        }
        for country in ["CH", "AT", "AT", "DE"] {
            test.context["country"] = .string(country)
            _ = test.store[Self.style]
        }
        expectEqual(reads.withLock { $0 }, ["legacy default", "modern Austria", "legacy default"])
    }

    @Test func `a type that refuses a value notices the change of a later entry`() async {
        enum Style: String, Decodable { case legacy, modern }
        let key = SettingKey("style", default: Style.legacy)
        let test = TestStore(
            context: EvaluationContext(appVersion: "2.0"),
            document: #"""
                {"style": {"defaultValue": "legacy", "valuesByVersion": [
                    {"appVersion": "*", "value": "unknown"}, {"when": {"country": "AT"}, "value": "modern"}]}}
                """#)
        expectEqual(test.store[key], .legacy)
        var updates = test.store.updates.makeAsyncIterator()
        test.context["country"] = "AT"
        await expectEqual(updates.next()?.changedNames, ["style"])
        expectEqual(test.store[key], .modern)
    }

    @Test func `the names are those that a comparison of all settings finds`() async throws {
        var sample = TargetingSample(seed: 9)
        for _ in 0..<TestScale.rounds(100) {
            let (bundled, fetched) = (sample.document(), sample.document())
            let test = TestStore(context: EvaluationContext(appVersion: "1.0"), document: bundled) { configuration in
                configuration.removableShare = 1
                configuration.keys = [SettingKey("s0", default: false), SettingKey("s1", default: 7)]
            }
            _ = await test.receive(fetched)
            var updates = test.store.updates.makeAsyncIterator()
            for number in 0..<5 {
                let before = test.store.settings
                var issues: [SettingIssue] = []
                let context = try EvaluationContext(parsing: [UInt8](sample.context().utf8), issues: &issues)
                test.context = context
                let after = test.store.settings
                let expected = zip(before, after).filter { $0.value != $1.value }.map(\.0.name)
                test.store.override(SettingKey("marker", default: -1), with: number)
                await expectEqual(updates.next()?.changedNames, ["marker"] + expected, "\(bundled) \(fetched)")
            }
        }
    }

    // MARK: The app version

    @Test(.timeLimit(.minutes(1)))
    func `a change of the context can change the store, and is not called again for that`() throws {
        let test = TestStore(document: #"{"payments": false}"#) { $0.keys = [SettingKey<Bool>.payments] }
        var calls = 0
        test.store.updateContext { context in
            calls += 1
            test.store.override(.payments, with: true)
            test.store.removeAllOverrides()
            test.store.override(.maxItems, with: 7)
            _ = test.store[SettingKey("new.key", default: calls)]
            context["country"] = "AT"
        }
        expectEqual(calls, 1)
        expectEqual(test.store[.maxItems], 7)
        expectEqual(test.store.context["country"], "AT")
        // A change of the context within one is not lost if both agree.
        test.store.updateContext { context in
            test.store.updateContext { $0["plan"] = "pro" }
            context["country"] = "DE"
        }
        expect(test.store.context["country"] == "DE" && test.store.context["plan"] == "pro")
        // Otherwise, the outer one ends after some tries.
        var count = 0
        test.store.updateContext { context in
            count += 1
            test.store.updateContext { $0["count"] = .string("\(count)") }
            context["country"] = "FR"
        }
        expectEqual(count, 8)
        expectEqual(test.store.context["country"], "FR")
    }

    @Test func `an attribute whose name no condition can use is reported`() {
        let context = EvaluationContext(
            appVersion: "1.0.0", targetingKey: nil, attributes: ["1bad": 1, "date": "x", "country": "AT"])
        let test = TestStore(context: context)
        expectEqual(test.store.recentDiagnostics.map(\.code), [.unusableAttribute])
        expect(
            test.store.recentDiagnostics.first?.message.hasPrefix(
                #"no condition can use the attribute "1bad", and 1 more of the context; a name is"#) ?? false)
        let other = TestStore()
        other.store.updateContext { $0["plan"] = "pro" }
        expect(other.store.recentDiagnostics.isEmpty)
        other.store.updateContext { $0["ü"] = "pro" }
        expectEqual(other.store.recentDiagnostics.map(\.code), [.unusableAttribute])
        other.store.updateContext { $0.targetingKey = "user" }
        expectEqual(other.store.recentDiagnostics.count, 1)
    }

    @Test func `the state is an error while there is no app version`() async {
        let test = store(EvaluationContext())
        expectEqual(test.store.state, .error)
        var states = test.store.states.makeAsyncIterator()
        await expectEqual(states.next(), .error)
        test.context.appVersion = "2.0"
        await expectEqual(states.next(), .notReady)
        expectEqual(test.store[SettingKey("old", default: "")], "x")
        test.context.appVersion = nil
        await expectEqual(states.next(), .error)
        expectEqual(test.store.recentDiagnostics.filter { $0.code == .unreadableAppVersion }.count, 2)
    }

    // MARK: Threads

    @Test func `changes from many threads are all made, and every reader sees a whole context`() async {
        let document = #"""
            {"left": {"defaultValue": "0", "valuesByVersion": [{"when": {"n": {">": 0}}, "value": "1"}]},
             "right": {"defaultValue": "0", "valuesByVersion": [{"when": {"n": {">": 0}}, "value": "1"}]}}
            """#
        let (left, right) = (SettingKey("left", default: ""), SettingKey("right", default: ""))
        let test = TestStore(context: EvaluationContext(appVersion: "1.0"), document: document) { $0.recorder = nil }
        let isOver = Locked(false)
        let rounds = TestScale.rounds(50)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    while !isOver.withLock({ $0 }) {
                        let snapshot = test.store.snapshot
                        expectEqual(snapshot[left], snapshot[right])
                        expectEqual((snapshot[left] == "1"), (snapshot.context["n"] == 1))
                        _ = test.store[left]
                        await Task.yield()
                    }
                }
            }
            group.addTask {
                await withTaskGroup(of: Void.self) { group in
                    for writer in 0..<4 {
                        group.addTask {
                            for round in 0..<rounds {
                                test.store.updateContext { $0["count\(writer)"] = .init(round + 1) }
                                test.store.updateContext { $0["n"] = round % 2 == 0 ? 1 : 0 }
                                await Task.yield()
                            }
                        }
                    }
                    group.addTask {
                        for round in 0..<rounds / 2 {
                            _ = await test.receive(document + String(repeating: " ", count: round))
                        }
                    }
                }
                isOver.withLock { $0 = true }
            }
        }
        for writer in 0..<4 { expectEqual(test.context["count\(writer)"], .init(rounds)) }
    }
}

#if canImport(Observation)
    @MainActor
    struct ObservableContextTests {
        @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
        @Test func `an observer shows the values of a new context at once`() {
            let test = TestStore(
                context: EvaluationContext(appVersion: "1.0"),
                document:
                    #"{"payments": {"defaultValue": false, "valuesByVersion": [{"when": {"country": "AT"}, "value": true}]}}"#
            )
            let settings = ObservableSettings(test.store)
            expect(!settings[.payments])
            test.context["country"] = "AT"
            expect(settings[.payments])
        }
    }
#endif
