import FlagStore
import TestSupport
import Testing

@Suite(.blocking)
struct OutageTests {
    /// The requests per second after the recovery of a server.
    struct Arrivals {
        let peak: Int
        let mean: Double
    }

    /// Simulates clients during an outage, each with its own state machine and clock.
    private func arrivals(clients: Int, outage: Int, interval: Int, startSpread: Int, seed: UInt64) -> Arrivals {
        var random = SeededRandom(seed: seed)
        let recovery = Duration.seconds(outage)
        let end = recovery + .seconds(300)
        var counts = Array(repeating: 0, count: 300)
        let rules = DocumentLifecycle.Rules(
            refreshInterval: .seconds(interval),
            maximumAge: .seconds(900),
            confirmationDelay: .seconds(10),
            hasTransport: true
        )
        for _ in 0..<clients {
            var machine = DocumentLifecycle(rules: rules, random: SeededRandom(seed: random.next()))
            var now = Duration.seconds(startSpread) * Double.random(in: 0...1, using: &random)
            var actions = machine.handle(.started(.init(hasDocument: true)), at: now)
            while now < end {
                if actions.contains(.fetch) {
                    guard now >= recovery else {
                        actions = machine.handle(.failed(TransportFailure(.unreachable), wallTime: 0), at: now)
                        continue
                    }
                    let second = Int((now - recovery).components.seconds)
                    if counts.indices.contains(second) { counts[second] += 1 }
                    actions = machine.handle(.confirmedByServer, at: now)
                    continue
                }
                guard case .wake(let deadline?) = actions.last else { break }
                now = deadline
                actions = machine.handle(.woke, at: now)
            }
        }
        return Arrivals(peak: counts.max() ?? 0, mean: Double(counts.reduce(0, +)) / 300)
    }

    private static let scenarios = [(900, 300, 0), (900, 300, 300), (1_800, 900, 60), (3_600, 300, 0), (900, 60, 60)]

    @Test(arguments: scenarios.prefix(TestScale.rounds(16)), (1...2).prefix(TestScale.rounds(2)).map { UInt64($0) })
    func `Y2: 10,000 clients come back evenly, the peak of a second at most twice the mean of five minutes`(
        scenario: (outage: Int, interval: Int, startSpread: Int), seed: UInt64
    ) {
        let arrivals = arrivals(
            clients: 10_000,
            outage: scenario.outage,
            interval: scenario.interval,
            startSpread: scenario.startSpread,
            seed: seed
        )
        expect(arrivals.mean > 30)
        expect(Double(arrivals.peak) <= 2 * arrivals.mean, "seed \(seed): \(arrivals)")
    }
}
