import TestSupport
import Testing

/// An invalid or unusual response, and how a store may react to it.
struct BadAnswer: Sendable, CustomTestStringConvertible {
    let name: String

    /// What the server does; `nil` if there is no server.
    let steps: [TestServer.Step]?

    /// The accepted results of a refresh, as ``RefreshResult/word`` spells them.
    let expected: Set<String>

    /// How long the request may take.
    let timeLimit: Duration

    /// How URLSession on Linux fails to handle it; `nil` if it handles it.
    let urlSessionOnLinux: URLSessionOnLinux?

    /// How URLSession on Linux fails to handle a response.
    ///
    /// This is the list of what the transport does not survive on Linux (Swift 6.3.1). On Apple's platforms, and
    /// with libcurl, every response is tested.
    enum URLSessionOnLinux: String, Sendable {
        /// The process aborts.
        case aborts

        /// The session reads as long as the server sends, even after the request is cancelled.
        case readsOn

        /// It fails with another kind of failure than expected.
        case failsOtherwise
    }

    var testDescription: String { name }

    init(
        _ name: String,
        _ steps: [TestServer.Step]?,
        _ expected: Set<String>,
        within timeLimit: Duration = .seconds(20),
        onLinux urlSessionOnLinux: URLSessionOnLinux? = nil
    ) {
        self.name = name
        self.steps = steps
        self.expected = expected
        self.timeLimit = timeLimit
        self.urlSessionOnLinux = urlSessionOnLinux
    }

    static let all = connections + lengths + heads + waits + statuses + redirects + encodings + bodies

    static let broken: Set = ["broken-response"]
    static let short = Duration.milliseconds(400)
    static let good = Array(ServedStore.document("bad").utf8)
}

extension BadAnswer {
    static let connections: [BadAnswer] = [
        BadAnswer("nobody listens", nil, ["unreachable"]),
        BadAnswer("closed at once", [], broken),
        BadAnswer("reset at once", [.reset], ["broken-response", "unreachable"]),
        BadAnswer("closed without an answer", [.readRequest], broken),
        BadAnswer("reset in the place of an answer", [.readRequest, .reset], broken),
        BadAnswer("closed in the status line", Answer.raw("HTTP/1.1 20"), broken),
        BadAnswer(
            "closed in the middle of a field", Answer.raw("HTTP/1.1 200 OK\r\nContent-Le"), broken, onLinux: .aborts),
        BadAnswer(
            "closed before the end of the head", Answer.raw("HTTP/1.1 200 OK\r\nETag: \"x\"\r\n"), broken,
            onLinux: .aborts),
        BadAnswer(
            "closed in the middle of the body",
            [.readRequest, .send(Answer.head("200 OK", ["Content-Length: 500"]) + good)], broken),
        BadAnswer(
            "reset in the middle of the body",
            [.readRequest, .send(Answer.head("200 OK", ["Content-Length: 500"]) + good), .reset], broken),
        BadAnswer(
            "an answer that comes unasked, and then a reset", [.send([1, 2, 3]), .reset],
            ["broken-response", "unreachable"]),
        BadAnswer("another protocol", Answer.raw("SSH-2.0-OpenSSH_9.2p1\r\n"), broken),
        BadAnswer("a TLS alert", [.readRequest, .send([0x15, 3, 3, 0, 2, 2, 40])], broken),
    ]

    static let lengths: [BadAnswer] = [
        BadAnswer(
            "a length that is too small",
            [.readRequest, .send(Answer.head("200 OK", ["Content-Length: 9"]) + good)], ["refused"]),
        BadAnswer(
            "a length below zero", [.readRequest, .send(Answer.head("200 OK", ["Content-Length: -1"]) + good)], broken),
        BadAnswer(
            "a length that is no number", [.readRequest, .send(Answer.head("200 OK", ["Content-Length: x"]) + good)],
            broken),
        BadAnswer(
            "two lengths",
            [.readRequest, .send(Answer.head("200 OK", ["Content-Length: 5", "Content-Length: 9"]) + good)],
            ["broken-response", "refused"]),
        BadAnswer(
            "a length beyond 64 bits",
            [.readRequest, .send(Answer.head("200 OK", ["Content-Length: 99999999999999999999999"]) + good)], broken),
        chunked("a chunk whose size is no number", "zz\r\n{}\r\n0\r\n\r\n"),
        chunked("a chunk whose size is below zero", "-5\r\n{}\r\n0\r\n\r\n"),
        chunked("a chunk whose size is beyond 64 bits", "FFFFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"),
        chunked("a chunk with the largest size there is", "7FFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"),
        chunked("a chunk that is cut off", "FF\r\n{\"payments\""),
        chunked("no last chunk", "2\r\n{}\r\n"),
        chunked("a chunk without a line end", "2\r\n{}0\r\n\r\n"),
        chunked("a chunk with an empty size", "\r\n{}\r\n0\r\n\r\n"),
        BadAnswer(
            "a chunk with an endless extension",
            [
                .readRequest, .send(Answer.head("200 OK", ["Transfer-Encoding: chunked"]) + Array("2;".utf8)),
                .sendForever(Array("x".utf8)),
            ],
            ["broken-response", "timed-out"], within: .seconds(2)),
        BadAnswer(
            "endless fields after the last chunk",
            [
                .readRequest, .send(Answer.head("200 OK", ["Transfer-Encoding: chunked"]) + Array("0\r\n".utf8)),
                .sendForever(Array("X-Field: 1\r\n".utf8)),
            ],
            broken, onLinux: .readsOn),
        BadAnswer(
            "a field after the last chunk",
            Answer.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\nX-Field: 1\r\n\r\n"),
            ["refused"], onLinux: .aborts),
    ]

