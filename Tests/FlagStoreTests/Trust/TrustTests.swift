import FlagResolver
import FlagStore
import FlagStoreTesting
import FlagStoreTrust
import Foundation
import TestSupport
import Testing

/// Which documents a store trusts.
struct TrustTests {
    /// A document that a store must not believe.
    struct Fraud: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: TrustFailure.Code
        let document: String

        init(_ description: String, _ code: TrustFailure.Code, _ document: String) {
            testDescription = description
            self.code = code
            self.document = document
        }
    }

    static func frauds() throws -> [Fraud] {
        let signed = try TrustedDevice.signed(2)
        let parsed = try JSONSerialization.jsonObject(with: Data(signed.utf8))
        let rewritten = try JSONSerialization.data(withJSONObject: parsed, options: [.prettyPrinted, .sortedKeys])
        let twice = try TrustedDevice.team.addSignature(to: signed)
        let trailer = signed.ranges(of: ",\"$signature").last.map { String(signed[$0.lowerBound...]) } ?? ""
        let own = #""$document": "shop", "$version": 2, "$issued": "2027-01-15T08:00:00Z""#
        return [
            Fraud("an unsigned document", .unsigned, TrustedDevice.text(2)),
            Fraud(
                "an unsigned document with all members", .unsigned,
                #"{\#(own), "checkout": {"maxItems": 2}, "theme": 1}"#),
            Fraud("a document of a stranger", .noKnownKey, try TrustedDevice.signed(2, by: TrustedDevice.stranger)),
            Fraud("a changed value", .wrongSignature, signed.replacingOccurrences(of: ": 2}", with: ": 3}")),
            Fraud("a changed version", .wrongSignature, signed.replacingOccurrences(of: "n\":2", with: "n\":9")),
            Fraud("another app's document", .otherDocument, try TrustedDevice.signed(2, document: "shop-android")),
            Fraud("one without a version", .unreadableMember, try TrustedDevice.signed(0)),
            Fraud("one with too large a version", .unreadableMember, try TrustedDevice.signed(9_007_199_254_740_992)),
            Fraud("one that has expired", .expired, try TrustedDevice.signed(2, expires: 1_800_000_000)),
            Fraud("a proxy that rewrites JSON", .malformedSignature, String(decoding: rewritten, as: UTF8.self)),
            Fraud("white space at the end", .malformedSignature, signed + " \n"),
            Fraud("a line feed of Windows", .malformedSignature, signed.replacingOccurrences(of: "\n", with: "\r\n")),
            Fraud("one key that has signed twice", .malformedSignature, twice),
            Fraud("two trailers", .wrongSignature, signed.dropLast(2) + trailer),
            Fraud(
                "a trailer in a string", .unsigned,
                #"{"checkout": {"maxItems": 2}, "theme": ",\"$signature\":[\"x\"]}"}"#),
            Fraud(
                "signatures in a group", .malformedSignature,
                #"{"theme": 1, "checkout":{"maxItems":2"# + trailer.dropLast() + "}"),
            Fraud(
                "signatures first", .malformedSignature, #"{"$signature":["x"],"checkout":{"maxItems":2},"theme":1}"#),
        ]
    }

    @Test(arguments: try frauds())
    func `what the team has not signed for this app is refused, and the document before it stays`(fraud: Fraud)
        async throws
    {
        let device = TrustedDevice()
        let test = device.start()
        await expectEqual(
            test.receive(try TrustedDevice.signed(1)), .activated(changedNames: ["checkout.maxItems", "theme"]))
        let result = await test.receive(fraud.document)
        expectEqual(result.trustFailure?.code, fraud.code, "\(result)")
        expectEqual(test.store[.maxItems], 1)
        expectEqual(test.store.trust?.lastFailure?.code, fraud.code)
        expectEqual(test.store.trust?.floor, DocumentVersion(1))
        expectEqual(test.store.recentDiagnostics.last?.code, .untrustedDocument)
        expect(
            test.store.recentDiagnostics.last?.message.hasSuffix("[\(fraud.code.rawValue)]; the old document stays")
                == true)
        await expectEqual(test.receive(try TrustedDevice.signed(2)), .activated(changedNames: ["checkout.maxItems"]))
        expectNil(test.store.trust?.lastFailure)
        await test.end()
        await expectEqual(device.version(), 2)
    }

    @Test(arguments: try frauds())
    func `in a report, everything is used, and the same reasons are given`(fraud: Fraud) async throws {
        var device = TrustedDevice()
        device.mode = .report
        let test = device.start()
        _ = await test.receive(try TrustedDevice.signed(1))
        let result = await test.receive(fraud.document)
        guard case .activated = result else { return expect(Bool(false), "\(result)") }
        expectEqual(test.store.trust?.lastFailure?.code, fraud.code)
        expect(test.store.trust?.isEnforced == false)
        guard case .failed(let failure) = test.store.trust?.document else { return expect(Bool(false)) }
        expectEqual(failure.code, fraud.code)
        expectEqual(test.store.trust?.floor, DocumentVersion(1))
        expectEqual(test.store.recentDiagnostics.map(\.code), [.untrustedDocument])
        await test.end()
        // At the next start, enforced, the bundled document or the code decides.
        device.mode = .enforce
        let next = device.start()
        expect(next.store.trust?.document == TrustStatus.Document.none || fraud.code == .expired)
        await next.end()
    }

    @Test func `the status says which document is in use`() async throws {
        var device = TrustedDevice()
        device.bundled = #"{"$version": 1, "checkout": {"maxItems": 1}}"#
        let test = device.start()
        expectEqual(test.store.trust?.document, .bundled)
        expectEqual(test.store.trust?.floor, .lowest)
        expect(test.store.trust?.isFloorKept == true)
        expectNil(test.store.trust?.lastFailure)
        _ = await test.receive(try TrustedDevice.signed(3, expires: 1_800_000_100))
        let expected = TrustStatus.Document.authentic(
            version: DocumentVersion(3), issued: Date(timeIntervalSince1970: 1_800_000_000),
            expires: Date(timeIntervalSince1970: 1_800_000_100),
            keys: [try #require(TrustedDevice.team.publicKey.identifier)])
        expectEqual(test.store.trust?.document, expected)
        expect(test.store.trust?.isExpired == false)
        await test.end()
        device.wallTime += 100
        let next = device.start()
        expectEqual(next.store.trust?.document, expected)
        expect(next.store.trust?.isExpired == true)
        expectEqual(next.store[.maxItems], 3)
        await next.end()
    }

    @Test func `without a verifier, a signed document is a document, and there is no status`() async throws {
        let test = TestStore()
        expectNil(test.store.trust)
        guard case .activated = await test.receive(try TrustedDevice.signed(4)) else { return expect(Bool(false)) }
        expectEqual(test.store[.maxItems], 4)
        expect(test.store.recentDiagnostics.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a signed document may be bundled, and is the floor if the app has its key`(isKnown: Bool) async throws {
        var device = TrustedDevice()
        device.bundled = try TrustedDevice.signed(5, by: isKnown ? TrustedDevice.team : TrustedDevice.stranger)
        let test = device.start()
        expectEqual(test.store[.maxItems], 5)
        expectEqual(test.store.trust?.document, .bundled)
        expect(test.store.recentDiagnostics.isEmpty)
        let older: TrustFailure = .older(DocumentVersion(4), floor: DocumentVersion(5))
        await expectEqual(test.receive(try TrustedDevice.signed(4)).trustFailure, isKnown ? older : nil)
        _ = await test.receive(try TrustedDevice.signed(5))
        expectEqual(test.store[.maxItems], 5)
        await test.end()
    }

    @Test func `the version of a bundled document that nobody has signed says nothing`() async throws {
        var device = TrustedDevice()
        device.bundled = #"{"$version": 20261128, "checkout": {"maxItems": 0}}"#
        let test = device.start()
        expectEqual(test.store.trust?.floor, .lowest)
        _ = await test.receive(try TrustedDevice.signed(1))
        expectEqual(test.store[.maxItems], 1)
        await test.end()
    }

    @Test(arguments: [DocumentTrust.Mode.enforce, .report])
    func `a patch cannot be signed`(mode: DocumentTrust.Mode) async throws {
        var device = TrustedDevice()
        device.mode = mode
        let test = device.start()
        _ = await test.receive(try TrustedDevice.signed(1))
        let patch = Array(#"{"checkout": {"maxItems": 9}}"#.utf8)
        let result = await test.store.apply(patch: patch)
        expectEqual(result.trustFailure, mode == .enforce ? .patch : nil)
        expectEqual(test.store[.maxItems], mode == .enforce ? 1 : 9)
        expectEqual(test.store.trust?.lastFailure, .patch)
        expectEqual(test.store.recentDiagnostics.map(\.code), [.untrustedDocument])
        await test.end()
        await expectEqual(device.version(), mode == .enforce ? 1 : 9)
    }

    @Test func `a web page stays a web page`() async {
        let test = TrustedDevice().start()
        await expectEqual(test.receive("<html>Sign in</html>"), .refused(.webPage))
        await expectEqual(test.receive(""), .refused(.empty))
    }

    @Test func `a key that cannot be used is left out, and the store says so`() async throws {
        let test = TestStore {
            $0.verifier = DocumentTrust(
                keys: [.ed25519("no key"), .p256("AAAA"), TrustedDevice.team.publicKey], document: "shop", threshold: 2,
                mode: .enforce, directory: nil)
        }
        expectEqual(
            test.store.recentDiagnostics.map(\.code),
            [.trustFloorNotKept, .unusableTrust, .unusableTrust, .unusableTrust])
        expect(test.store.trust?.isFloorKept == false)
        await expectEqual(test.receive(try TrustedDevice.signed(1)).trustFailure, .tooFewKeys(found: 1, needed: 2))
    }

    @Test func `a verifier of the app's own verifies nothing, and the store says so`() async {
        struct Own: DocumentVerifier {}
        let test = TestStore { $0.verifier = Own() }
        expectEqual(test.store.recentDiagnostics.map(\.code), [.unusableTrust])
        expectNil(test.store.trust)
        guard case .activated = await test.receive(#"{"payments": true}"#) else { return expect(Bool(false)) }
    }

    @Test func `a right document after a refused one is right, also if it is the one in use`() async throws {
        let test = TrustedDevice().start()
        _ = await test.receive(try TrustedDevice.signed(2))
        _ = await test.receive(try TrustedDevice.signed(1))
        expectEqual(test.store.trust?.lastFailure, .older(DocumentVersion(1), floor: DocumentVersion(2)))
        await expectEqual(test.receive(try TrustedDevice.signed(2)), .unchanged)
        expectNil(test.store.trust?.lastFailure)
        await test.end()
    }

    @Test func `another entity tag of a signed document is kept with its signatures`() async throws {
        let device = TrustedDevice()
        let document = try TrustedDevice.signed(1)
        let test = device.start()
        _ = await test.receive(document, entityTag: "\"1\"")
        await expectEqual(test.receive(document, entityTag: "\"2\""), .unchanged)
        await test.end()
        let next = device.start()
        expectEqual(next.store[.maxItems], 1)
        await expectEqual(next.receive(.notModified), .unchanged)
        expectEqual(next.transport.requests.last?.entityTag, "\"2\"")
        expect(next.store.recentDiagnostics.isEmpty)
        await next.end()
    }

    @Test func `a document that is signed again by another key is the same document`() async throws {
        var device = TrustedDevice()
        device.keys = [TrustedDevice.team, TrustedDevice.second]
        let document = try TrustedDevice.signed(1)
        let test = device.start()
        _ = await test.receive(document)
        await expectEqual(test.receive(try TrustedDevice.second.addSignature(to: document)), .unchanged)
        await test.end()
        await expectEqual(device.version(), 1)
        // The new signature is on disk, so that an app without the first key still has a document.
        device.keys = [TrustedDevice.second]
        await expectEqual(device.version(), 1)
    }
}
