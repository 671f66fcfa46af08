import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

/// Layers of the app's own.
struct SourceTests {
    /// A source whose values a test changes.
    private final class ChangingSource: SettingSource {
        let name = "changing"
        let priority: SourcePriority
        private let state: Locked<[String: SourceValue]>
        private let announcements = AsyncStream.makeStream(of: Void.self)

        init(_ values: [String: SourceValue], priority: SourcePriority = .aboveDocuments) {
            self.priority = priority
            state = Locked(values)
        }

        func values() -> [String: SourceValue] { state.withLock { $0 } }
        func changes() -> AsyncStream<Void> { announcements.stream }

        func set(_ values: [String: SourceValue], announcing: Bool = true) {
            state.withLock { $0 = values }
            if announcing { announcements.continuation.yield() }
        }
    }

    private static let document = #"""
        {"payments": {"defaultValue": true, "valuesByVersion": [{"appVersion": ">=9", "value": false}]},
         "checkout": {"style": "legacy", "maxItems": 30}}
        """#

    private func store(
        document: String? = SourceTests.document, _ sources: any SettingSource...,
        configure: (inout StoreConfiguration) -> Void = { _ in }
    ) -> TestStore {
        TestStore(document: document) { configuration in
            configuration.sources = sources
            configure(&configuration)
        }
    }

    @Test func `a source above the documents gives its values, and only them`() {
        let test = store(ValueSource("managed") { ["payments": false, "checkout.maxItems": 5] })
        expect(!test.store[.payments])
        expectEqual(test.store[.maxItems], 5)
        expectEqual(test.store[.checkoutStyle], .legacy)
        let resolution = test.store.resolution(of: .payments)
        expectEqual(resolution.layer, .app)
        expectEqual(resolution.sourceName, "managed")
        expectEqual(resolution.reason, .static)
        expectEqual(resolution.freshness, .local)
        expectNil(resolution.age)
        expectNil(resolution.documentVersion)
        expectNil(test.store.resolution(of: .checkoutStyle).sourceName)
    }

    @Test func `a source below the documents gives what they lack`() async {
        let old = ValueSource("old", priority: .belowDocuments) { ["payments": false, "search": false] }
        let test = store(old)
        expect(test.store[.payments])
        expect(!test.store[.search])
        expectEqual(test.store.resolution(of: .search).layer, .app)
        await expectEqual(test.receive(#"{"search": true, "payments": true}"#), .activated(changedNames: ["search"]))
        expect(test.store[.search])
        expectEqual(test.store.resolution(of: .search).layer, .remote)
    }

    @Test func `the order is overrides, sources above, documents, sources below, defaults in code`() async {
        let key = SettingKey("setting", default: 0)
        let above = ChangingSource(["setting": 1])
        let second = ValueSource("second") { ["setting": 2] }
        let below = ValueSource("below", priority: .belowDocuments) { ["setting": 5] }
        let test = store(document: #"{"setting": 4}"#, below, above, second)
        test.store.override(key, with: -1)
        expectEqual(test.store[key], -1)
        test.store.removeOverride(of: key)
        expectEqual(test.store[key], 1)
        above.set([:], announcing: false)
        test.store.reloadSources()
        expectEqual(test.store[key], 2)
        // A document that is fetched takes its place among the sources.
        _ = await test.receive(#"{"setting": 3}"#)
        expectEqual(test.store[key], 2)
        let onlyBelow = store(document: #"{"setting": 4}"#, below)
        expectEqual(onlyBelow.store[key], 4)
        _ = await onlyBelow.receive(#"{"setting": 3, "other": 1}"#)
        expectEqual(onlyBelow.store[key], 3)
        expectEqual(store(document: nil, below).store[key], 5)
        expectEqual(store(document: nil).store[key], 0)
    }

    @Test(arguments: SourcePriority.allCases)
    func `a source that is read again keeps its place among the others`(_ priority: SourcePriority) async {
        let sources = (1...3).map { ChangingSource(["setting": SourceValue($0)], priority: priority) }
        let key = SettingKey("setting", default: 0)
        let test = TestStore { $0.sources = sources }
        for (index, source) in sources.enumerated().reversed() {
            source.set(["setting": SourceValue(10 + index)], announcing: false)
            test.store.reloadSources()
            expectEqual(test.store[key], index == 0 ? 10 : 1)
        }
        for (index, source) in sources.enumerated() {
            source.set([:], announcing: false)
            test.store.reloadSources()
            expectEqual(test.store[key], [11, 12, 0][index])
        }
    }

    @Test func `values that change while they are read are not overwritten by older ones`() {
        /// A source that another thread reads again in the middle of a read.
        final class Interrupted: SettingSource {
            let name = "interrupted"
            let interrupt = Locked<(@Sendable () -> Void)?>(nil)
            let value = Locked(1)

            func values() -> [String: SourceValue] {
                let old = value.withLock { $0 }
                let interrupt = interrupt.withLock { interrupt in
                    defer { interrupt = nil }
                    return interrupt
                }
                interrupt?()
                return ["setting": SourceValue(old)]
            }
        }
        let source = Interrupted()
        let key = SettingKey("setting", default: 0)
        let store = TestStore { $0.sources = [source] }.store
        source.value.withLock { $0 = 2 }
        source.interrupt.withLock {
            $0 = {
                source.value.withLock { $0 = 3 }
                store.reloadSources()
            }
        }
        store.reloadSources()
        expectEqual(store[key], 3)
    }

    @Test func `values have the type that the key declares, or are skipped and reported`() {
        let test = store(
            ValueSource("managed") {
                [
                    "payments": "yes", "checkout.style": "modern", "theme": SourceValue(["size": 3]),
                    "list": SourceValue([1, 2]), "ratio": 0.5, "json": SourceValue(json: #"{"name": "x", "size": 2}"#),
                ]
            })
        expect(test.store[.payments])
        expectEqual(test.store[.checkoutStyle], .modern)
        expectEqual(test.store[.theme], Theme(name: "plain", size: 1))
        expectEqual(test.store[SettingKey("list", default: [Int]())], [1, 2])
        expectEqual(test.store[SettingKey("ratio", default: 0.0)], 0.5)
        expectEqual(test.store[SettingKey("json", default: Theme(name: "", size: 0))], Theme(name: "x", size: 2))
        let mismatches = test.store.recentDiagnostics.filter { $0.code == .typeMismatch }.map(\.message)
        expectEqual(mismatches.count, 2)
        expect(mismatches.allSatisfy { $0.contains("of the layer app is skipped") })
    }

    @Test(
        arguments: [
            ("nan", SourceValue(Double.nan), "JSON cannot contain it"),
            ("text", SourceValue(json: "{"), "it is not JSON"),
            ("empty", SourceValue(json: ""), "it is not JSON"), ("$version", 3, "begins with $"),
            ("", true, "is empty"),
        ])
    func `a value that cannot be used is reported, and the others are read`(
        _ name: String, _ value: SourceValue, _ reason: String
    ) {
        let test = store(ValueSource("managed") { [name: value, "payments": false] })
        expect(!test.store[.payments])
        let diagnostics = test.store.recentDiagnostics.filter { $0.code == .unusableSource }
        expectEqual(diagnostics.count, 1)
        expect(diagnostics.first?.message.contains(reason) == true)
        expect(diagnostics.first?.message.contains(#"the source "managed""#) == true)
        expectEqual(test.store.snapshot[.maxItems], 30)
    }

    @Test func `values that are beyond the limits of a document together are reported, and the documents are read`() {
        let text = SourceValue(String(repeating: "x", count: 200))
        let test = store(ValueSource("large") { ["payments": false, "a": text, "b": text] }) {
            $0.limits.byteCount = 300
        }
        expect(test.store[.payments])
        expect(test.store.recentDiagnostics.contains { $0.code == .unusableSource })
    }

    @Test func `announced changes are read, and listeners are told of those that count`() async {
        let source = ChangingSource(["payments": false])
        let test = store(source)
        var updates = test.store.updates.makeAsyncIterator()
        source.set(["payments": true, "checkout.maxItems": 30])
        source.set(["payments": true, "checkout.maxItems": 31])
        var names: Set<String> = []
        while !names.contains("checkout.maxItems"), let update = await updates.next() {
            names.formUnion(update.changedNames)
        }
        expectEqual(test.store[.maxItems], 31)
        expect(test.store[.payments])
        source.set([:])
        await eventually { test.store[.maxItems] == 30 }
        expectEqual(test.store[.maxItems], 30)
        expectEqual(test.store.resolution(of: .maxItems).layer, .bundled)
    }

    @Test func `a closed store keeps its values`() async {
        let source = ChangingSource(["payments": false])
        let test = store(source)
        await test.end()
        source.set(["payments": true])
        test.store.reloadSources()
        expect(!test.store[.payments])
    }

    @Test func `the same values again are no change`() {
        let source = ChangingSource(["payments": false])
        let test = store(source)
        let before = test.store.snapshot
        source.set(["payments": false], announcing: false)
        test.store.reloadSources()
        expect(!before[.payments] && !test.store[.payments])
        expectEqual(test.store.resolution(of: .payments), before.resolution(of: .payments))
    }

    @Test func `groups come from documents`() {
        struct Checkout: Decodable {
            let style: PropertySetting<String>
            let maxItems: PropertySetting<Int>
        }
        let test = store(ValueSource("managed") { ["checkout.style": "modern"] })
        expectEqual(test.store[.checkoutStyle], .modern)
        expectEqual(test.store.group("checkout", as: Checkout.self)?.style.value, "legacy")
    }

    @Test func `summaries and exposures name the source`() {
        let reads = Locked<[String]>([])
        let test = store(ValueSource("managed") { ["payments": false, "unknown": 1] }) {
            $0.onRead = .oncePerChange { read in
                reads.withLock { $0.append("\(read.name) \(read.layer.rawValue) \(read.sourceName ?? "-")") }
            }
        }
        _ = test.store[.payments]
        _ = test.store[.maxItems]
        expectEqual(reads.withLock { $0 }, ["payments app managed", "checkout.maxItems bundled -"])
        let summaries = test.store.settings
        expectEqual(summaries.first { $0.name == "unknown" }?.sourceName, "managed")
        expectEqual(summaries.first { $0.name == "unknown" }?.value, "1")
        expectNil(summaries.first { $0.name == "checkout.style" }?.sourceName)
    }

    @Test func `a source alone makes a store neither ready nor a document`() {
        let test = store(document: nil, ValueSource("managed") { ["search": false] })
        expect(!test.store[.search])
        expectEqual(test.store.state, .notReady)
        expectEqual(test.store.resolution(of: .payments).errorCode, .providerNotReady)
    }

    @Test func `other contexts and schedules read the same source`() {
        let test = store(ValueSource("managed") { ["payments": false] })
        test.context["country"] = "AT"
        expect(!test.store[.payments])
        expect(!test.store.resolution(of: .payments, for: EvaluationContext(appVersion: "9.0")).value)
        test.date = Date(timeIntervalSince1970: 2_000_000_000)
        expect(!test.store[.payments])
    }
}
