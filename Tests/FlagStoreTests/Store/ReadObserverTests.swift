import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

struct ReadObserverTests {
    private static let document = #"""
        {"payments": {"defaultValue": false, "valuesByVersion": [
           {"appVersion": "9", "value": false}, {"appVersion": ">=1.0", "value": true}]},
         "checkout": {"maxItems": 3}}
        """#

    /// A store, and the descriptions of its reads.
    private func store(
        _ makeObserver: (@escaping @Sendable (SettingRead) -> Void) -> ReadObserver
    ) -> (test: TestStore, reads: @Sendable () -> [String]) {
        let reads = Locked<[String]>([])
        let observer = makeObserver { read in
            let text = "\(read.name)=\(read.value) \(read.reason) \(read.entryName) \(read.layer.rawValue)"
            reads.withLock { $0.append(text) }
        }
        let test = TestStore(document: Self.document) { configuration in
            configuration.recorder = nil
            configuration.onRead = observer
        }
        return (test, { reads.withLock { $0 } })
    }

    @Test func `once per change, a read is reported with name, value, reason, entry and layer`() async {
        let (test, reads) = store { .oncePerChange($0) }
        for _ in 0..<3 {
            _ = test.store[.payments]
            _ = test.store[.maxItems]
            _ = test.store.resolution(of: .payments)
        }
        expectEqual(
            reads(),
            [
                "payments=true targetingMatch entry-2 bundled", "checkout.maxItems=3 static default bundled",
            ])
        // The layer and the reason of one changes, the other stays as it is.
        _ = await test.receive(#"{"payments": true}"#)
        _ = test.store[.payments]
        _ = test.store[.maxItems]
        expectEqual(reads().dropFirst(2), ["payments=true static default remote"])
        test.set(.maxItems, to: 4)
        _ = test.store[.maxItems]
        expectEqual(reads().last, "checkout.maxItems=4 static default override")
        _ = test.store[.search]
        expectEqual(reads().last, "search=true error default code-default")
        expectEqual(reads().count, 5)
    }

    @Test func `once per change, each user of a session is reported, with the document and the time`() async {
        let reads = Locked<[SettingRead]>([])
        let test = TestStore(context: EvaluationContext(appVersion: "1.0"), installationKey: "phone") {
            $0.recorder = nil
            $0.onRead = .oncePerChange { read in reads.withLock { $0.append(read) } }
        }
        _ = await test.receive(#"{"$version": 7, "payments": true}"#)
        func read() -> [String] {
            for _ in 0..<3 {
                _ = test.store[.payments]
                _ = test.store.resolution(of: .payments)
            }
            defer { reads.withLock { $0 = [] } }
            return reads.withLock { $0 }.map { read in
                let version = read.documentVersion.map { "\($0)" } ?? "none"
                let seconds = Int64(read.date.timeIntervalSince1970) - 1_800_000_000
                return "\(read.targetingKey ?? "nobody") \(read.value) of version \(version) after \(seconds) s"
            }
        }
        expectEqual(read(), ["phone true of version 7 after 0 s"])
        test.context.targetingKey = "anna"
        test.clock.advance(by: .seconds(5))
        expectEqual(read(), ["anna true of version 7 after 5 s"])
        test.context.targetingKey = "ben"
        expectEqual(read(), ["ben true of version 7 after 5 s"])
        // The same user with another attribute sees nothing new.
        test.context["country"] = "AT"
        expectEqual(read(), [])
        test.context.targetingKey = nil
        test.set(.payments, to: false)
        expectEqual(read(), ["phone false of version none after 5 s"])
    }

    @Test func `once per change, many threads report a read once`() async {
        let (test, reads) = store { .oncePerChange($0) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<100 {
                        _ = test.store[.maxItems]
                        await Task.yield()
                    }
                }
            }
        }
        expectEqual(reads().count, 1)
    }

    @Test func `each time, every read is reported`() {
        let (test, reads) = store { .eachTime($0) }
        for _ in 0..<3 { _ = test.store[.maxItems] }
        let snapshot = test.store.snapshot
        for _ in 0..<2 { _ = snapshot[.maxItems] }
        expectEqual(reads(), Array(repeating: "checkout.maxItems=3 static default bundled", count: 5))
    }

    @Test func `an observer may read settings`() {
        let store = Locked<SettingsStore?>(nil)
        let (test, reads) = self.store { call in
            .eachTime { read in
                call(read)
                if read.name == "payments" { _ = store.withLock { $0 }?[.maxItems] }
            }
        }
        store.withLock { [started = test.store] in $0 = started }
        _ = test.store[.payments]
        expectEqual(reads().count, 2)
        store.withLock { $0 = nil }
    }
}
