import TestSupport

extension BadAnswer {
    static let statuses: [BadAnswer] =
        [
            BadAnswer("304 with a body", Answer.raw("HTTP/1.1 304 Not Modified\r\n\r\n{}"), ["unchanged"]),
            BadAnswer(
                "304 with another entity tag", Answer.raw("HTTP/1.1 304 Not Modified\r\nETag: \"other\"\r\n\r\n"),
                ["unchanged"]),
            BadAnswer("a status of two digits", Answer.raw("HTTP/1.1 20 OK\r\n\r\n{}"), broken),
            BadAnswer("a status of four digits", Answer.raw("HTTP/1.1 2000 OK\r\n\r\n{}"), broken),
            BadAnswer("a status of letters", Answer.raw("HTTP/1.1 abc OK\r\n\r\n{}"), broken),
            BadAnswer("status 000", Answer.raw("HTTP/1.1 000 OK\r\n\r\n{}"), ["broken-response", "status 0"]),
            BadAnswer(
                "an endless error", [.readRequest, .send(Answer.head("500 Oops")), .sendForever([0x20])], ["status 500"]
            ),
            BadAnswer(
                "an error that says nothing more", [.readRequest, .send(Answer.head("500 Oops")), .hold],
                ["status 500"], within: .seconds(20)),
            status("201 Created"), status("203 Non-Authoritative Information"), status("204 No Content"),
            status("205 Reset Content"), status("206 Partial Content", ["Content-Range: bytes 0-10/11"]),
            status("300 Multiple Choices"), status("305 Use Proxy", onLinux: .failsOtherwise),
            status("400 Bad Request"),
            status("401 Unauthorized", ["WWW-Authenticate: Basic realm=\"x\""]), status("403 Forbidden"),
            status("404 Not Found"), status("407 Proxy Authentication Required", ["Proxy-Authenticate: Basic"]),
            status("410 Gone"), status("412 Precondition Failed"), status("416 Range Not Satisfiable"),
            status("418 I'm a teapot"), status("451 Unavailable For Legal Reasons"),
            status("500 Internal Server Error"),
            status("502 Bad Gateway", ["Content-Type: text/html"]), status("599 Odd"), status("999 Denied"),
        ]
        + [
            "120", "0", "-1", "1.5", "soon", "", "99999999999999999999999", "Sun, 06 Nov 1994 08:49:37 GMT",
            "Fri, 31 Dec 9999 23:59:59 GMT", "Sun, 06 Nov 1994",
        ].flatMap {
            [status("503 Service Unavailable", ["Retry-After: \($0)"]), status("429 Too Many", ["Retry-After: \($0)"])]
        }

    private static func status(
        _ line: String, _ headers: [String] = [], onLinux: URLSessionOnLinux? = nil
    ) -> BadAnswer {
        let body = line.hasPrefix("204") ? [] : good
        return BadAnswer(
            "\(line) \(headers.first ?? "")", Answer.steps(line, headers, body), ["status \(line.prefix(3))"],
            onLinux: onLinux)
    }

    static let redirects: [BadAnswer] = [
        redirect("round in circles", "/app.json"),
        redirect("to a file", "file:///etc/passwd"),
        redirect("to another host without TLS", "http://flags.example.com/app.json"),
        redirect("to another host with TLS", "https://flags.example.com/app.json"),
        redirect("to another port", "http://127.0.0.1:1/app.json"),
        redirect("to another name of this machine", "//localhost/app.json"),
        redirect("with a name and a password", "http://user:word@127.0.0.1/"),
        redirect("to another scheme", "gopher://127.0.0.1/"),
        redirect("to code", "javascript:alert(1)"),
        BadAnswer(
            "a redirect to nowhere", Answer.steps("302 Found", [], "x"), ["status 302"], onLinux: .failsOtherwise),
        BadAnswer(
            "an endless redirect",
            [.readRequest, .send(Answer.head("302 Found", ["Location: /app.json"])), .sendForever([0x20])],
            ["status 302"], onLinux: .readsOn),
    ]

    private static func redirect(_ name: String, _ location: String) -> BadAnswer {
        BadAnswer(
            "a redirect \(name)", Answer.steps("302 Found", ["Location: \(location)"], "moved"),
            ["refused-redirect 302"])
    }

