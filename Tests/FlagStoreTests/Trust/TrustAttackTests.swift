import FlagResolver
import FlagStore
import FlagStoreTesting
import FlagStoreTrust
import Foundation
import TestSupport
import Testing

/// Attacks on what a device believes, one at a time.
struct TrustAttackTests {
    private typealias Device = TrustedDevice

    @Test(arguments: [DocumentActivation.atOnce, .atNextStart])
    func `a CDN that serves an old document, also while a newer one waits for the next start`(
        activation: DocumentActivation
    ) async throws {
        var device = Device()
        device.activation = activation
        await device.receive(try Device.signed(1))
        let test = device.start()
        _ = await test.receive(try Device.signed(3))
        await expectEqual(
            test.receive(try Device.signed(2)).trustFailure, .older(DocumentVersion(2), floor: DocumentVersion(3)))
        await expectEqual(
            test.receive(try Device.signed(1)).trustFailure, .older(DocumentVersion(1), floor: DocumentVersion(3)))
        expectEqual(test.store[.maxItems], activation == .atOnce ? 3 : 1)
        await test.end()
        await expectEqual(device.version(), 3)
        await expectEqual(
            device.receive(try Device.signed(2)).trustFailure, .older(DocumentVersion(2), floor: DocumentVersion(3)))
    }

