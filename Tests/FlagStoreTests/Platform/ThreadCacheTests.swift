import FlagResolver
import FlagStore
import TestSupport
import Testing
import ThreadCache

struct ThreadCacheTests {
    /// An object that counts how many of its kind are alive.
    private final class Counted: Sendable {
        let number: UInt64
        let alive: Locked<Int>

        init(_ number: UInt64, _ alive: Locked<Int>) {
            self.number = number
            self.alive = alive
            alive.withLock { $0 += 1 }
        }

        deinit {
            alive.withLock { $0 -= 1 }
        }
    }

    /// A store of this test alone.
    private final class TestedStore: Sendable {
        let address = thread_cache_create_store(thread_cache_next_number())

        deinit {
            thread_cache_destroy_store(address)
        }

        func insert(_ number: UInt64, for key: UInt64, alive: Locked<Int>) {
            let object = unsafe Unmanaged.passRetained(Counted(number, alive)).toOpaque()
            let generation = thread_cache_generation(address)
            let outdated = unsafe thread_cache_insert(address, generation, key, object, release)
            if let outdated = unsafe outdated { unsafe release(outdated) }
        }

        func number(of key: UInt64) -> UInt64? {
            guard let object = unsafe thread_cache_find(address, key) else { return nil }
            return unsafe Unmanaged<Counted>.fromOpaque(object).takeUnretainedValue().number
        }
    }

    /// Runs work on a new thread, and waits until the thread has released what it cached.
    private func onNewThread(
        _ alive: Locked<Int>,
        _ work: @escaping @Sendable () -> Void
    ) async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let hasStarted = OwnThread.start {
            work()
            end.finish()
        }
        try #require(hasStarted)
        for await _ in ends {}
        // The system releases the thread's values after its work.
        await eventually { alive.withLock { $0 } == 0 }
        expectEqual(alive.withLock { $0 }, 0)
    }

    @Test func `E4: a thread finds what it cached, in the same generation of the same store only`() async throws {
        let alive = Locked(0)
        try await onNewThread(alive) {
            let (store, other) = (TestedStore(), TestedStore())
            store.insert(1, for: 7, alive: alive)
            other.insert(2, for: 7, alive: alive)
            for _ in 0..<10 {
                expectEqual(store.number(of: 7), 1)
                expectEqual(other.number(of: 7), 2)
            }
            expectNil(store.number(of: 8))
            thread_cache_set_generation(store.address, thread_cache_next_number())
            expectNil(store.number(of: 7))
            expectEqual(other.number(of: 7), 2)
        }
    }

    @Test(arguments: [1, 2, 16, 17, 2_048, 10_000])
    func `E4: a table grows with the number of keys, up to a limit, and never finds a wrong value`(
        count: UInt64
    ) async throws {
        let alive = Locked(0)
        try await onNewThread(alive) {
            let store = TestedStore()
            for key in 1...count { store.insert(key, for: key, alive: alive) }
            let found = (1...count).filter { key in
                guard let number = store.number(of: key) else { return false }
                expectEqual(number, key)
                return true
            }
            expectEqual(UInt64(found.count), min(count, 2_048))
            expectEqual(alive.withLock { $0 }, found.count)
        }
    }

    @Test func `a value that is cached again replaces the older one`() async throws {
        let alive = Locked(0)
        try await onNewThread(alive) {
            let store = TestedStore()
            for number in 1...1_000 as ClosedRange<UInt64> {
                thread_cache_set_generation(store.address, thread_cache_next_number())
                store.insert(number, for: 3, alive: alive)
                expectEqual(store.number(of: 3), number)
            }
            expectEqual(alive.withLock { $0 }, 1)
        }
    }

    @Test func `thousands of threads that end leave nothing behind`() async throws {
        let alive = Locked(0)
        let store = TestedStore()
        for round in 0..<250 {
            try await onNewThread(alive) {
                for key in 1...20 as ClosedRange<UInt64> { store.insert(key, for: key, alive: alive) }
                expect(store.number(of: UInt64(round % 20) + 1) != nil)
            }
        }
        expectEqual(alive.withLock { $0 }, 0)
    }

    /// An object that caches another one when it is released.
    private final class Reentrant: Sendable {
        let store: TestedStore
        let alive: Locked<Int>

        init(_ store: TestedStore, _ alive: Locked<Int>) {
            self.store = store
            self.alive = alive
            alive.withLock { $0 += 1 }
        }

        deinit {
            store.insert(1, for: 1, alive: alive)
            alive.withLock { $0 -= 1 }
        }
    }

    @Test func `code that runs while a thread ends may read settings`() async throws {
        let alive = Locked(0)
        let store = TestedStore()
        try await onNewThread(alive) {
            let object = unsafe Unmanaged.passRetained(Reentrant(store, alive)).toOpaque()
            let generation = thread_cache_generation(store.address)
            let outdated = unsafe thread_cache_insert(store.address, generation, 2, object, release)
            unsafe expect(outdated == nil)
        }
        expectEqual(alive.withLock { $0 }, 0)
    }

    @Test func `a value without a generation is not cached`() async throws {
        let alive = Locked(0)
        try await onNewThread(alive) {
            let store = TestedStore()
            thread_cache_set_generation(store.address, THREAD_CACHE_NEVER_FOUND)
            store.insert(1, for: 1, alive: alive)
            expectNil(store.number(of: 1))
            expectEqual(alive.withLock { $0 }, 0)
        }
    }
}

private func release(_ object: UnsafeRawPointer) {
    unsafe Unmanaged<AnyObject>.fromOpaque(object).release()
}
