import FlagResolver
import FlagStore
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

    @Test(arguments: [DocumentOrigin.response(to: request), .cache, .bundle])
    func `P5: one parser with the same limits judges documents of every origin`(origin: DocumentOrigin) {
        let text = #"{"a": 1}"#
        let candidate = DocumentCandidate(ReceivedDocument(bytes: Array(text.utf8)), from: origin)
        guard case .accepted(let accepted) = DocumentAcceptance().judge(candidate) else {
            Issue.record("The document was not accepted.")
            return
        }
        #expect(accepted.document.names == ["a"])
        #expect(accepted.payload == Array(text.utf8))
        #expect(accepted.identity == DocumentIdentity(of: accepted.payload))
        #expect(refusal(of: #"{"a": 1, "a": 2}"#, from: origin) != nil)

        var limits = DocumentLimits.standard
        limits.byteCount = text.utf8.count - 1
        guard case .rejected(.unreadable) = DocumentAcceptance(limits: limits).judge(candidate) else {
            Issue.record("The limit was not applied.")
            return
        }
    }

    @Test func `P5: a document in quarantine is rejected, whatever its origin`() {
        let candidate = DocumentCandidate(ReceivedDocument(bytes: Array("{}".utf8)), from: .cache)
        guard case .rejected(.quarantined) = DocumentAcceptance().judge(candidate, isQuarantined: { _ in true }) else {
            Issue.record("The document was not rejected.")
            return
        }
    }

    @Test func `Y1: only a response is taken for the page of a captive portal`() {
        #expect(refusal(of: "\n<html>", from: .response(to: Self.request)) == .webPage)
        #expect(refusal(of: "", from: .response(to: Self.request)) == .empty)
        for origin in [DocumentOrigin.cache, .bundle] {
            guard case .unreadable = refusal(of: "<html>", from: origin) else {
                Issue.record("The document was not rejected as unreadable.")
                return
            }
        }
    }

    @Test func `a patch needs a document to apply to`() {
        #expect(refusal(of: "{}", from: .patch) == .patchWithoutBase)
        let mediaType = "application/merge-patch+json; charset=utf-8"
        #expect(refusal(of: "{}", from: .response(to: Self.request), mediaType: mediaType) == .patchWithoutBase)
    }
}