    private static func chunked(_ name: String, _ body: String) -> BadAnswer {
        let head = Answer.head("200 OK", ["Transfer-Encoding: chunked"])
        return BadAnswer(name, [.readRequest, .send(head + Array(body.utf8))], broken)
    }

    static let heads: [BadAnswer] = [
        BadAnswer(
            "endless fields",
            [
                .readRequest, .send(Array("HTTP/1.1 200 OK\r\n".utf8)),
                .sendForever(Array("X-Field: 1\r\n".utf8)),
            ], broken, onLinux: .readsOn),
        BadAnswer(
            "one endless field",
            [
                .readRequest, .send(Array("HTTP/1.1 200 OK\r\nX-Field: ".utf8)),
                .sendForever(Array("x".utf8)),
            ], broken),
        BadAnswer(
            "an endless status line",
            [
                .readRequest, .send(Array("HTTP/1.1 200 ".utf8)),
                .sendForever(Array("x".utf8)),
            ], broken),
        BadAnswer(
            "a field of a megabyte",
            Answer.steps("200 OK", ["X-Field: " + String(repeating: "x", count: 1 << 20)], "{}"), broken),
        BadAnswer("a status line of garbage", [.readRequest, .send([0, 255, 7, 0, 13, 10, 13, 10])], broken),
        BadAnswer("HTTP 0.9, a body without a head", [.readRequest, .send(good)], broken),
        BadAnswer("a version of the future", Answer.raw("HTTP/9.9 200 OK\r\n\r\n{}"), broken),
        BadAnswer(
            "a zero byte in a field", Answer.raw("HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n[]"),
            ["broken-response", "refused"]),
        BadAnswer(
            "a field without a colon", Answer.raw("HTTP/1.1 200 OK\r\nnonsense\r\n\r\n[]"),
            ["broken-response", "refused"]),
        BadAnswer(
            "interim responses for ever",
            [.readRequest, .sendForever(Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8))], broken,
            onLinux: .failsOtherwise),
        BadAnswer(
            "a switch of protocols", Answer.raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"),
            ["broken-response", "status 101"]),
    ]

    static let waits: [BadAnswer] = [
        BadAnswer("silence after connecting", [.hold], ["timed-out"], within: short),
        BadAnswer("silence after the request", [.readRequest, .hold], ["timed-out"], within: short),
        BadAnswer(
            "silence in the head", [.readRequest, .send(Array("HTTP/1.1 200 OK\r\nA: ".utf8)), .hold], ["timed-out"],
            within: short),
        BadAnswer(
            "silence after the head", [.readRequest, .send(Answer.head()), .hold], ["timed-out"], within: short),
        BadAnswer(
            "silence in the body", [.readRequest, .send(Answer.head() + good.prefix(9)), .hold], ["timed-out"],
            within: short),
        BadAnswer(
            "a head that drips", [.readRequest, .drip(Answer.head(), milliseconds: 30)], ["timed-out"], within: short),
        BadAnswer(
            "a body that drips",
            [.readRequest, .send(Answer.head()), .drip(good, milliseconds: 30)], ["timed-out"], within: short),
        BadAnswer(
            "interim responses that drip",
            [.readRequest, .drip(Array(String(repeating: "HTTP/1.1 102 P\r\n\r\n", count: 9).utf8), milliseconds: 5)],
            ["timed-out"], within: short),
    ]
}
