import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

struct DocumentAcceptanceTests {
    private static let request = DocumentRequest(entityTag: "\"1\"")

    private func refusal(
        of text: String,
        from origin: DocumentOrigin,
        mediaType: String? = nil,
        newest: NewestDocument? = nil
    ) -> DocumentRefusal? {
        let received = ReceivedDocument(bytes: Array(text.utf8), mediaType: mediaType)
        switch DocumentAcceptance().judge(DocumentCandidate(received, from: origin), newest: newest) {
        case .rejected(let refusal): return refusal
        case .accepted, .unchanged: return nil
        }
    }

    @Test(arguments: [DocumentOrigin.response(to: request), .cache(isExempt: false), .bundle])
    func `P5: one parser with the same limits judges documents of every origin`(origin: DocumentOrigin) {
        let text = #"{"a": 1}"#
        let candidate = DocumentCandidate(ReceivedDocument(bytes: Array(text.utf8)), from: origin)
        guard case .accepted(let accepted) = DocumentAcceptance().judge(candidate) else {
            Issue.record("The document was not accepted.")
            return
        }
        expectEqual(accepted.document.names, ["a"])
        expectEqual(accepted.payload, Array(text.utf8))
        expectEqual(accepted.identity, DocumentIdentity(of: accepted.payload))
        expect(refusal(of: #"{"a": 1, "a": 2}"#, from: origin) != nil)

        var limits = DocumentLimits.standard
        limits.byteCount = text.utf8.count - 1
        guard case .rejected(.unreadable) = DocumentAcceptance(limits: limits).judge(candidate) else {
            Issue.record("The limit was not applied.")
            return
        }
    }

    @Test func `P5: a document in quarantine is rejected, whatever its origin`() {
        let candidate = DocumentCandidate(ReceivedDocument(bytes: Array("{}".utf8)), from: .cache(isExempt: false))
        guard case .rejected(.quarantined) = DocumentAcceptance().judge(candidate, isQuarantined: { _ in true }) else {
            Issue.record("The document was not rejected.")
            return
        }
    }

    @Test func `Y1: only a response is taken for the page of a captive portal`() {
        expectEqual(refusal(of: "\n<html>", from: .response(to: Self.request)), .webPage)
        expectEqual(refusal(of: "", from: .response(to: Self.request)), .empty)
        for origin in [DocumentOrigin.cache(isExempt: false), .bundle] {
            guard case .unreadable = refusal(of: "<html>", from: origin) else {
                Issue.record("The document was not rejected as unreadable.")
                return
            }
        }
    }

    @Test func `a patch needs a document to apply to`() {
        expectEqual(refusal(of: "{}", from: .patch), .patchWithoutBase)
        let mediaType = "application/merge-patch+json; charset=utf-8"
        expectEqual(refusal(of: "{}", from: .response(to: Self.request), mediaType: mediaType), .patchWithoutBase)
    }

    private static let tenSettings = "{\((0..<10).map { "\"n\($0)\": \($0)" }.joined(separator: ", "))}"

    private func isRejected(_ text: String, replacing active: String?, _ rule: RemovalRule) throws -> Bool {
        let candidate = DocumentCandidate(
            ReceivedDocument(bytes: Array(text.utf8)), from: .response(to: Self.request))
        let active = try active.map { try SettingsDocument(parsing: Array($0.utf8)) }
        switch DocumentAcceptance(removal: rule).judge(candidate, active: active) {
        case .rejected(.removesSettings): return true
        case .accepted: return false
        case .rejected, .unchanged:
            Issue.record("The verdict is about something else.")
            return false
        }
    }

    @Test(arguments: [
        (#"{}"#, true), (#"{"error": "please log in"}"#, true), (#"{"n0": 1, "n1": 1, "n2": 1, "n3": 1}"#, true),
        (#"{"n0": 1, "n1": 1, "n2": 1, "n3": 1, "n4": 1}"#, false), (tenSettings, false),
        // As many settings, but other ones: a wrong first document can be replaced.
        (#"{"a": {"b0":1,"b1":1,"b2":1,"b3":1,"b4":1,"b5":1,"b6":1,"b7":1,"b8":1,"b9":1}}"#, false),
    ])
    func `S8: a document that lacks most of the active settings is rejected`(text: String, isRejected: Bool) throws {
        try expectEqual(self.isRejected(text, replacing: Self.tenSettings, RemovalRule()), isRejected)
        try expect(!self.isRejected(text, replacing: nil, RemovalRule()))
        try expect(!self.isRejected(text, replacing: Self.tenSettings, RemovalRule(removableShare: 1)))
    }

    @Test(arguments: [
        (#"{}"#, true), (#"{"other": 1}"#, true), (#"{"n1": 1}"#, true), (#"{"n1": 1, "n2": 1}"#, false),
        (#"{"n1": {"bare": 1}, "n2": {"defaultValue": 1}}"#, false), (#"{"new": 1}"#, true),
    ])
    func `S8: if keys are declared, they count`(text: String, isRejected: Bool) throws {
        let rule = RemovalRule(declaredNames: ["n1", "n2", "n3", "new"])
        try expectEqual(self.isRejected(text, replacing: Self.tenSettings, rule), isRejected)
    }

    @Test(arguments: [7, 14, 28, 29, 55, 57, 58])
    func `S8: a document may lack exactly the share, and no setting more`(percent: Int) throws {
        func settings(_ count: Int) -> String {
            "{\((0..<count).map { "\"n\($0)\": 1" }.joined(separator: ", "))}"
        }
        let rule = RemovalRule(removableShare: Double(percent) / 100)
        try expect(!isRejected(settings(100 - percent), replacing: settings(100), rule))
        try expect(isRejected(settings(99 - percent), replacing: settings(100), rule))
    }

    @Test func `S8: with declared keys, even the first document must have one of them`() throws {
        let rule = RemovalRule(declaredNames: ["payments"])
        try expect(isRejected("{}", replacing: nil, rule))
        try expect(!isRejected(#"{"payments": true}"#, replacing: nil, rule))
        try expect(isRejected("{}", replacing: nil, RemovalRule(declaredNames: ["payments"], removableShare: .nan)))
    }

    @Test func `S8: documents of the disk and the bundle are not compared`() {
        let rule = RemovalRule(declaredNames: ["payments"])
        for origin in [DocumentOrigin.cache(isExempt: false), .bundle] {
            let candidate = DocumentCandidate(ReceivedDocument(bytes: Array("{}".utf8)), from: origin)
            guard case .accepted = DocumentAcceptance(removal: rule).judge(candidate) else {
                Issue.record("The document was rejected.")
                return
            }
        }
    }

    @Test func `S8: a store keeps its values when the server answers with something else`() async {
        let test = TestStore { $0.keys = [SettingKey<Bool>.payments, SettingKey<Int>.maxItems] }
        _ = await test.receive(#"{"payments": true, "checkout": {"maxItems": 5}}"#, entityTag: "\"1\"")
        for text in ["{}", #"{"error": "please log in"}"#] {
            await expectEqual(test.receive(text), .refused(.removesSettings(remaining: 0, expected: 2)))
        }
        let patch = Array(#"{"payments": null, "checkout": null}"#.utf8)
        await expectEqual(test.store.apply(patch: patch), .refused(.removesSettings(remaining: 0, expected: 2)))
        expect(test.store[.payments])
        expectEqual(test.store[.maxItems], 5)
        expectEqual(test.store.recentDiagnostics.map(\.code), [.documentRefused, .documentRefused, .documentRefused])
        expect(test.store.recentDiagnostics.allSatisfy { $0.message.contains("removableShare") })
    }

    @Test(
        arguments: [
            (#"{"payments": "yes", "checkout": {"maxItems": "5"}}"#, 2), (#"{"payments": 1}"#, 1),
            (#"{"payments": {"defaultValue": null}, "new": true}"#, 1),
            (#"{"payments": 1, "checkout": {"maxItems": 7}}"#, nil),
            (#"{"payments": true, "checkout": {"maxItems": "5"}}"#, nil),
        ] as [(String, Int?)])
    func `S8: a document in which every declared setting has another type does not replace a good one`(
        text: String, mistyped: Int?
    ) async {
        for isFirst in [false, true] {
            let test = TestStore { $0.keys = [SettingKey<Bool>.payments, SettingKey<Int>.maxItems] }
            if !isFirst { _ = await test.receive(#"{"payments": true, "checkout": {"maxItems": 5}}"#) }
            let result = await test.receive(text)
            if let mistyped {
                expectEqual(result, .refused(.mistypesSettings(count: mistyped)))
                expectEqual(test.store[.payments], !isFirst)
                expectEqual(test.store.recentDiagnostics.map(\.code), [.documentRefused])
            } else if case .activated = result {
            } else {
                Issue.record("\(result)")
            }
        }
    }

    @Test func `S8: a document of wrong types may replace another one, or any if the app allows it`() async {
        let wrong = #"{"payments": 1, "checkout": {"maxItems": "5"}}"#
        let allowing = TestStore {
            $0.keys = [SettingKey<Bool>.payments]
            $0.removableShare = 1
        }
        await expect(allowing.receive(wrong) != .refused(.mistypesSettings(count: 1)))
        let rule = RemovalRule(declaredNames: ["payments"], hasDeclaredType: { _ in false })
        #expect(throws: Never.self) {
            let document = try SettingsDocument(parsing: Array(wrong.utf8))
            try rule.check(document, replacing: document)
        }
    }
}
