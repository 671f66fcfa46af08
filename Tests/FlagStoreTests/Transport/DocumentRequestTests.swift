import FlagStore
import TestSupport
import Testing

struct DocumentRequestTests {
    @Test(arguments: [
        ("\"1\"", true), ("W/\"1\"", true), ("\"\"", true), ("\"a b, c\"", true), ("\"é\"", true),
        ("\"\(String(repeating: "x", count: 1_021))\"", true),
        ("\"\(String(repeating: "x", count: 1_022))\"", true),
        ("\"\(String(repeating: "x", count: 1_023))\"", false), ("", false), ("1", false), ("*", false),
        ("\"", false), ("\"1", false), ("1\"", false), ("W/", false), ("W/1", false), ("w/\"1\"", false),
        ("\"1\", \"2\"", false), (" \"1\"", false), ("\"1\" ", false), ("\"1\"\r\nX: 1", false),
        ("\"1\r\n2\"", false), ("\"1\n2\"", false), ("\"\t\"", false), ("\"\u{0}\"", false),
        ("\"\u{7F}\"", false), ("\"\u{FFFD}\"", false),
    ])
    func `has an entity tag that can be a header, or none`(text: String, isKept: Bool) {
        let expected = isKept ? text : nil
        expectEqual(DocumentRequest(entityTag: text).entityTag, expected)
        var request = DocumentRequest(entityTag: "\"other\"")
        request.entityTag = text
        expectEqual(request.entityTag, expected)
    }
}
