import BenchmarkKeys
import FlagStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reading keys of another module, by the type of their values and the number of threads.
struct ReadingWork {
    private static let count = 100_000
    private static let document = """
        {"isOn": true, "count": 3, "ratio": 0.5, "style": "modern", "shortText": "short",
         "longText": "a text that is too long to be kept within a string value",
         "theme": {"defaultValue": {"name": "a name that is too long to be kept inline", "sizes": [1, 2, 3]}}}
        """

    private let store: SettingsStore
    private let other: SettingsStore

    init() {
        var configuration = StoreConfiguration()
        configuration.bundledDocument = Array(Self.document.utf8)
        store = SettingsStore(appVersion: "5.0.0", configuration)
        other = SettingsStore(appVersion: "6.0.0", configuration)
    }

    func measure(into report: inout Report) async {
        await measure("Bool", loop: 5, call: 10, into: &report) { $0[.isOn] ? 1 : 0 }
        await measure("Int", loop: 5, call: 10, into: &report) { $0[.count] }
        await measure("Double", loop: 5, call: 10, into: &report) { $0[.ratio] > 0 ? 1 : 0 }
        await measure("enum", loop: 5, call: 10, into: &report) { $0[.style] == .modern ? 1 : 0 }
        await measure("short text", loop: 10, call: 10, into: &report) { $0[.shortText].utf8.count }
        await measure("long text", loop: 30, call: 30, hasReferences: true, into: &report) { $0[.longText].utf8.count }
        await measure("struct", loop: 30, call: 30, hasReferences: true, into: &report) { $0[.theme].sizes.count }
        await measure("snapshot", loop: 100, call: 100, into: &report) { $0.snapshot[.isOn] ? 1 : 0 }
        await measure("reason", loop: 300, call: 300, into: &report) { $0.resolution(of: .isOn).value ? 1 : 0 }
        await measure("state", loop: 100, call: 100, into: &report) { $0.state == .ready ? 1 : 0 }
        measureTwoStores(into: &report)
    }

    /// - Parameters:
    ///   - type: The type of the value, or what else is read.
    ///   - loop: The limit of a read in a loop, in nanoseconds.
    ///   - call: The limit of a read in a function of its own.
    ///   - hasReferences: Whether copying a value counts references, which all threads share.
    @inline(__always)
    private func measure(
        _ type: String,
        loop: Double,
        call: Double,
        hasReferences: Bool = false,
        into report: inout Report,
        _ read: @escaping @Sendable (SettingsStore) -> Int
    ) async {
        let store = store
        report.measure("read in a loop", on: type, operations: Self.count, most: loop) {
            Self.sum(of: Self.count, store, read)
        }
        report.measure("read in a function of its own", on: type, operations: Self.count, most: call) {
            var sum = 0
            for _ in 0..<Self.count { sum &+= Self.single(store, read) }
            return sum
        }
        var rateOfOne = 0.0
        for threads in [1, 2, 4, 8, 16] {
            let work = threads == 1 ? "read on one thread" : "read on \(threads) threads"
            guard report.includes(work) else { continue }
            let rate = await Self.rate(threads: threads, store, read)
            if threads == 1 { rateOfOne = rate }
            let least = hasReferences ? 20e6 : 0.7 * Double(min(threads, Self.coreCount)) * rateOfOne
            let limit: Figure.Limit? = threads == 1 ? nil : .least(least)
            report.add(Figure(work: work, input: type, value: rate, unit: .readsPerSecond, limit: limit))
        }
    }

    private func measureTwoStores(into report: inout Report) {
        report.measure("read two stores in turn", on: "Bool", operations: Self.count, most: 50) {
            var sum = 0
            for _ in 0..<(Self.count / 2) { sum &+= (store[.isOn] ? 1 : 0) &+ (other[.isOn] ? 1 : 0) }
            return sum
        }
        report.measure("read two stores in turn", on: "struct", operations: Self.count, most: 50) {
            var sum = 0
            for _ in 0..<(Self.count / 2) { sum &+= store[.theme].sizes.count &+ other[.theme].sizes.count }
            return sum
        }
    }

    /// All threads together, in reads per second of wall-clock time.
    @inline(__always)
    private static func rate(
        threads: Int,
        _ store: SettingsStore,
        _ read: @escaping @Sendable (SettingsStore) -> Int
    ) async -> Double {
        // Enough reads that the start of the threads does not count.
        let readsOfThread = 64_000_000 / threads
        let start = ContinuousClock.now
        for sum in await OwnThread.run(count: threads, { Self.sum(of: readsOfThread, store, read) }) {
            BlackHole.consume(sum)
        }
        return Double(readsOfThread * threads) / (start.duration(to: .now) / .seconds(1))
    }

    @inline(__always)
    private static func sum(of count: Int, _ store: SettingsStore, _ read: (SettingsStore) -> Int) -> Int {
        var sum = 0
        for _ in 0..<count { sum &+= read(store) }
        return sum
    }

    @inline(never)
    private static func single(_ store: SettingsStore, _ read: (SettingsStore) -> Int) -> Int {
        read(store)
    }

    private static let coreCount = ProcessInfo.processInfo.activeProcessorCount
}