    static let encodings: [BadAnswer] = [
        encoded("a gzip bomb", "gzip", Gzip.bomb(20 << 20), ["too-large"]),
        encoded(
            "a gzip bomb in a gzip", "gzip, gzip", Gzip.stored(Gzip.bomb(20 << 20)), ["too-large", "broken-response"]),
        encoded(
            "a gzip that is cut off", "gzip", Array(Gzip.stored(good).dropLast(12)), ["broken-response", "refused"]),
        encoded(
            "a gzip with a wrong checksum", "gzip", Array(Gzip.stored(good).dropLast(8)) + [1, 2, 3, 4, 5, 6, 7, 8],
            broken),
        encoded("a gzip that is none", "gzip", good, broken),
        encoded("an encoding that nobody knows", "zip-of-doom", good, broken),
        encoded(
            "an encoding, forty times", Array(repeating: "gzip", count: 40).joined(separator: ", "),
            Gzip.stored(good), broken),
    ]

    private static func encoded(_ name: String, _ encoding: String, _ body: [UInt8], _ expected: Set<String>)
        -> BadAnswer
    {
        BadAnswer(name, Answer.steps("200 OK", ["Content-Encoding: \(encoding)"], body), expected)
    }

    static let bodies: [BadAnswer] =
        [
            body("an endless body", [.readRequest, .send(Answer.head()), .sendForever([0x20])], ["too-large"]),
            BadAnswer(
                "endless chunks",
                [
                    .readRequest, .send(Answer.head("200 OK", ["Transfer-Encoding: chunked"])),
                    .sendForever(Array("4\r\n    \r\n".utf8)),
                ], ["too-large"], onLinux: .readsOn),
            body(
                "nine megabytes of a good document",
                Answer.steps("200 OK", [], "{\"a\": \"\(String(repeating: " ", count: 9 << 20))\"}"), ["too-large"]),
            text("no body", ""), text("blanks", " \r\n\t "), text("null", "null"), text("an array", "[]"),
            text("a string", "\"{}\""), text("a number", "42"),
            body(
                "a captive portal", Answer.steps("200 OK", ["Content-Type: text/html"], "<!DOCTYPE html><p>Log in"),
                ["web page"]),
            text("an XML error", "<?xml version=\"1.0\"?><Error/>", "web page"),
            text("a byte order mark", "\u{FEFF}{}"), bytes("UTF-16", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0]),
            bytes("zero bytes", [UInt8](repeating: 0, count: 100)), bytes("a zero byte", Array("{\"a\": 1\0}".utf8)),
            bytes("text that is no UTF-8", Array("{\"a\": \"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)),
            text("a key twice", "{\"payments\": 1, \"payments\": 2}"), text("two documents", "{}{}"),
            text("a trailing comma", "{\"payments\": 1,}"), text("a comment", "{} // done"),
            text("nesting without end", String(repeating: "{\"a\":", count: 100_000)),
            text("brackets without end", String(repeating: "[", count: 1_000_000)),
            text(
                "more settings than there may be",
                "{" + (0...20_000).map { "\"s\($0)\": 1" }.joined(separator: ",") + "}"),
            text("a name in two ways", "{\"a.b\": 1, \"a\": {\"b\": 2}}"),
            text("a number that is none", "{\"a\": NaN}"), text("a number beyond all bounds", "{\"a\": 1e999}"),
            body(
                "a partial update that is broken",
                Answer.steps("200 OK", ["Content-Type: application/merge-patch+json"], "{"), ["refused"]),
            body(
                "bytes after the body",
                [.readRequest, .send(Answer.head("200 OK", ["Content-Length: 2"]) + Array("[]HTTP/1.1 200 OK".utf8))],
                ["refused"]),
        ]
        + [1, 5, 12, 18].map { count in
            bytes("a document cut after \(count) bytes", Array(good.prefix(count)))
        }

    private static func body(_ name: String, _ steps: [TestServer.Step], _ expected: Set<String>) -> BadAnswer {
        BadAnswer(name, steps, expected)
    }

    private static func text(_ name: String, _ text: String, _ expected: String = "refused") -> BadAnswer {
        BadAnswer(name, Answer.steps("200 OK", [], text), [expected])
    }

    private static func bytes(_ name: String, _ bytes: [UInt8]) -> BadAnswer {
        BadAnswer(name, Answer.steps("200 OK", [], bytes), ["refused"])
    }
}
