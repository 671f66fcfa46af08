import FlagCode
import TestSupport
import Testing

struct TypedAttributeTests {
    @Test func `each declared type has a Swift type`() throws {
        let document = try TypedDocument(
            #"""
            { "$attributes": {
                "a": { "type": "string" }, "b": { "type": "boolean" }, "c": { "type": "integer" }, "d": { "type": "number" },
                "e": { "type": "version" }, "f": {}, "targetingKey": { "type": "string" }, "context": { "type": "string" },
                "plan-name": { "values": ["free", "premium"], "description": "The plan." }, "$comment": 1
              }, "s": 1 }
            """#)
        expectEqual(document.types.problems.map(\.message), [])
        let attributes = document.types.attributes
        expectEqual(attributes.map(\.name), ["a", "b", "c", "d", "e", "f", "context", "plan-name"])
        expectEqual(attributes.map(\.identifier.text), ["a", "b", "c", "d", "e", "f", "contextValue", "planName"])
        expectEqual(attributes.prefix(6).map(\.type), [.string, .boolean, .integer, .double, .version, .any])
        expectEqual(attributes.last?.description, "The plan.")
    }

    @Test(
        arguments: [
            (#"[]"#, #""$attributes" is an array, expected an object of attributes"#),
            (#"{ "a": 1 }"#, #"the declaration of the attribute "a" has no readable type"#),
            (#"{ "a": { "type": "text" } }"#, #"the declaration of the attribute "a" has no readable type"#),
            (#"{ "é": { "type": "string" } }"#, #"conditions cannot test an attribute with the name "é""#),
            (#"{ "date": { "type": "string" } }"#, #"conditions cannot test an attribute with the name "date""#),
            (
                #"{ "a": { "values": "x" } }"#,
                #"the "values" of the attribute "a" are "x", expected an array of strings"#
            ),
            (
                #"{ "a": { "values": [1] } }"#,
                #"the "values" of the attribute "a" are [1], expected an array of strings"#
            ),
            (
                #"{ "a-b": { "type": "string" }, "aB": { "type": "string" } }"#,
                #"the attributes "a-b" and "aB" have the same Swift name, aB"#
            ),
        ] as [(String, String)])
    func `a declaration that cannot be read is a problem`(_ attributes: String, _ message: String) throws {
        let document = try TypedDocument(#"{ "$attributes": \#(attributes), "s": 1 }"#)
        expectEqual(document.types.problems.map(\.message), [message])
    }
}
