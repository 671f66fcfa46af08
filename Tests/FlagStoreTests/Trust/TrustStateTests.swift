import FlagResolver
import FlagStore
import FlagStoreTesting
import FlagStoreTrust
import TestSupport
import Testing

/// Every state of a device that some events lead to, explored breadth first until no new one is found.
///
/// 1. No state locks a device out: the next document of the team is accepted, and nothing that nobody has signed is.
/// 2. A document on disk that some key of the app has signed stays in use, unless the crash-loop breaker leaves it.
/// 3. No document is accepted that is older than one that was accepted with a key that the app still has.
struct TrustStateTests {
    /// What happens to a device. It receives a document, or something happens to the app, the disk or the clock.
    private enum Event: CaseIterable {
        case receivesFirst, receivesSecond, receivesOtherSecond, receivesExpiring
        case receivesSecondWithBothKeys, receivesHugeOfSecondKey, receivesNextEpoch
        case confirms, crashesThreeTimes
        case getsBothKeys, getsFirstKey, getsSecondKey
        case losesCache, losesNewest, losesFloor
        case clockMoves
    }

    private enum Key: CaseIterable {
        case first, second
    }

    /// What the device can be sent. A document sets `checkout.maxItems` to a number of its own.
    private struct Sent {
        let value: Int
        let version: DocumentVersion
        let keys: Set<Key>
        let text: String
    }

    private struct Documents {
        var byEvent: [Event: Sent] = [:]
        let unsigned, forged, next: String

        init() throws {
            func sent(
                _ value: Int, _ version: Int64, epoch: Int64 = 1, by keys: Set<Key> = [.first], expires: Int64? = nil
            ) throws -> Sent {
                let text = #"{"checkout": {"maxItems": \#(value)}, "theme": 1}"#
                let key = keys.contains(.first) ? TrustedDevice.team : TrustedDevice.second
                var document = try TrustedDevice.signed(version, by: key, epoch: epoch, text: text, expires: expires)
                if keys.count == 2 { document = try TrustedDevice.second.addSignature(to: document) }
                return Sent(value: value, version: DocumentVersion(version, epoch: epoch), keys: keys, text: document)
            }
            byEvent[.receivesFirst] = try sent(1, 1)
            byEvent[.receivesSecond] = try sent(2, 2)
            byEvent[.receivesOtherSecond] = try sent(12, 2)
            byEvent[.receivesExpiring] = try sent(3, 3, expires: 1_800_000_500)
            byEvent[.receivesSecondWithBothKeys] = try sent(2, 2, by: [.first, .second])
            byEvent[.receivesHugeOfSecondKey] = try sent(9, 9_007_199_254_740_991, by: [.second])
            byEvent[.receivesNextEpoch] = try sent(5, 1, epoch: 2)
            unsigned = #"{"$version": 99, "checkout": {"maxItems": 99}, "theme": 1}"#
            forged = try TrustedDevice.signed(98, by: TrustedDevice.stranger, epoch: 98)
            next = try sent(7, 1, epoch: 3, by: [.first, .second]).text
        }
    }

    /// A device, and what it showed.
    private struct State {
        var files = MemoryFiles()
        var hasMoved = false
        var keys: Set<Key> = [.first, .second]

        /// The value in use at the end of the last run; `nil` if something happened to the disk since.
        var last: Int?

        /// The keys that have signed the document of the last run, as the store found them.
        var lastKeys: Set<Key> = []
        var lastVersion = DocumentVersion.lowest

        /// The newest document that was accepted with each key, unless the file that remembers it was lost.
        var accepted: [Key: DocumentVersion] = [:]

