import FlagResolver
import FlagStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reading settings as an app does, while documents are swapped, and starting from disk.
struct StoreWork {
    private static let flag = SettingKey("group0.flag0", default: false)
    private static let pair = SettingKey("group3.flag3", default: Pair(a: -1, b: []))

    private struct Pair: Decodable, Equatable, Sendable {
        let a: Int
        let b: [String]
    }

    private let folder: String

    init(folder: String) {
        self.folder = folder
    }

    func measure(into report: inout Report) async throws {
        try measureReading(into: &report)
        measureOverride(into: &report)
        try measureContextChange(into: &report)
        await measureReadingWhileSwapping(into: &report)
        try await measureStart(into: &report)
    }

    private func measureReading(into report: inout Report) throws {
        var configuration = StoreConfiguration()
        configuration.bundledDocument = GeneratedDocument.bytes(settings: 1_000)
        let store = SettingsStore(appVersion: "5.0.0", configuration)
        guard store[Self.pair].b == ["x", "y"] else { throw Failure(description: "the setting is not in the document") }
        let count = 100_000
        report.measure("read a Bool through a key", on: "one", operations: count, most: 5) {
            Self.readFlag(store, count)
        }
        report.measure("read a struct through a key", on: "one", operations: count, most: 50) {
            var sum = 0
            for _ in 0..<count { sum &+= store[Self.pair].a }
            return sum
        }
        store.close()
    }

    private func measureOverride(into report: inout Report) {
        let work = "override one of 10,000 keys"
        guard report.includes(work) else { return }
        let keys = (0..<10_000).map { SettingKey("key\($0)", default: 0) }
        let store = SettingsStore(appVersion: "5.0.0", StoreConfiguration())
        for key in keys { BlackHole.consume(store[key]) }
        let count = 100
        report.measure(work, on: "one", operations: count, most: 1e6) {
            for number in 0..<count { store.override(keys[0], with: number) }
            return store[keys[0]]
        }
        store.close()
    }

    /// Each setting tests the country, and every change of the country changes every value.
    private func measureContextChange(into report: inout Report) throws {
        let (silent, followed) = ("change the context of 10,000 settings", "the same, with a listener")
        guard report.includes(silent) || report.includes(followed) else { return }
        let settings = (0..<10_000).map { number in
            #""s\#(number)": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=9", "value": false}, "#
                + #"{"when": {"country": "AT", "plan": ["pro", "team"]}, "value": true}, {"appVersion": ">=8", "value": true}]}"#
        }
        var configuration = StoreConfiguration()
        configuration.bundledDocument = Array("{\(settings.joined(separator: ","))}".utf8)
        let store = SettingsStore(
            context: EvaluationContext(appVersion: "5.0.0", attributes: ["plan": "pro"]), configuration)
        let key = SettingKey("s9999", default: false)
        func change() -> Bool {
            var isRight = true
            for country in ["AT", "DE"] {
                store.updateContext { $0["country"] = .string(country) }
                isRight = isRight && store[key] == (country == "AT")
            }
            return isRight
        }
        guard change() else { throw Failure(description: "the values did not change") }
        report.measure(silent, on: "10000", operations: 2, most: 2e6) { change() }
        let listener = store.updates.makeAsyncIterator()
        report.measure(followed, on: "10000", operations: 2, most: 20e6) { change() }
        withExtendedLifetime(listener) {}
        store.close()
    }

    @inline(never)
    private static func readFlag(_ store: SettingsStore, _ count: Int) -> Int {
        var sum = 0
        for _ in 0..<count { sum &+= store[Self.flag] ? 1 : 0 }
        return sum
    }

    /// Two threads read while a third swaps documents of 10,000 settings; each reading thread counts its own time.
    private func measureReadingWhileSwapping(into report: inout Report) async {
        let (together, slowest) = ("read a Bool, two threads and swaps", "slowest of 10,000 reads, 100 swaps")
        guard report.includes(together) || report.includes(slowest) else { return }
        var configuration = StoreConfiguration()
        configuration.transport = AlternatingTransport(
            [1, 2].map { GeneratedDocument.bytes(settings: 10_000, seed: $0) })
        let store = SettingsStore(appVersion: "5.0.0", configuration)
        _ = await store.refresh()

        let swaps = Swaps(of: store)
        async let times = OwnThread.run(count: 2) {
            let start = CPUTime.ofThread()
            var reads = 0
            while !swaps.areOver {
                BlackHole.consume(Self.readFlag(store, 1_000))
                reads += 1_000
            }
            return (CPUTime.ofThread() - start) / Double(reads)
        }
        await swaps.run(20)
        let worst = await times.max() ?? 0
        report.add(Figure(work: together, input: "10000", value: worst, unit: .nanoseconds, limit: .most(5)))

        let more = Swaps(of: store)
        async let histograms = OwnThread.run(count: 1) {
            var histogram = Histogram()
            while !more.areOver {
                let start = CPUTime.ofThread()
                BlackHole.consume(store[Self.flag])
                BlackHole.consume(store[Self.pair])
                histogram.add(CPUTime.ofThread() - start)
            }
            return histogram
        }
        await more.run(100)
        let delay = await histograms.map { $0.quantile(0.9999) }.max() ?? 0
        report.add(Figure(work: slowest, input: "10000", value: delay, unit: .nanoseconds, limit: .most(1e6)))
        store.close()
    }

    private func measureStart(into report: inout Report) async throws {
        let work = "start from a cache of 1 MiB"
        guard report.includes(work) else { return }
        let directory = folder + "/cache"
        try? FileManager.default.removeItem(atPath: directory)
        var configuration = StoreConfiguration()
        configuration.directory = directory
        let bytes = GeneratedDocument.bytes(settings: 2_600)
        configuration.transport = AlternatingTransport([bytes])
        let first = SettingsStore(appVersion: "5.0.0", configuration)
        _ = await first.refresh()
        first.close()

        configuration.transport = nil
        report.measure(work, on: "one", most: 10e6) {
            let store = SettingsStore(appVersion: "5.0.0", configuration)
            let value = store[Self.pair].a
            store.close()
            return value
        }
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
