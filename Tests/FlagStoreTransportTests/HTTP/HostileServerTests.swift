import FlagStore
import TestSupport
import Testing

struct HostileServerTests {
    /// URLSession on Linux does not survive all of them; ``BadAnswer/URLSessionOnLinux`` lists the exceptions.
    private static let answersForURLSession = BadAnswer.all.filter {
        HTTPLibrary.urlSessionIsSound || $0.urlSessionOnLinux == nil
    }

    // Serialized: hundreds of servers at once would only test the machine.

    @Test(.enabled(if: HTTPLibrary.curlIsThere, "libcurl is not there"), .serialized, arguments: BadAnswer.all)
    func `Y1, Y3: by libcurl, keeps values and the document on disk whatever comes, and takes the next good one`(
        bad: BadAnswer
    ) async throws {
        try await survive(bad, .curl)
    }

    @Test(.serialized, arguments: answersForURLSession)
    func `Y1, Y3: by URLSession, keeps values and the document on disk whatever comes, and takes the next good one`(
        bad: BadAnswer
    ) async throws {
        try await survive(bad, .urlSession)
    }

    private func survive(_ bad: BadAnswer, _ library: HTTPLibrary) async throws {
        try await ServedStore.use(library, answering: ServedStore.good()) { served in
            let first = await served.refresh()
            expect(["activated", "unchanged"].contains(first.word), "\(first)")
            expectEqual(served.store[ServedStore.payments], "good")
            expectEqual(served.store.state, .ready)
            let before = served.store.recentDiagnostics.count

            served.server.answer(bad.steps ?? [])
            let address =
                if bad.steps == nil {
                    try DocumentAddress("http://127.0.0.1:\(try TestServer.freePort())/")
                } else {
                    try served.server.address()
                }
            served.transport.use(library.transport(address), timeLimit: bad.timeLimit)
            let result = await served.refresh()
            expect(bad.expected.contains(result.word), "\(result)")
            expectEqual(served.store[ServedStore.payments], "good")
            expectEqual(served.store.state, .ready)
            expectEqual(served.documentOnDisk, ServedStore.document("good"))
            let diagnostics = served.store.recentDiagnostics.dropFirst(before).map(\.code)
            switch result {
            case .failed: expectEqual(diagnostics, [.fetchFailed])
            case .refused: expectEqual(diagnostics, [.documentRefused])
            default: expect(diagnostics.isEmpty)
            }

            served.server.answer(ServedStore.good("better", entityTag: "\"better\""))
            served.transport.use(library.transport(try served.server.address()))
            let last = await served.refresh()
            expect(["activated", "unchanged"].contains(last.word), "\(last)")
            expectEqual(served.store[ServedStore.payments], "better")
            expectEqual(served.documentOnDisk, ServedStore.document("better"))
            expect(served.server.requests.last?.value(of: "if-none-match") != nil)
        }
    }

    @Test func `is tested with more than a hundred kinds of bad answers`() {
        expect(BadAnswer.all.count > 100)
        expectEqual(Set(BadAnswer.all.map(\.name)).count, BadAnswer.all.count)
    }
}
