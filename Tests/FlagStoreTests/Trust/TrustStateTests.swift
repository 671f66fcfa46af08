import FlagResolver
import FlagStore
import FlagStoreTesting
import FlagStoreTrust
import TestSupport
import Testing

/// Every state of a device that some events lead to, explored until no new one is found.
struct TrustStateTests {
    /// What happens to a device; each begins with a start of the app, except those of the disk and the clock.
    private enum Event: CaseIterable {
        case receivesFirst, receivesSecond, receivesOtherSecond, receivesExpiring
        case confirms, crashesThreeTimes
        case losesCache, losesNewest, losesFloor
        case clockMoves
    }

    private struct Documents {
        let first, second, otherSecond, expiring, unsigned, forged, next: String

        init() throws {
            first = try TrustedDevice.signed(1)
            second = try TrustedDevice.signed(2)
            otherSecond = try TrustedDevice.signed(2, text: #"{"checkout": {"maxItems": 12}, "theme": 1}"#)
            expiring = try TrustedDevice.signed(3, expires: 1_800_000_500)
            unsigned = #"{"$version": 99, "checkout": {"maxItems": 99}, "theme": 1}"#
            forged = try TrustedDevice.signed(98, by: TrustedDevice.stranger)
            next = try TrustedDevice.signed(4)
        }
    }

    /// A device, and what it showed.
    private struct State {
        var files = MemoryFiles()
        var hasMoved = false

        /// The document in use at the end of the last run; `nil` if something happened to the disk since.
        var last: Int?
        var floor = DocumentVersion.lowest

        /// What makes two states the same: the files, without the times at which they were written.
        var identity: [String: UInt64] {
            var identity = ["moved": hasMoved ? 1 : 0, "last": UInt64(last ?? 99)]
            for name in files.names {
                let bytes = files[name] ?? []
                identity[name] = CacheFile(bytes)?.identity.checksum ?? DocumentIdentity(of: bytes).checksum
            }
            return identity
        }

        /// The same device, with files of its own.
        var copy: State {
            var copy = self
            copy.files = MemoryFiles()
            for name in files.names { copy.files[name] = files[name] }
            return copy
        }
    }

    /// How many events follow each other: enough for a document that is confirmed, followed by another one, and quarantined.
    private static let length = TestScale.isEndurance ? 8 : TestScale.isFull ? 3 : 2

    @Test func `no events lock a device out, make it believe anything else, or take a document away`() async throws {
        let documents = try Documents()
        var known: Set<[String: UInt64]> = []
        var states = [State()]
        for _ in 0...Self.length {
            var next: [State] = []
            for state in states where known.insert(state.identity).inserted {
                for event in Event.allCases { next.append(try await after(event, state.copy, documents)) }
                // Whatever happened, the next document of the team is accepted, and no other one.
                let device = Self.device(state.copy)
                let test = device.start()
                await expectEqual(test.receive(documents.unsigned).trustFailure, .unsigned)
                await expectEqual(test.receive(documents.forged).trustFailure?.code, .noKnownKey)
                _ = await test.receive(documents.next)
                expectEqual(test.store[.maxItems], 4, "after \(state.identity.keys)")
                await test.end()
                await expectEqual(device.version(), 4)
            }
            states = next
        }
        expect(known.count > (TestScale.isFull ? 100 : 20))
    }

    private static func device(_ state: State) -> TrustedDevice {
        var device = TrustedDevice()
        device.files = state.files
        device.bundled = #"{"checkout": {"maxItems": 0}}"#
        if state.hasMoved { device.wallTime += 1_000 }
        return device
    }

    private func after(_ event: Event, _ state: State, _ documents: Documents) async throws -> State {
        var next = state
        switch event {
        case .losesCache:
            for name in next.files.names where name.hasPrefix("/cache/") { next.files[name] = nil }
            next.last = nil
            return next
        case .losesNewest:
            next.files["/cache/newest"] = nil
            next.last = nil
            return next
        case .losesFloor:
            for name in next.files.names where name.hasPrefix("/support/") { next.files[name] = nil }
            next.floor = .lowest
            return next
        case .clockMoves:
            next.hasMoved = true
            return next
        default: break
        }
        let test = Self.device(next).start()
        let start = test.store[.maxItems]
        let codes = test.store.recentDiagnostics.map(\.code)
        expect([0, 1, 2, 3, 12, 20].contains(start), "a document that is not authentic is in use")
        if let last = next.last, !codes.contains(.documentQuarantined), !codes.contains(.crashLoop) {
            expectEqual(start, last, "the document of the last run is not used any more: \(codes)")
        }
        let floor = try #require(test.store.trust?.floor)
        expect(floor >= next.floor)
        switch event {
        case .receivesFirst: _ = await test.receive(documents.first)
        case .receivesSecond: _ = await test.receive(documents.second)
        case .receivesOtherSecond: _ = await test.receive(documents.otherSecond)
        case .receivesExpiring: _ = await test.receive(documents.expiring)
        case .confirms: test.store.confirm()
        default: break
        }
        let end = test.store[.maxItems]
        expect(
            end == start || DocumentVersion(Int64(end == 12 ? 2 : end)) >= floor,
            "a document below the floor was accepted")
        next.floor = try #require(test.store.trust?.floor)
        next.last = end
        if event == .crashesThreeTimes {
            next.files = await test.crash(next.files)
            for _ in 2...3 { next.files = await Self.device(next).start().crash(next.files) }
        } else {
            await test.end()
            next.files = next.files.remains(after: .nothing)
        }
        return next
    }
}
