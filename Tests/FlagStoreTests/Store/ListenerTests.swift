import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

struct ListenerTests {
    /// Iterates over updates, and stores what should have changed since the last one.
    private struct Listener {
        var updates: StoreSequence<SettingsUpdate>.Iterator
        var expected: Set<String> = []
    }

    @Test func `Y6: however listeners come, go and fall behind, each gets exactly the names that changed meanwhile`()
        async throws
    {
        for seed in 0..<20 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let test = TestStore()
            let keys = (0..<8).map { SettingKey("s\($0)", default: 0) }
            var listeners: [Listener] = []
            for step in 0..<300 {
                switch Int.random(in: 0..<10, using: &random) {
                case 0 where listeners.count < 12:
                    listeners.append(Listener(updates: test.store.updates.makeAsyncIterator()))
                case 1 where !listeners.isEmpty:
                    listeners.remove(at: Int.random(in: listeners.indices, using: &random))
                case 2...4 where !listeners.isEmpty:
                    let index = Int.random(in: listeners.indices, using: &random)
                    guard !listeners[index].expected.isEmpty else { continue }
                    let update = try #require(await listeners[index].updates.next())
                    expectEqual(Set(update.changedNames), listeners[index].expected, "seed \(seed), step \(step)")
                    expectEqual(update.changedNames, update.changedNames.sorted())
                    listeners[index].expected = []
                default:
                    let key = keys[Int.random(in: keys.indices, using: &random)]
                    test.set(key, to: step + 1)
                    for index in listeners.indices { listeners[index].expected.insert(key.name) }
                }
            }
            test.store.close()
            for index in listeners.indices {
                let update = await listeners[index].updates.next()
                expectEqual(Set(update?.changedNames ?? []), listeners[index].expected, "seed \(seed)")
                await expectNil(listeners[index].updates.next())
            }
        }
    }

    /// A clock that counts the sleeps that have begun.
    private struct CountingClock: StoreClock {
        let clock = ManualClock()
        let count = Locked(0)

        var monotonicTime: Duration { clock.monotonicTime }
        var wallTime: Int64 { clock.wallTime }

        func sleep(until deadline: Duration) async throws {
            count.withLock { $0 += 1 }
            try await clock.sleep(until: deadline)
        }
    }

    @Test func `refreshes start no timers of their own, which would stay in memory until their time has come`() async {
        let clock = CountingClock()
        let test = TestStore { configuration in
            configuration.clock = clock
            configuration.requestTimeout = .seconds(30)
        }
        for number in 0..<300 {
            clock.clock.advance(by: .milliseconds(10))
            _ = await test.receive("{\"n\": \(number)}")
        }
        expect(clock.count.withLock { $0 } < 10)
    }
}
