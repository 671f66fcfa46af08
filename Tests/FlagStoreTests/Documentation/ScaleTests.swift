import FlagStore
import TestSupport
import Testing

/// Simulates many devices with the store's own schedule, and compares the tables of Docs/Scale.md with what it finds.
@Suite(.blocking)
struct ScaleTests {
    private static let deviceCount = 20_000

    /// The seconds after a change at which each device has it, in order.
    ///
    /// - Parameter edgeAge: How long caches between the devices and the servers keep the document, in seconds.
    private func delays(interval: Int, edgeAge: Double) -> [Double] {
        var random = SeededRandom(seed: 1)
        // Each of a hundred caches has its own copy, of its own age.
        let edges = (0..<100).map { _ in Double.random(in: 0...1, using: &random) * edgeAge }
        let change = Double(interval * 10)
        return (0..<Self.deviceCount).map { device in
            var schedule = FetchSchedule(interval: .seconds(interval), random: SeededRandom(seed: random.next()))
            var now = Double.random(in: 0...1, using: &random) * Double(interval)
            while now < change + edges[device % edges.count] { now += seconds(schedule.delayAfterSuccess()) }
            return now - change
        }.sorted()
    }

    /// The requests of each second, from the beginning of an outage on, and when each device had a success after it.
    private func outage(of length: Int, interval: Int) -> (requests: [Int], recovered: [Double]) {
        var random = SeededRandom(seed: 2)
        var requests = Array(repeating: 0, count: length + 900)
        let recovered = (0..<Self.deviceCount).map { _ in
            var schedule = FetchSchedule(interval: .seconds(interval), random: SeededRandom(seed: random.next()))
            var now = Double.random(in: 0...1, using: &random) * Double(interval)
            var first: Double?
            while now < Double(requests.count) {
                let second = Int(now)
                if requests.indices.contains(second) { requests[second] += 1 }
                if now < Double(length) {
                    now += seconds(schedule.delay(after: TransportFailure(.unreachable), at: 0).delay)
                } else {
                    if first == nil { first = now - Double(length) }
                    now += seconds(schedule.delayAfterSuccess())
                }
            }
            return first ?? .infinity
        }
        return (requests, recovered.sorted())
    }

    private func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }

    private func share(_ share: Double, of sorted: [Double]) -> Int {
        Int(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))].rounded())
    }

    private var spread: [String] {
        [(60, 0.0), (300, 0.0), (300, 60.0), (900, 60.0), (3_600, 60.0)].map { interval, edgeAge in
            let delays = delays(interval: interval, edgeAge: edgeAge)
            return "| \(interval) s | \(Int(edgeAge)) s | \(share(0.5, of: delays)) s | \(share(0.99, of: delays)) s |"
                + " \(share(1, of: delays)) s |"
        }
    }

    private var outages: [String] {
        [(60, 300), (900, 300), (3_600, 300), (3_600, 3_600)].map { length, interval in
            let (requests, recovered) = outage(of: length, interval: interval)
            let normal = Double(Self.deviceCount) / Double(interval)
            func rate(_ seconds: ArraySlice<Int>) -> String {
                let tenths = (Double(seconds.reduce(0, +)) / Double(max(1, seconds.count)) / normal * 10).rounded()
                return "\(Int(tenths) / 10).\(Int(tenths) % 10)"
            }
            let peak = requests[length...].max() ?? 0
            let peakTenths = Int((Double(peak) / normal * 10).rounded())
            return
                "| \(length) s | \(interval) s | \(rate(requests[..<length])) | \(rate(requests[length..<length + 300])) |"
                + " \(peakTenths / 10).\(peakTenths % 10) | \(share(0.5, of: recovered)) s | \(share(0.99, of: recovered)) s |"
        }
    }

    @Test func `the tables of the page are what the schedule gives`() throws {
        let page = try ProjectFile.text("Docs/Scale.md").split(separator: "\n").map { String($0) }
        for row in spread + outages where TestScale.seed == 0 {
            #expect(page.contains(row), "\(row)")
        }
    }
}
