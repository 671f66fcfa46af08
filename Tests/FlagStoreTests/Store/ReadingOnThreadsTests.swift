import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

struct ReadingOnThreadsTests {
    private static let isEven = SettingKey("isEven", default: true)
    private static let number = SettingKey("number", default: 0)
    private static let ratio = SettingKey("ratio", default: 0.0)
    private static let style = SettingKey("style", default: CheckoutStyle.legacy)
    private static let shortText = SettingKey("shortText", default: "0")
    private static let longText = SettingKey("longText", default: "")
    private static let theme = SettingKey("theme", default: Theme(name: "0", size: 0))
    private static let list = SettingKey("list", default: [0])

    private static func document(_ number: Int) -> String {
        """
        {"isEven": \(number % 2 == 0), "number": \(number), "ratio": \(number).0, \
        "style": "\(number % 2 == 0 ? "legacy" : "modern")", "shortText": "\(number)", \
        "longText": "\(longText(number))", "theme": {"defaultValue": {"name": "\(longText(number))", "size": \(number)}}, \
        "list": [\(number)]}
        """
    }

    private static func longText(_ number: Int) -> String {
        "a text that is too long to be kept within a string value: \(number)"
    }

    /// Holds what a snapshot says about every setting to one number.
    private static func expectOneDocument(_ snapshot: StoreSnapshot) -> Int {
        let value = snapshot[number]
        expectEqual(snapshot[isEven], value % 2 == 0)
        expectEqual(snapshot[ratio], Double(value))
        expectEqual(snapshot[style], value % 2 == 0 ? .legacy : .modern)
        expectEqual(snapshot[shortText], "\(value)")
        expectEqual(snapshot[longText], longText(value))
        expectEqual(snapshot[theme], Theme(name: longText(value), size: value))
        expectEqual(snapshot[list], [value])
        return value
    }

    @Test func `E4: a change is visible to every thread once it has returned`() async {
        let test = TestStore { $0.recorder = nil }
        for round in 1...100 {
            test.set(Self.number, to: round)
            await withTaskGroup(of: [Int].self) { group in
                for _ in 0..<8 {
                    group.addTask { [store = test.store] in
                        let snapshot = store.snapshot
                        return [snapshot[Self.number], store.resolution(of: Self.number).value, store[Self.number]]
                    }
                }
                for await values in group { expectEqual(values, [round, round, round]) }
            }
        }
        _ = await test.receive(Self.document(7))
        expectEqual(test.store.state, .ready)
        expectEqual(test.store.snapshot.resolution(of: Self.style).freshness, .fresh)
    }

    @Test func `E4: values of every type are those of one document, while a writer swaps documents`() async throws {
        let test = TestStore(document: Self.document(0)) { $0.recorder = nil }
        let isOver = Locked(false)
        let (ends, end) = AsyncStream.makeStream(of: Int.self)
        let threadCount = 8
        for _ in 0..<threadCount {
            let hasStarted = OwnThread.start { [store = test.store] in
                var last = 0
                while !isOver.withLock({ $0 }) {
                    let snapshot = store.snapshot
                    let value = Self.expectOneDocument(snapshot)
                    expect(value >= last)
                    if value == last {
                        // Nothing has come since the last reading: other tests need the processor more.
                        OwnThread.pause(milliseconds: 50)
                        expectEqual(Self.expectOneDocument(snapshot), value, "a snapshot stays as it is")
                    }
                    // Later reads are of this document or a newer one.
                    expect(store[Self.number] >= value)
                    expect(store[Self.theme].size >= value)
                    expect((store[Self.list].first ?? -1) >= value)
                    last = value
                }
                end.yield(Self.expectOneDocument(store.snapshot))
            }
            expect(hasStarted)
        }
        for number in 1...100 { _ = await test.receive(Self.document(number)) }
        isOver.withLock { $0 = true }
        var results = ends.makeAsyncIterator()
        for _ in 0..<threadCount { await expectEqual(results.next(), 100) }
    }

    @Test func `E4: a task reads the same values after each suspension, on whatever thread`() async {
        let test = TestStore(document: Self.document(7)) { $0.recorder = nil }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<2_000 {
                        expectEqual(test.store[Self.number], 7)
                        await Task.yield()
                        expectEqual(test.store[Self.longText], Self.longText(7))
                    }
                }
            }
        }
    }

    @Test func `E4: two stores that are read in turn keep their own values`() {
        let stores = [1, 2].map { number in TestStore(document: Self.document(number)) { $0.recorder = nil } }
        for _ in 0..<100 {
            expectEqual(stores.map { $0.store[Self.number] }, [1, 2])
            expectEqual(stores.map { $0.store[Self.theme].size }, [1, 2])
        }
        stores[0].set(Self.number, to: 3)
        expectEqual(stores.map { $0.store[Self.number] }, [3, 2])
    }

    /// A value that counts comparisons: the observer of a store compares each value that is not cached for the thread.
    private struct ComparedValue: Decodable, Equatable, Sendable {
        static let comparisons = Locked(0)
        var value: Int

        static func == (left: Self, right: Self) -> Bool {
            comparisons.withLock { $0 += 1 }
            return left.value == right.value
        }
    }

    @Test func `E4: a thread resolves a value once after each change, however often it reads it`() {
        let key = SettingKey("n", default: ComparedValue(value: -1))
        let test = TestStore(document: #"{"n": {"defaultValue": {"value": 5}}}"#) { configuration in
            configuration.recorder = nil
            configuration.onRead = .oncePerChange { _ in }
        }
        for round in 1...3 {
            test.store.override(.payments, with: round == 2)
            for _ in 0..<1_000 { expectEqual(test.store[key].value, 5) }
        }
        expect(ComparedValue.comparisons.withLock { $0 } <= 3)
    }

    private final class Reference: Decodable, Equatable, Sendable {
        let name: String

        init(_ name: String) {
            self.name = name
        }

        static func == (left: Reference, right: Reference) -> Bool { left.name == right.name }
    }

    @Test
    func `E4: each thread has objects of its own, so that threads do not wait for each other to count references`()
        async
    {
        let key = SettingKey("n", default: Reference("none"))
        let list = SettingKey("list", default: [Reference("none")])
        let store = TestStore(document: #"{"n": {"defaultValue": {"name": "a"}}, "list": [{"name": "b"}]}"#) {
            $0.recorder = nil
        }.store
        let (values, value) = AsyncStream.makeStream(of: [Reference].self)
        for _ in 0..<3 {
            let hasStarted = OwnThread.start {
                // A thread that reads again has the same objects.
                value.yield([store[key], store[key]] + store[list] + store[list])
            }
            expect(hasStarted)
        }
        var objects: Set<ObjectIdentifier> = []
        var read: [Reference] = []
        for await references in values.prefix(3) {
            expectEqual(references.map(\.name), ["a", "a", "b", "b"])
            objects.formUnion(references.map { ObjectIdentifier($0) })
            read += references
        }
        expect(objects.count == 6 && read.count == 12)
    }

    @Test func `keys that are created at run time read their own values, however many there are`() {
        let members = (0..<3_000).map { "\"n\($0)\": \($0)" }.joined(separator: ", ")
        let store = TestStore(document: "{\(members)}") { $0.recorder = nil }.store
        let keys = (0..<3_000).map { SettingKey("n\($0)", default: -1) }
        for _ in 0..<2 {
            for (number, key) in keys.enumerated() { expectEqual(store[key], number) }
        }
        for number in 0..<100 {
            expectEqual(store[SettingKey("n\(number)", default: -1)], number)
            expectEqual(store[SettingKey("n\(number)", default: "")], "")
        }
    }
}
