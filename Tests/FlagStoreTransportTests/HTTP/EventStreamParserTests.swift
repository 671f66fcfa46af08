import FlagStoreCurl
import TestSupport
import Testing

struct EventStreamParserTests {
    @Test(
        arguments: [
            ("", 0, nil), ("data: x\n", 0, nil), ("data: x\n\n", 1, nil), ("data\n\n", 1, nil), (":\n\n", 0, nil),
            ("event: message\n\n", 0, nil), ("data: 1\ndata: 2\n\n", 1, nil), ("data: 1\n\ndata: 2\n\n", 2, nil),
            ("data: x\r\n\r\n", 1, nil), ("data: x\r\r", 1, nil), ("\u{FEFF}data: x\n\n", 1, nil),
            ("\u{FEFF}\u{FEFF}data: x\n\n", 0, nil), ("id: 7\n\n", 0, "7"), ("id: 7\ndata: x\n\n", 1, "7"),
            ("id:7\n\n", 0, "7"),
            ("id: 7\n", 0, nil), ("id: 7\n\nid\n\n", 0, nil), ("id: \u{1}\n\n", 0, nil), ("retry: 100\n\n", 0, nil),
        ] as [(String, Int, String?)])
    func `events are counted, and the last identifier is kept`(_ text: String, _ count: Int, _ identifier: String?) {
        var parser = EventStreamParser()
        expectEqual(parser.read(Array(text.utf8)), count)
        expectEqual(parser.lastIdentifier, identifier)
        var inParts = EventStreamParser()
        expectEqual(text.utf8.reduce(0) { $0 + (inParts.read([$1]) ?? 0) }, count)
        expectEqual(inParts.lastIdentifier, identifier)
    }

    @Test func `the wait that a server asks for is kept, unless it is no number`() {
        var parser = EventStreamParser(lastIdentifier: "3")
        _ = parser.read(Array("retry: 250\nretry: soon\n\n".utf8))
        expectEqual(parser.retryMilliseconds, 250)
        expectEqual(parser.lastIdentifier, "3")
    }

    @Test func `an endless line is refused`() {
        var parser = EventStreamParser()
        expectEqual(parser.read(Array(repeating: 0x61, count: 65_536)), 0)
        expectNil(parser.read([0x61]))
    }

    @Test func `an identifier that is too long for a field is not sent back`() {
        var parser = EventStreamParser()
        _ = parser.read(Array("id: \(String(repeating: "7", count: 1_025))\n\n".utf8))
        expectNil(parser.lastIdentifier)
    }
}