    @Test func `two documents with one version: the one that was stored stays`() async throws {
        let device = Device()
        await device.receive(try Device.signed(3))
        let other = try Device.signed(3, text: #"{"checkout": {"maxItems": 7}}"#)
        await expectEqual(device.receive(other).trustFailure, .otherText(DocumentVersion(3)))
        await expectEqual(device.version(), 3)
    }

    @Test func `the document of another environment`() async throws {
        var device = Device()
        device.environment = "production"
        let failure = await device.receive(try Device.signed(2, environment: "staging")).trustFailure
        expectEqual(failure, .otherEnvironment(found: "staging", expected: "production"))
        let none = await device.receive(try Device.signed(2)).trustFailure
        expectEqual(none, .otherEnvironment(found: nil, expected: "production"))
        guard case .activated = await device.receive(try Device.signed(2, environment: "production")) else {
            return expect(Bool(false))
        }
        await expectEqual(device.version(), 2)
    }

    @Test func `one of two keys, of which both must sign`() async throws {
        var device = Device()
        device.keys = [Device.team, Device.second]
        device.threshold = 2
        let one = try Device.signed(1)
        await expectEqual(device.receive(one).trustFailure, .tooFewKeys(found: 1, needed: 2))
        let strange = try Device.stranger.addSignature(to: one)
        await expectEqual(device.receive(strange).trustFailure, .tooFewKeys(found: 1, needed: 2))
        let twice = try Device.second.addSignature(to: Device.second.addSignature(to: one))
        await expectEqual(device.receive(twice).trustFailure?.code, .malformedSignature)
        _ = await device.receive(try Device.second.addSignature(to: one))
        await expectEqual(device.version(), 1)
    }

    @Test func `an unsigned document with a huge version before signatures are enforced`() async throws {
        var device = Device()
        device.mode = .report
        await device.receive(#"{"$version": 9007199254740991, "checkout": {"maxItems": 99}}"#)
        await expectEqual(device.version(), 99)
        device.mode = .enforce
        device.bundled = #"{"checkout": {"maxItems": 1}}"#
        let test = device.start()
        expectEqual(test.store[.maxItems], 1)
        expectEqual(test.store.trust?.floor, DocumentVersion(0))
        expectEqual(test.store.recentDiagnostics.map(\.code), [.untrustedDocument])
        _ = await test.receive(try Device.signed(2))
        expectEqual(test.store[.maxItems], 2)
        await test.end()
        await expectEqual(device.version(), 2)
    }

    @Test func `a key is added by overlap, and the old one is revoked`() async throws {
        var device = Device()
        await device.receive(try Device.signed(1))
        let overlap = try Device.second.addSignature(to: try Device.signed(2))
        _ = await device.receive(overlap)
        await expectEqual(device.version(), 2)
        // A new version of the app knows the new key, and the old one no more.
        device.keys = [Device.second]
        await expectEqual(device.version(), 2)
        await expectEqual(device.receive(try Device.signed(3)).trustFailure?.code, .noKnownKey)
        _ = await device.receive(try Device.signed(3, by: Device.second))
        await expectEqual(device.version(), 3)
    }

    @Test func `a copy with a wrong signature of a key does not replace the right one on disk`() async throws {
        var device = Device()
        let right = try Device.signed(1)
        device.keys = [Device.team, Device.second]
        _ = await device.receive(right)
        let both = try Device.second.addSignature(to: right)
        let digit = try #require(both.firstRange(of: "==\"")).lowerBound
        let place = both.index(digit, offsetBy: -20)
        let wrong = both.replacingCharacters(in: place...place, with: both[place] == "A" ? "B" : "A")
        _ = await device.receive(wrong)
        for key in [Device.team, Device.second] {
            device.keys = [key]
            await expectEqual(device.version(), 1)
        }
    }

    // MARK: The disk

    @Test func `a file of the cache is replaced by one that nobody has signed`() async throws {
        let device = Device()
        await device.receive(try Device.signed(1))
        let forged = [Device.text(9), try Device.signed(9, by: Device.stranger), "{}"]
        for document in forged {
            for name in ["newest", "confirmed"] {
                device.files["/cache/\(name)"] = CacheFile(writtenAt: 0, payload: Array(document.utf8)).encoded
            }
            let test = device.start()
            expectEqual(test.store[.maxItems], 20)
            expectEqual(Set(test.store.recentDiagnostics.map(\.code)), [.untrustedDocument])
            await test.end()
        }
        _ = await device.receive(try Device.signed(1))
        await expectEqual(device.version(), 1)
    }

    @Test func `the cache is emptied, and the floor stays`() async throws {
        let device = Device()
        await device.receive(try Device.signed(3))
        for name in device.files.names where name.hasPrefix("/cache/") { device.files[name] = nil }
        await expectEqual(
            device.receive(try Device.signed(2)).trustFailure, .older(DocumentVersion(2), floor: DocumentVersion(3)))
        _ = await device.receive(try Device.signed(3))
        await expectEqual(device.version(), 3)
    }

    @Test func `an old cache is restored from a backup`() async throws {
        let device = Device()
        for version: Int64 in 1...2 {
            let test = device.start()
            _ = await test.receive(try Device.signed(version))
            await test.confirmAndEnd()
        }
        let backup = device.files.names.filter { $0.hasPrefix("/cache/") }.map { ($0, device.files[$0]) }
        expect(backup.map(\.0).contains("/cache/confirmed"))
        await device.receive(try Device.signed(3))
        for (name, bytes) in backup { device.files[name] = bytes }
        let test = device.start()
        expectEqual(test.store[.maxItems], 20)
        expectEqual(test.store.trust?.floor, DocumentVersion(3))
        _ = await test.receive(try Device.signed(4))
        await test.end()
        await expectEqual(device.version(), 4)
    }

    @Test func `the file of the floor is damaged or lost: the document on disk is the floor`() async throws {
        for damage in [nil, [] as [UInt8], Array("{}".utf8)] {
            let device = Device()
            await device.receive(try Device.signed(3))
            let path = try #require(device.files.names.first { $0.hasPrefix("/support/floor") })
            device.files[path] = damage
            let test = device.start()
            expectEqual(test.store.recentDiagnostics.map(\.code), damage == nil ? [] : [.trustFloorUnreadable])
            expectEqual(test.store.trust?.floor, DocumentVersion(3))
            await expectEqual(
                test.receive(try Device.signed(2)).trustFailure, .older(DocumentVersion(2), floor: DocumentVersion(3)))
            await test.end()
            // The start has written the file again.
            expect(CacheFile(device.files[path] ?? []) != nil)
        }
    }

    @Test(arguments: MemoryFiles.Loss.allCases)
    func `the process is killed between any two operations`(loss: MemoryFiles.Loss) async throws {
        let (first, second) = (try Device.signed(1), try Device.signed(2))
        for count in 0... {
            var device = Device()
            let test = device.start()
            _ = await test.receive(first)
            test.store.confirm()
            await test.store.finishWriting()
            let before = device.files.operationCount
            device.files.die(after: before + count)
            _ = await test.receive(second)
            await test.store.finishWriting()
            let isOver = device.files.operationCount <= before + count
            device.files = device.files.remains(after: loss)
            let next = device.start()
            let version = next.store[.maxItems]
            expect(version == 1 || version == 2, "after \(count) operations")
            expect(!isOver || version == 2)
            expect(
                next.store.trust.map { $0.floor <= DocumentVersion(Int64(version)) } == true,
                "after \(count) operations")
            await next.end()
            // What was used once is not followed by an older one.
            let failure = await device.receive(first).trustFailure
            expectEqual(
                failure, (version == 2 ? .older(DocumentVersion(1), floor: DocumentVersion(2)) : nil),
                "after \(count) operations")
            if isOver { return }
        }
    }

    @Test func `a full disk: the floor holds until the process ends`() async throws {
        let device = Device()
        let test = device.start()
        device.files.fail([.create])
        _ = await test.receive(try Device.signed(3))
        await expectEqual(
            test.receive(try Device.signed(2)).trustFailure, .older(DocumentVersion(2), floor: DocumentVersion(3)))
        expectEqual(test.store[.maxItems], 3)
        expect(!device.files.names.contains { $0.hasPrefix("/support") })
        await test.end()
        device.files.fail([])
        _ = await device.receive(try Device.signed(2))
        await expectEqual(device.version(), 2)
    }

    @Test func `two processes with one directory: the floor of one holds for the other`() async throws {
        let device = Device()
        let owner = device.start()
        let reader = device.start()
        _ = await owner.receive(try Device.signed(3))
        await expectEqual(
            reader.receive(try Device.signed(2)).trustFailure, .older(DocumentVersion(2), floor: DocumentVersion(3)))
        // A process that may not write raises no file.
        _ = await reader.receive(try Device.signed(5))
        await owner.store.finishWriting()
        expectEqual(owner.store.trust?.floor, DocumentVersion(3))
        expectEqual(reader.store.trust?.floor, DocumentVersion(5))
        _ = await owner.receive(try Device.signed(4))
        expectEqual(owner.store[.maxItems], 4)
        await reader.end()
        await owner.end()
        await expectEqual(device.version(), 4)
    }

    @Test func `a process that waited for the directory does not put an older document over a newer one`() async throws
    {
        let device = Device()
        let owner = device.start()
        let waiting = device.start()
        _ = await waiting.receive(try Device.signed(8))
        _ = await owner.receive(try Device.signed(9))
        await owner.end()
        // The server confirms the document that could not be written.
        _ = await waiting.receive(try Device.signed(8))
        await waiting.store.finishWriting()
        expectEqual(waiting.store[.maxItems], 8)
        expectEqual(waiting.store.trust?.floor, DocumentVersion(9))
        expectEqual(waiting.store.recentDiagnostics.map(\.code), [.cacheNotWritten, .untrustedDocument])
        await waiting.end()
        await expectEqual(device.version(), 9)
    }

    @Test(arguments: [true, false])
    func `a document of another process counts, also if that ended before the floor rose`(
        isKilled: Bool
    ) async throws {
        let device = Device()
        let owner = device.start()
        let waiting = device.start()
        _ = await waiting.receive(try Device.signed(3, text: #"{"checkout": {"maxItems": 33}}"#))
        expectEqual(waiting.store[.maxItems], 33)
        _ = await owner.receive(try Device.signed(3))
        if isKilled, let floor = device.files.names.first(where: { $0.hasPrefix("/support/floor") }) {
            device.files[floor] = nil
        }
        await owner.end()
        await waiting.end()
        await expectEqual(device.version(), 3)
    }

    @Test func `a confirmed document is not lost when a newer one is written late`() async throws {
        let device = Device()
        let owner = device.start()
        _ = await owner.receive(try Device.signed(7))
        let waiting = device.start()
        _ = await waiting.receive(try Device.signed(8))
        await owner.confirmAndEnd()
        await waiting.end()
        await expectEqual(device.version(), 8)
        device.files["/cache/newest"] = nil
        await expectEqual(device.version(), 7)
    }

    @Test(arguments: [DirectoryAccess.sharedContainer, .readOnly])
    func `an app with extensions`(access: DirectoryAccess) async throws {
        var device = Device()
        device.access = .sharedContainer
        await device.receive(try Device.signed(2))
        device.access = access
        let test = device.start()
        expectEqual(test.store[.maxItems], 2)
        await expectEqual(
            test.receive(try Device.signed(1)).trustFailure, .older(DocumentVersion(1), floor: DocumentVersion(2)))
        _ = await test.receive(try Device.signed(3))
        await test.end()
        await expectEqual(device.version(), access == .readOnly ? 2 : 3)
    }

    // MARK: Clocks

    @Test(arguments: [-31_536_000, 31_536_000 as Int64])
    func `a clock that is a year off`(offset: Int64) async throws {
        var device = Device()
        let end = device.wallTime + 1_000
        await device.receive(try Device.signed(1, expires: end))
        device.wallTime += offset
        await expectEqual(device.version(), 1)
        let next = try Device.signed(2, expires: end)
        let failure = await device.receive(next).trustFailure
        // A clock that is ahead makes a device refuse what expires, and keep what it has. Documents that do not expire arrive.
        expectEqual(failure?.code, offset > 0 ? .expired : nil)
        await expectEqual(device.version(), offset > 0 ? 1 : 2)
        _ = await device.receive(try Device.signed(3))
        await expectEqual(device.version(), 3)
    }

    @Test func `an app may accept what has expired`() async throws {
        var device = Device()
        device.refusesExpired = false
        _ = await device.receive(try Device.signed(1, expires: device.wallTime))
        let test = device.start()
        expectEqual(test.store[.maxItems], 1)
        expect(test.store.trust?.isExpired == true)
        await test.end()
    }
}