        /// What makes two states the same: the files, without the times at which they were written.
        var identity: [String: UInt64] {
            var identity: [String: UInt64] = [
                "moved": hasMoved ? 1 : 0, "last": UInt64(last ?? 99),
                "keys": (keys.contains(.first) ? 1 : 0) + (keys.contains(.second) ? 2 : 0),
            ]
            for name in files.names {
                let bytes = files[name] ?? []
                identity[name] = CacheFile(bytes)?.identity.checksum ?? DocumentIdentity(of: bytes).checksum
            }
            for (key, version) in accepted {
                identity["\(key)"] = UInt64(version.epoch) << 56 | UInt64(version.version)
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

        /// The newest document that was accepted with a key that the app still has.
        var newest: DocumentVersion { keys.compactMap { accepted[$0] }.max() ?? .lowest }
    }

    /// How many events follow each other: enough for a document that is confirmed, followed by another one, and quarantined.
    private static let length = TestScale.isEndurance ? 6 : TestScale.isFull ? 3 : 2

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
                expectEqual(test.store[.maxItems], 7, "after \(state.identity)")
                await test.end()
                await expectEqual(device.version(), 7)
            }
            states = next
        }
        expect(known.count > (TestScale.isFull ? 300 : 60), "\(known.count)")
    }

    private static func device(_ state: State) -> TrustedDevice {
        var device = TrustedDevice()
        device.files = state.files
        device.keys = Key.allCases.filter { state.keys.contains($0) }.map(key)
        device.bundled = #"{"checkout": {"maxItems": 0}}"#
        if state.hasMoved { device.wallTime += 1_000 }
        return device
    }

    private static func key(_ key: Key) -> TestSigningKey {
        key == .first ? TrustedDevice.team : TrustedDevice.second
    }

    /// The state after an event that happens between two runs; `nil` for one that happens in a run.
    private func withoutRun(_ event: Event, _ state: State) -> State? {
        var next = state
        func remove(_ prefix: String) {
            for name in next.files.names where name.hasPrefix(prefix) { next.files[name] = nil }
        }
        switch event {
        case .losesCache: remove("/cache/")
        case .losesNewest: remove("/cache/newest")
        case .losesFloor:
            remove("/support/")
            next.accepted = [:]
            return next
        case .clockMoves:
            next.hasMoved = true
            return next
        case .getsBothKeys: next.keys = [.first, .second]
        case .getsFirstKey: next.keys = [.first]
        case .getsSecondKey: next.keys = [.second]
        default: return nil
        }
        switch event {
        case .losesCache, .losesNewest: next.last = nil
        // Without its keys, a document is left, and also if a key comes back that has signed a newer one.
        default:
            if next.lastKeys.isDisjoint(with: next.keys) || next.newest > max(next.lastVersion, state.newest) {
                next.last = nil
            }
        }
        return next
    }

    private func after(_ event: Event, _ state: State, _ documents: Documents) async throws -> State {
        if let next = withoutRun(event, state) { return next }
        var next = state
        let test = Self.device(next).start()
        let start = test.store[.maxItems]
        let codes = test.store.recentDiagnostics.map(\.code)
        let values = Set(documents.byEvent.values.map(\.value))
        expect(values.union([0, 20]).contains(start), "a document that is not authentic is in use")
        if let last = next.last, !codes.contains(.documentQuarantined), !codes.contains(.crashLoop) {
            expectEqual(start, last, "the document of the last run is left: \(codes), after \(state.identity)")
        }
        let floor = try #require(test.store.trust?.floor)
        expect(floor >= next.newest, "the floor \(floor) is below \(next.newest), after \(state.identity)")
        if let sent = documents.byEvent[event] {
            let result = await test.receive(sent.text)
            if test.store[.maxItems] == sent.value, result != .unchanged, result.trustFailure == nil {
                expect(sent.version >= floor, "\(sent.version) was accepted, and \(floor) before")
            }
        } else if event == .confirms {
            test.store.confirm()
        }
        let end = test.store[.maxItems]
        next.last = end
        next.lastKeys = []
        next.lastVersion = .lowest
        if case .authentic(let version, _, _, let identifiers) = test.store.trust?.document {
            next.lastVersion = version
            for key in Key.allCases {
                let identifier = try #require(Self.key(key).publicKey.identifier)
                guard identifiers.contains(identifier) else { continue }
                next.lastKeys.insert(key)
                next.accepted[key] = max(version, next.accepted[key] ?? .lowest)
            }
        }
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
