import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

struct TestStoreTests {
    @Test func `give the values they were given, and record what is read`() {
        let test = TestStore()
        test.set(.payments, to: true)
        test.set(.maxItems, to: 3)
        expect(test.reads.isEmpty)
        expect(test.store[.payments])
        expect(test.store[.payments])
        expectEqual(test.store[.maxItems], 3)
        expect(test.store.resolution(of: .search).value)
        expectEqual(test.reads, ["payments", "payments", "checkout.maxItems", "search"])
    }

    @Test func `have a clock that moves only when told, and wakes in order`() async throws {
        let clock = ManualClock(wallTime: 100)
        try await clock.sleep(until: .zero)
        async let sleeping: Void = clock.sleep(until: .seconds(10))
        clock.advance(by: .seconds(10))
        try await sleeping
        expectEqual(clock.monotonicTime, .seconds(10))
        expectEqual(clock.wallTime, 110)
        clock.wallTime = -5
        expectEqual(clock.monotonicTime, .seconds(10))
        clock.wallTime = .max
        clock.advance(by: .seconds(1))
        expectEqual(clock.wallTime, .max)
    }

    // Exit tests are not available elsewhere.
    #if os(macOS) || os(Linux)
        @Test func `have a clock that never goes back`() async {
            await #expect(processExitsWith: .failure) {
                ManualClock().advance(by: .milliseconds(-1))
            }
        }
    #endif

    @Test func `have a wall clock that adds up fractions of a second`() {
        let clock = ManualClock(wallTime: 100)
        for _ in 0..<10 { clock.advance(by: .milliseconds(500)) }
        expectEqual(clock.wallTime, 105)
        clock.advance(by: .milliseconds(999))
        expectEqual(clock.wallTime, 105)
        // A time that is set is the beginning of a second.
        clock.wallTime = 200
        clock.advance(by: .milliseconds(999))
        expectEqual(clock.wallTime, 200)
    }

    @Test func `have a state that follows the clock at once, and states that miss nothing`() async {
        let test = TestStore()
        var states = test.store.states.makeAsyncIterator()
        _ = await test.receive(#"{"payments": true}"#, entityTag: "\"1\"")
        await expectEqual(states.next(), .ready)
        for _ in 0..<20 {
            test.clock.advance(by: .seconds(900))
            expectEqual(test.store.state, .stale)
            expectEqual(test.store.resolution(of: .payments).freshness, .stale)
            await expectEqual(states.next(), .stale)
            _ = await test.receive(.notModified)
            expectEqual(test.store.state, .ready)
            await expectEqual(states.next(), .ready)
        }
    }

    @Test func `have a sleep that ends when it is cancelled`() async {
        let clock = ManualClock()
        let task = Task { try await clock.sleep(until: .seconds(1)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `have a transport whose answers never go to a request that was given up`() async {
        let test = TestStore { $0.requestTimeout = .seconds(30) }
        _ = await test.transport.nextRequest()
        let results = test.store.beginRefresh()
        test.clock.advance(by: .seconds(30))
        for await result in results { expect(result != .unchanged) }
        await expectEqual(test.receive(#"{"payments": true}"#), .activated(changedNames: ["payments"]))
    }

    @Test func `have a transport whose requests go to one waiting test each`() async {
        let transport = ManualTransport((0..<20).map { _ in .notModified })
        let tags = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<20 { group.addTask { await transport.nextRequest()?.entityTag } }
            for number in 0..<20 { _ = await transport.fetch(DocumentRequest(entityTag: "\"\(number)\"")) }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        expectEqual(Set(tags.compactMap(\.self)), Set((0..<20).map { "\"\($0)\"" }))
    }

    @Test func `have a transport that answers in the order of the test, and gives up when cancelled`() async {
        let transport = ManualTransport([.notModified])
        await expectEqual(transport.fetch(DocumentRequest()), .notModified)
        let task = Task { await transport.fetch(DocumentRequest(entityTag: "\"x\"")) }
        await expectEqual(transport.nextRequest(), DocumentRequest())
        await expectEqual(transport.nextRequest()?.entityTag, "\"x\"")
        task.cancel()
        await expectEqual(task.value, .failed(TransportFailure(.cancelled)))
    }
}
