import FlagResolver
import FlagStore
import FlagStoreTesting
import FlagStoreTrust
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

    // MARK: What the app says

    @Test func `a new epoch leaves a huge version behind, and nobody goes back`() async throws {
        let device = Device()
        let huge = try Device.signed(9_007_199_254_740_991)
        await device.receive(huge)
        await expectEqual(device.receive(try Device.signed(2)).trustFailure?.code, .older)
        let floor = DocumentVersion(2, epoch: 2)
        _ = await device.receive(try Device.signed(2, epoch: 2))
        await expectEqual(device.version(), 2)
        await expectEqual(
            device.receive(huge).trustFailure, .older(DocumentVersion(9_007_199_254_740_991), floor: floor))
        let old = try Device.signed(1, epoch: 2)
        await expectEqual(device.receive(old).trustFailure, .older(DocumentVersion(1, epoch: 2), floor: floor))
        _ = await device.receive(try Device.signed(3, epoch: 2))
        await expectEqual(device.version(), 3)
    }

    @Test func `an app without a stolen key forgets what the thief has published`() async throws {
        var device = Device()
        device.keys = [Device.team, Device.second]
        await device.receive(try Device.signed(3))
        await device.receive(try Device.signed(9_007_199_254_740_991, by: Device.second))
        await expectEqual(device.receive(try Device.signed(4)).trustFailure?.code, .older)
        device.keys = [Device.team]
        let test = device.start()
        expectEqual(test.store[.maxItems], 20)
        expectEqual(test.store.trust?.floor, DocumentVersion(3))
        // The floor of the key that stays holds.
        await expectEqual(
            test.receive(try Device.signed(2)).trustFailure, .older(DocumentVersion(2), floor: DocumentVersion(3)))
        _ = await test.receive(try Device.signed(4))
        expectEqual(test.store[.maxItems], 4)
        await test.end()
        await expectEqual(device.version(), 4)
    }

    @Test func `signatures of one key never take those of another one from the disk`() async throws {
        var device = Device()
        device.keys = [Device.team, Device.second]
        let document = try Device.signed(1)
        let other = try Device.signed(1, by: Device.second)
        await device.receive(document)
        await expectEqual(device.receive(other), .unchanged)
        await expectEqual(device.receive(document), .unchanged)
        for keys in [[Device.team], [Device.second]] {
            device.keys = keys
            await expectEqual(device.version(), 1)
        }
    }

    @Test func `a signature of a stranger makes a document neither new nor another one`() async throws {
        var device = Device()
        device.bundled = #"{"checkout": {"maxItems": 0}}"#
        let document = try Device.signed(1)
        await device.receive(document)
        for _ in 1...3 { device.files = await device.start().crash(device.files) }
        let test = device.start()
        expectEqual(test.store[.maxItems], 0)
        var copy = document
        for stranger in try [Device.stranger, TestSigningKey(), TestSigningKey(.p256)] {
            copy = try stranger.addSignature(to: copy)
            await expectEqual(test.receive(copy), .refused(.quarantined))
            expectEqual(test.store[.maxItems], 0)
        }
        await test.end()
        await expectEqual(device.version(), 0)
    }

    @Test func `a copy of the text without its signature is refused`() async throws {
        let device = Device()
        let document = try Device.signed(1)
        await device.receive(document)
        let end = try #require(document.ranges(of: ",\"$signature").last)
        await expectEqual(device.receive(document[..<end.lowerBound] + "}").trustFailure, .unsigned)
        await expectEqual(device.version(), 1)
    }

    @Test func `a verifier without an environment accepts only documents that name none`() async throws {
        let device = Device()
        let staging = try Device.signed(9_000, environment: "staging")
        await expectEqual(
            device.receive(staging).trustFailure, .otherEnvironment(found: "staging", expected: nil))
        _ = await device.receive(try Device.signed(2))
        await expectEqual(device.version(), 2)
    }

    @Test func `a file of the floor in the form before is read once, and written again`() async throws {
        var device = Device()
        let document = try Device.signed(3)
        await device.receive(document)
        let path = try #require(device.files.names.first { $0.hasPrefix("/support/floor") })
        let current = try #require(CacheFile(device.files[path] ?? []))
        let digest = try #require(String(decoding: current.payload, as: UTF8.self).firstMatch(of: /[0-9a-f]{64}/))
        let before = #"{"document":"shop","epoch":7,"version":3,"digest":"\#(digest.output)"}"#
        device.files["/cache/newest"] = nil
        device.files[path] = CacheFile(writtenAt: 0, payload: Array(before.utf8)).encoded
        let test = device.start()
        expectEqual(test.store.trust?.floor, DocumentVersion(3))
        await expectEqual(test.receive(try Device.signed(2)).trustFailure?.code, .older)
        await test.end()
        let written = try #require(CacheFile(device.files[path] ?? []))
        expectEqual(written.payload, current.payload)
        // A key that comes later has no part in it.
        device.keys = [Device.second]
        let next = device.start()
        expectEqual(next.store.trust?.floor, .lowest)
        await next.end()
    }

    @Test func `the floor is lost, and an older document is put in the place of the newest`() async throws {
        let device = Device()
        for version: Int64 in [1, 3] {
            let test = device.start()
            _ = await test.receive(try Device.signed(version))
            await test.confirmAndEnd()
        }
        let old = device.files["/cache/confirmed"]
        device.files["/cache/confirmed"] = device.files["/cache/newest"]
        device.files["/cache/newest"] = old
        for name in device.files.names where name.hasPrefix("/support/") { device.files[name] = nil }
        await expectEqual(device.version(), 3)
    }

    @Test func `a store without documents on disk keeps its floor`() async throws {
        let files = MemoryFiles()
        func start() -> TestStore {
            TestStore(on: files) { configuration in
                configuration.directory = nil
                configuration.verifier = DocumentTrust(
                    keys: [Device.team.publicKey], document: "shop", mode: .enforce, directory: "/support")
            }
        }
        let first = start()
        _ = await first.receive(try Device.signed(3))
        await first.end()
        let second = start()
        await expectEqual(second.receive(try Device.signed(2)).trustFailure?.code, .older)
        _ = await second.receive(try Device.signed(3))
        expectEqual(second.store[.maxItems], 3)
        await second.end()
    }

    @Test func `a lowest version in the code holds for every document but the bundled one`() async throws {
        var device = Device()
        device.bundled = #"{"$version": 1, "checkout": {"maxItems": 1}}"#
        for version: Int64 in 2...3 {
            let test = device.start()
            _ = await test.receive(try Device.signed(version))
            await test.confirmAndEnd()
        }
        device.minimum = DocumentVersion(4)
        await expectEqual(device.version(), 1)
        await expectEqual(
            device.receive(try Device.signed(3)).trustFailure, .older(DocumentVersion(3), floor: DocumentVersion(4)))
        _ = await device.receive(try Device.signed(4))
        await expectEqual(device.version(), 4)
    }

    @Test func `the crash-loop breaker may go back to the confirmed document`() async throws {
        var device = Device()
        let first = device.start()
        _ = await first.receive(try Device.signed(1))
        await first.confirmAndEnd()
        let second = device.start()
        _ = await second.receive(try Device.signed(2))
        device.files = await second.crash(device.files)
        for _ in 1...3 {
            let test = device.start()
            device.files = await test.crash(device.files)
        }
        let test = device.start()
        expectEqual(test.store[.maxItems], 1)
        expectEqual(test.store.trust?.floor, DocumentVersion(2))
        // The server cannot make the device go back, only the device itself.
        await expectEqual(
            test.receive(try Device.signed(1)).trustFailure, .older(DocumentVersion(1), floor: DocumentVersion(2)))
        _ = await test.receive(try Device.signed(3))
        expectEqual(test.store[.maxItems], 3)
        await test.end()
    }

    @Test func `a system without a cryptographic library accepts nothing new, and says why`() async throws {
        struct Helpless: SignatureVerifier {
            let policy = TrustPolicy(isEnforced: true, document: "shop")

            func content(of bytes: [UInt8]) -> [UInt8] { bytes }
            func union(of stored: [UInt8], and received: [UInt8]) -> [UInt8] { received }

            func checkSignatures(of bytes: [UInt8]) -> SignatureVerdict {
                SignatureVerdict(
                    content: bytes, digest: nil, keyIdentifiers: [], failure: .unavailable(reason: "no libcrypto"))
            }

            func checkMembers(
                of tree: JSONTree, _ verdict: SignatureVerdict
            ) -> Result<SignedDocumentFacts, TrustFailure> {
                .failure(verdict.failure ?? .unsigned)
            }
        }
        let test = TestStore(document: Device.text(1)) { $0.verifier = Helpless() }
        expectEqual(test.store[.maxItems], 1)
        await expectEqual(test.receive(try Device.signed(2)).trustFailure, .unavailable(reason: "no libcrypto"))
        expectEqual(test.store[.maxItems], 1)
    }
}
