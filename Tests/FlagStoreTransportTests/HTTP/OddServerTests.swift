import FlagStore
import TestSupport
import Testing

struct OddServerTests {
    private static let document = ServedStore.document("odd")

    @Test(
        arguments: HTTPLibrary.here,
        [
            "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nExpires: -1\r\nAge: 99999999999\r\n\r\n",
            "HTTP/1.1 200 OK\r\nDate: Fri, 31 Dec 9999 23:59:59 GMT\r\nLast-Modified: nonsense\r\n\r\n",
            "HTTP/1.1 200 OK\r\nCache-Control: no-store, max-age=-1\r\nPragma: no-cache\r\nVary: *\r\n\r\n",
            "HTTP/1.1 200 \r\n\r\n", "HTTP/1.1 200 Not Found\r\n\r\n",
            "HTTP/1.0 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-16\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Type:\r\nX-Empty:\r\n\r\n",
            "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Domain=.com\r\nStrict-Transport-Security: max-age=1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\n\r\n",
            "HTTP/1.1 200 OK\r\nRefresh: 0; url=https://flags.example.com/\r\nLocation: /elsewhere\r\n\r\n",
        ])
    func `takes a good document, whatever is odd about its head`(library: HTTPLibrary, head: String) async throws {
        try await take(head, library)
    }

    @Test(
        .enabled(if: HTTPLibrary.curlIsThere, "libcurl is not there"),
        arguments: ["HTTP/1.1 200\r\n\r\n", "HTTP/1.1 200 OK\nContent-Type: application/json\n\n"])
    func `takes a good document by libcurl, though its head is careless (Linux's URLSession cannot read it)`(
        head: String
    ) async throws {
        try await take(head, .curl)
    }

    private func take(_ head: String, _ library: HTTPLibrary) async throws {
        try await ServedStore.use(library, answering: ServedStore.good()) { served in
            _ = await served.refresh()
            served.server.answer(Answer.raw(head + Self.document))
            await expectEqual(served.refresh(), .activated(changedNames: ["payments"]))
            expectEqual(served.store[ServedStore.payments], "odd")
        }
    }

    @Test(arguments: HTTPLibrary.here)
    func `Y1: the same content under another entity tag is no change, and the new tag is sent from then on`(
        library: HTTPLibrary
    ) async throws {
        try await ServedStore.use(library, answering: ServedStore.good()) { served in
            _ = await served.refresh()
            served.server.answer(ServedStore.good("good", entityTag: "\"other\""))
            await expectEqual(served.refresh(), .unchanged)
            _ = await served.refresh()
            expectEqual(served.server.requests.last?.value(of: "if-none-match"), "\"other\"")
        }
    }

    @Test(arguments: HTTPLibrary.here)
    func `Y1: other content under the same entity tag is a change`(library: HTTPLibrary) async throws {
        try await ServedStore.use(library, answering: ServedStore.good()) { served in
            _ = await served.refresh()
            served.server.answer(ServedStore.good("better"))
            await expectEqual(served.refresh(), .activated(changedNames: ["payments"]))
            expectEqual(served.documentOnDisk, ServedStore.document("better"))
        }
    }

    @Test(
        arguments: HTTPLibrary.here,
        ["\"" + String(repeating: "x", count: 9_000) + "\"", "\"\u{1}\"", ""])
    func `Y1: an entity tag that a server could choke on is not sent back, and the document counts`(
        library: HTTPLibrary, entityTag: String
    ) async throws {
        try await ServedStore.use(library, answering: ServedStore.good()) { served in
            _ = await served.refresh()
            served.server.answer(ServedStore.good("better", entityTag: entityTag))
            await expectEqual(served.refresh(), .activated(changedNames: ["payments"]))
            served.server.answer(ServedStore.good("best"))
            await expectEqual(served.refresh(), .activated(changedNames: ["payments"]))
            expectNil(served.server.requests.last?.value(of: "if-none-match"))
        }
    }

    @Test(arguments: HTTPLibrary.here)
    func `Y1: a 304 to a store that has nothing is a failure`(library: HTTPLibrary) async throws {
        try await ServedStore.use(library, answering: Answer.raw("HTTP/1.1 304 Not Modified\r\n\r\n")) { served in
            await expectEqual(served.refresh().word, "broken-response 304")
            expectEqual(served.store.state, .error)
            served.server.answer(ServedStore.good())
            _ = await served.refresh()
            expectEqual(served.store[ServedStore.payments], "good")
        }
    }

    @Test(arguments: HTTPLibrary.here)
    func `Y2: Retry-After is kept to, and capped at an hour`(library: HTTPLibrary) async throws {
        for (header, expected) in [("120", 120), ("999999999", 3_600)] {
            try await ServedStore.use(library, answering: ServedStore.good()) { served in
                _ = await served.refresh()
                served.server.answer(Answer.steps("503 Later", ["Retry-After: \(header)"], ""))
                await expectEqual(served.refresh().word, "status 503")
                let count = served.server.requests.count
                await expectEqual(served.store.refresh(), .postponed(.seconds(expected)))
                expectEqual(served.server.requests.count, count)
            }
        }
    }
}
