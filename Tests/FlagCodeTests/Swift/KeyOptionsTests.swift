import FlagCode
import FlagResolver
import TestSupport
import Testing

/// The options of the plugin, in a file beside a document.
struct KeyOptionsTests {
    @Test(arguments: [
        ("{}", SwiftAccess.internal, nil), (#"{"access": "public"}"#, .public, nil),
        (#"{"namespace": "ShopFlags", "access": "package"}"#, .package, "ShopFlags"),
        (#"{"$comment": "for all modules", "access": "internal"}"#, .internal, nil),
    ])
    func `options have an access level and a namespace`(json: String, access: SwiftAccess, namespace: String?) throws {
        let options = try KeyOptions(parsing: Array(json.utf8))
        expectEqual(options.access, access)
        expectEqual(options.namespace?.text, namespace)
    }

    @Test(arguments: [
        (#"{"access": "open"}"#, 12, #"the access level is "open", expected "internal", "package" or "public""#),
        (#"{"access": true}"#, 12, #"the access level is a boolean, expected "internal", "package" or "public""#),
        (#"{"acess": "public"}"#, 2, #"unknown option "acess"; did you mean "access"?"#),
        (#"{"output": "a"}"#, 2, #"unknown option "output"; the options are "access" and "namespace""#),
        (
            #"{"namespace": "String"}"#, 15,
            #"the namespace is "String", expected the name of a Swift type that generated code does not use"#
        ),
        ("[]", 1, "the options are an array, expected an object"),
    ])
    func `a mistake says what was found and expected, at its place`(json: String, column: Int, message: String) {
        let problem = #expect(throws: KeyOptions.Problem.self) { try KeyOptions(parsing: Array(json.utf8)) }
        expectEqual(problem?.message, message)
        expectEqual(problem?.location.line, 1)
        expectEqual(problem?.location.column, column)
    }

    @Test(arguments: ["", "{", #"{"access": "public",}"#, #"{"access": "public", "access": "public"}"#])
    func `options are strict JSON`(json: String) {
        #expect(throws: KeyOptions.Problem.self) { try KeyOptions(parsing: Array(json.utf8)) }
    }
}
