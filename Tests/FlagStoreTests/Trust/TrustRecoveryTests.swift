import FlagResolver
import FlagStore
import FlagStoreTesting
import FlagStoreTrust
import TestSupport
import Testing

/// How devices recover from keys and versions that went wrong, and what the app says about it.
struct TrustRecoveryTests {
    private typealias Device = TrustedDevice

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
