import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

/// What a request names a document by.
struct ValidatorTests {
    private static let modified = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test(
        arguments: [
            ([("ETag", "\"1\""), ("Last-Modified", modified)], "\"1\""),
            ([("Last-Modified", modified), ("Date", "Sun, 06 Nov 1994 08:49:38 GMT")], modified),
            // Within one second, a document may change twice.
            ([("Last-Modified", modified), ("Date", modified)], nil),
            ([("Last-Modified", modified), ("Date", "Sun, 06 Nov 1994 08:49:36 GMT")], nil),
            ([("Last-Modified", modified)], nil),
            ([("Last-Modified", "yesterday"), ("Date", "Sun, 06 Nov 1994 08:49:38 GMT")], nil),
            ([("ETag", "no tag"), ("Last-Modified", modified), ("Date", "Mon, 07 Nov 1994 08:49:38 GMT")], modified),
            ([], nil),
        ] as [([(String, String)], String?)])
    func `a response names its document by its tag, otherwise by its date`(
        _ fields: [(String, String)], _ expected: String?
    ) {
        var head = HTTPResponseHead(status: 200)
        for (name, value) in fields { head.add(name, value) }
        expectEqual(head.validator, expected)
        guard case .received(let received) = head.outcome([0x7B, 0x7D]) else { return expect(Bool(false)) }
        expectEqual(received.entityTag, expected)
    }

    @Test(
        arguments: [
            ("\"1\"", "If-None-Match"), ("W/\"1\"", "If-None-Match"), (modified, "If-Modified-Since"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "If-Modified-Since"), ("\"\(modified)\"", "If-None-Match"),
        ])
    func `the form decides about the field of the request`(_ validator: String, _ name: String) {
        let condition = DocumentRequest(entityTag: validator).condition
        expectEqual(condition?.name, name)
        expectEqual(condition?.value, validator)
    }

    @Test(arguments: ["", "*", "abc", "\"1\"\r\nX: 1", modified + "\r\nX: 1", modified + " "])
    func `anything else is not sent`(_ text: String) {
        expectNil(DocumentRequest(entityTag: text).condition)
    }

    @Test func `a date survives a restart`() async {
        let files = MemoryFiles()
        let test = TestStore(on: files)
        _ = await test.receive(#"{"a": 1}"#, entityTag: Self.modified)
        await test.end()
        let next = TestStore(on: files)
        await expectEqual(next.transport.nextRequest()?.entityTag, Self.modified)
        await expectEqual(next.receive(.notModified), .unchanged)
        await next.end()
    }
}
