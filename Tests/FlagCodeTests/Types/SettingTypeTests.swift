import FlagResolver
import TestSupport
import Testing

@testable import FlagCode

struct SettingTypeTests {
    /// The type of the setting `s`, with that of its structures.
    private func type(of setting: String) throws -> String {
        let document = try TypedDocument(#"{ "s": \#(setting) }"#)
        expectEqual(document.types.problems.map(\.message), [])
        return try #require(document.types.settings.first).type.described
    }

    private static func setting(_ values: [String], members: String = "") -> String {
        let entries = values.dropFirst().map { #"{ "appVersion": "*", "value": \#($0) }"# }.joined(separator: ", ")
        return #"{ \#(members) "defaultValue": \#(values.first ?? ""), "valuesByVersion": [\#(entries)] }"#
    }

    @Test(
        arguments: [
            (["true", "false"], "Bool"), (["1", "2"], "Int"), (["1", "3.0"], "Int"), (["1", "2.5"], "Double"),
            (["2.5", "1"], "Double"), (["2147483647"], "Int"), (["2147483648"], "Int64"),
            (["-2147483649", "1"], "Int64"),
            (["9223372036854775807"], "Int64"), (["9223372036854775808"], "Double"), (["1e300"], "Double"),
            ([#""a""#, #""b""#], "String"), (["null", #""b""#], "String?"), (["null", "1", "2.5"], "Double?"),
            (["[1, 2]", "[]"], "[Int]"), (["[]", "[1, 2.5]"], "[Double]"), (["[[1], []]"], "[[Int]]"),
            (["[1, null]"], "[Int?]"), ([#"["a"]"#], "[String]"), (["{}"], "S{}"),
            ([#"{ "a": 1 }"#, #"{ "a": 2.5 }"#], "S{a: Double}"),
            ([#"{ "a": 1 }"#, #"{ "b": "x" }"#], "S{a: Int?, b: String?}"),
            ([#"{ "a": null }"#, #"{ "a": true }"#], "S{a: Bool?}"),
            ([#"{ "a-b": 1, "class": 2 }"#], "S{aB: Int, class: Int}"),
            ([#"{ "a": { "b": 1 } }"#, #"{ "a": { "b": null } }"#], "S{a: A{b: Int?}}"),
            ([#"[{ "a": 1 }, { "a": 2, "b": [{ "c": true }] }]"#], "[SElement{a: Int, b: [BElement{c: Bool}]?}]"),
            ([#"[[{ "a": 1 }]]"#], "[[SElement{a: Int}]]"),
            ([#"{ "string": { "x": 1 } }"#], "S{string: StringValue{x: Int}}"),
        ] as [([String], String)])
    func `the type follows from all values`(_ values: [String], _ type: String) throws {
        try expectEqual(self.type(of: Self.setting(values)), type)
        // A declared type agrees.
        if type == "Int" {
            try expectEqual(self.type(of: Self.setting(values, members: #""type": "integer","#)), "Int")
        }
        if ["Int", "Double"].contains(type) {
            try expectEqual(self.type(of: Self.setting(values, members: #""type": "number","#)), "Double")
        }
    }

    @Test(
        arguments: [
            ("string", "[]", "[String]"), ("boolean", "[]", "[Bool]"), ("integer", "[]", "[Int]"),
            ("number", "[]", "[Double]"), ("number", "[1]", "[Double]"), ("integer", "[2147483648]", "[Int64]"),
            ("string", "null", "[String]?"),
        ] as [(String, String, String)])
    func `the declared type of elements is enough for empty arrays`(
        _ declared: String, _ value: String, _ type: String
    ) throws {
        let members = #""elementType": "\#(declared)","#
        try expectEqual(self.type(of: Self.setting(value == "null" ? [value, "[]"] : [value], members: members)), type)
    }

    @Test(arguments: ["object", "array", "text"])
    func `a declared type of elements that says nothing about them is not enough`(_ declared: String) throws {
        let setting = Self.setting(["[]"], members: #""elementType": "\#(declared)","#)
        let problem = try #require(try TypedDocument(#"{ "s": \#(setting) }"#).types.problems.first)
        expectEqual(problem.message, #"every array of "s" is empty, so its elements have no type"#)
    }

    @Test func `a constant has the type of its value`() throws {
        try expectEqual(type(of: "0.5"), "Double")
        try expectEqual(type(of: "[true]"), "[Bool]")
    }

    @Test(
        arguments: [
            (#"["legacy", "two-columns"]"#, "S(legacy=legacy, twoColumns=two-columns)"),
            (#"["legacy", "LEGACY"]"#, "S(legacy=legacy, u4CEGACY=LEGACY)"),
            (
                #"["legacy", "unknown", "none", "init", ""]"#,
                "S(legacy=legacy, unknownValue=unknown, noneValue=none, initValue=init, empty=)"
            ),
            (#"["legacy", "+1", "-1", "🚀"]"#, "S(legacy=legacy, u2B1=+1, u2D1=-1, u1F680=🚀)"),
            (#"["legacy", null]"#, "S(legacy=legacy)?"),
        ] as [(String, String)])
    func `strings of a closed list are an enum`(_ list: String, _ type: String) throws {
        try expectEqual(self.type(of: Self.setting([#""legacy""#], members: #""enum": \#(list),"#)), type)
    }

    @Test func `a closed list of other values adds to the values`() throws {
        try expectEqual(type(of: Self.setting(["1", "2"], members: #""enum": [1, 2],"#)), "Int")
        try expectEqual(type(of: Self.setting(["1"], members: #""enum": [1, 2.5, null],"#)), "Double?")
        try expectEqual(type(of: Self.setting(["[]"], members: #""enum": [[], [true]],"#)), "[Bool]")
        try expectEqual(type(of: Self.setting(["null", #""a""#], members: #""enum": ["a", null],"#)), "S(a=a)?")
    }

    @Test(
        arguments: [
            (
                [#"{ "a": true }"#, #"{ "a": "x" }"#],
                #"the values of "s.a" have no common type: "x" is a string, and true is a boolean"#, #""x""#
            ),
            (
                ["[1, \"a\"]"], #"the values of "s[]" have no common type: "a" is a string, and 1 is an integer"#,
                #""a""#
            ),
            (["null"], #"every value of "s" is null, so it has no type"#, "null"),
            (["[]", "[]"], #"every array of "s" is empty, so its elements have no type"#, "[]"),
            ([#"{ "a": null }"#], #"every value of "s.a" is null, so it has no type"#, "null"),
            (
                ["18446744073709551617"],
                #"18446744073709551617, a value of "s", is not a Swift number: it fits neither Int64 nor, without rounding, Double"#,
                "18446744073709551617"
            ),
            (
                ["0.5", "9007199254740993"],
                #"9007199254740993, a value of "s", is not a Swift number: it fits neither Int64 nor, without rounding, Double"#,
                "9007199254740993"
            ),
            ([#"{ "a-b": 1, "aB": 2 }"#], #"the keys "a-b" and "aB" of "s" have the same Swift name, aB"#, #""aB""#),
            ([#"{ "🚀": 1 }"#], #"the key "🚀" of "s" has no letter or digit, so it has no Swift name"#, #""🚀""#),
            (["true", "\"x\""], #"in "s": the value is a string, expected a boolean as the default is"#, #""x""#),
            ([#""x""#, "null"], #"in "s": the value is null, expected a string as the default is"#, "null"),
        ] as [([String], String, String)])
    func `values without a common type are a problem that names them and their place`(
        _ values: [String], _ message: String, _ place: String
    ) throws {
        let document = try TypedDocument(#"{ "s": \#(Self.setting(values)), "other": 1 }"#)
        let problem = try #require(document.types.problems.first)
        expectEqual(document.types.problems.count, 1)
        expectEqual(problem.message, message)
        expectEqual(document.text(problem.span), place)
        expect(!problem.help.isEmpty)
        expect(document.types.settings.map(\.name.name) == ["other"] || problem.code != nil)
    }

    @Test(
        arguments: [
            (
                #"{ "s": { "enum": "a", "defaultValue": "a" } }"#,
                #"the "enum" of "s" is "a", expected an array of the allowed values"#
            ),
            (
                #"{ "s": { "enum": [], "defaultValue": "a" } }"#,
                #"the "enum" of "s" is [], expected an array of the allowed values"#
            ),
            (#"{ "s": { "enum": ["a"], "defaultValue": "b" } }"#, #""b", a value of "s", is not in its "enum""#),
            (#"{ "s": { "enum": ["a b", "a-b", "u"], "defaultValue": "u" } }"#, nil),
            (
                #"{ "s": { "enum": ["+", "u2B"], "defaultValue": "+" } }"#,
                #"the values "+" and "u2B" have the same Swift name, u2B"#
            ),
            (
                #"{ "s": { "enum": ["a", 1], "defaultValue": "a" } }"#,
                #"the values of "s" have no common type: 1 is an integer, and "a" is a string"#
            ),
            (
                #"{ "s": { "valuesByVersion": [] } }"#,
                #"in "s": the setting has "valuesByVersion" and no "defaultValue"; add the value for all other versions"#
            ),
            (
                #"{ "s": { "type": "text", "defaultValue": 1 } }"#,
                #"in "s": "type" is "text", expected "boolean", "integer", "number", "string", "array" or "object""#
            ),
            (
                #"{ "ßa": { "defaultValue": {} }, "ssa": { "defaultValue": {} }, "ssaValue": { "defaultValue": {} } }"#,
                nil
            ),
        ] as [(String, String?)])
    func `what check calls an error is a problem`(_ json: String, _ message: String?) throws {
        try expectEqual(TypedDocument(json).types.problems.first?.message, message)
    }

    @Test func `all problems of a document are reported, in its order`() throws {
        let document = try TypedDocument(
            #"{ "a": null, "b": [], "c": { "type": "integer", "defaultValue": "x" }, "🚀": 1 }"#)
        expectEqual(document.types.problems.map { document.text($0.span) }, ["null", "[]", #""x""#, #""🚀""#])
    }
}

extension SwiftType {
    /// The type with the members of its structures and the cases of its choices.
    fileprivate var described: String {
        switch self {
        case .choice(let choice):
            "\(choice.name.text)(\(choice.cases.map { "\($0.identifier.text)=\($0.value)" }.joined(separator: ", ")))"
        case .structure(let structure):
            structure.name.text
                + "{\(structure.members.map { "\($0.identifier.text): \($0.type.described)" }.joined(separator: ", "))}"
        case .array(let element): "[\(element.described)]"
        case .optional(let wrapped): "\(wrapped.described)?"
        default: name
        }
    }
}
