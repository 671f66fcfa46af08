import FlagImport
import FlagResolver
import TestSupport
import Testing

struct FirebaseTemplateTests {
    private static func template(_ parameters: String, conditions: String = "[]") -> String {
        "{\"conditions\": \(conditions), \"parameters\": \(parameters)}"
    }

    @Test func `only the first unknown conditions have a suggestion`() throws {
        let conditions = (0..<1000).map { #"{"name": "condition \#($0)", "expression": "true"}"# }
        let parameters = (0..<300).map { #""p\#($0)": {"conditionalValues": {"conditon \#($0)": {"value": "1"}}}"# }
        let text = Self.template(
            "{\(parameters.joined(separator: ", "))}", conditions: "[\(conditions.joined(separator: ", "))]")
        let source = FirebaseTemplate.source(
            of: try JSONTree(parsing: Array(text.utf8)), FirebaseOptions(), zones: TimeZones { _ in nil })
        let unknown = source.problems.filter { $0.code == .unknownCondition }
        expectEqual(unknown.count, 300)
        expectEqual(unknown.count { $0.help != nil }, SuggestionBudget.maximum / 1000)
    }

    @Test func `entries have the order of the list of conditions, and their names`() throws {
        let template = try ImportedFile.firebase(
            Self.template(
                #"{"p": {"defaultValue": {"value": "d"}, "conditionalValues": {"b": {"value": "2"}, "a": {"value": "1"}}}}"#,
                conditions:
                    #"[{"name": "a", "expression": "device.os == 'ios'"}, {"name": "b", "expression": "device.country in ['DE']"}]"#
            ))
        expectEqual(
            String(decoding: template.document.bytes, as: UTF8.self),
            """
            {
              "$attributes": {
                "platform": { "type": "string", "description": "Firebase's device.os" },
                "country": { "type": "string", "description": "Firebase's device.country" }
              },
              "p": {
                "type": "string",
                "defaultValue": "d",
                "valuesByVersion": [
                  { "name": "a", "when": { "platform": "ios" }, "value": "1" },
                  { "name": "b", "when": { "country": "DE" }, "value": "2" }
                ]
              }
            }

            """)
    }

    @Test(
        arguments: [
            ("BOOLEAN", "true", "boolean", "true"), ("BOOLEAN", "FALSE", "boolean", "false"),
            ("NUMBER", "30", "number", "30"), ("NUMBER", "-.5", "number", "-0.5"), ("NUMBER", "007", "number", "7"),
            ("NUMBER", "0.50", "number", "0.50"), ("NUMBER", "-0", "number", "0"),
            ("STRING", "1", "string", #""1""#), ("STRING", "", "string", #""""#),
            ("JSON", #"{\"a\": [1, null]}"#, "object", #"{ "a": [1, null] }"#), ("JSON", "[]", "array", "[]"),
            ("JSON", "null", nil, "null"), ("JSON", "1.50", "number", "1.50"),
            ("PARAMETER_VALUE_TYPE_UNSPECIFIED", "x", "string", #""x""#),
        ] as [(String, String, String?, String)])
    func `a value has its type`(_ type: String, _ text: String, _ declared: String?, _ value: String) throws {
        let template = try ImportedFile.firebase(
            Self.template(#"{"p": {"defaultValue": {"value": "\#(text)"}, "valueType": "\#(type)"}}"#))
        expectEqual(template.source.problems, [])
        let tree = template.document.settings.tree
        let setting = try #require(tree.member(named: "p", of: 0))
        expectEqual(tree.member(named: "type", of: setting).flatMap { tree.string(at: $0) }, declared)
        let node = try #require(tree.member(named: "defaultValue", of: setting))
        expectEqual(String(decoding: tree.text(of: node), as: UTF8.self), value)
    }

    @Test(
        arguments: [
            ("BOOLEAN", "yes", "expected true or false"), ("BOOLEAN", "", "expected true or false"),
            ("NUMBER", "1e5", "expected a number"), ("NUMBER", "1.", "expected a number"),
            ("NUMBER", "+1", "expected a number"),
            ("NUMBER", "", "expected a number"), ("JSON", "{", "expected JSON"), ("JSON", "", "expected JSON"),
        ])
    func `a value that does not have its type is an error at its place, and the parameter is left out`(
        _ type: String, _ text: String, _ message: String
    ) throws {
        let template = try ImportedFile.firebase(
            Self.template(
                #"{"p": {"defaultValue": {"value": "\#(text)"}, "valueType": "\#(type)"}, "q": {"defaultValue": {"value": "1"}}}"#
            ))
        expectEqual(template.source.problems.map(\.code), [.badParameterValue])
        expectEqual(template.source.problems.map { template.text($0.span) }, ["\"\(text)\""])
        expect(template.source.problems[0].message.hasPrefix(message))
        expectEqual(template.document.settings.names, ["q"])
    }

    @Test func `grouped parameters keep their names, and the group is metadata`() throws {
        let template = try ImportedFile.firebase(
            """
            {"parameterGroups": {"Checkout": {"description": "The order", "parameters": {"a": {"defaultValue": {"value": "1"},
              "description": "First"}}}},
             "parameters": {"b": {"defaultValue": {"value": "2"}}}, "version": {"versionNumber": "41"}}
            """)
        expectEqual(template.document.settings.names, ["a", "b"])
        let tree = template.document.settings.tree
        let setting = try #require(tree.member(named: "a", of: 0))
        expectEqual(tree.member(named: "$group", of: setting).flatMap { tree.string(at: $0) }, "Checkout")
        expectEqual(tree.member(named: "description", of: setting).flatMap { tree.string(at: $0) }, "First")
        expectEqual(template.document.settings.documentVersion, 41)
        expect(tree.member(named: "$groups", of: 0) != nil)
        expect(template.source.problems == [] && template.source.remarks == [])
    }

    @Test(
        arguments: [
            ("[]", "no template", "["), ("{}", "no template", "{"),
            (#"{"parameters": []}"#, "expected the parameters: an object, found array", "[]"),
            (#"{"conditions": {}, "parameters": {}}"#, "expected an array of conditions, found object", "{}"),
            (#"{"conditions": [1], "parameters": {}}"#, "expected a condition: an object, found number", "1"),
            (#"{"conditions": [{"expression": "true"}], "parameters": {}}"#, "the condition has no name", "{"),
            (#"{"conditions": [{"name": "a"}], "parameters": {}}"#, "has no expression", #""a""#),
            (#"{"parameters": {"p": 1}}"#, "expected a parameter: an object, found number", "1"),
            (#"{"parameters": {"$p": {"defaultValue": {"value": "1"}}}}"#, "cannot have the name", #""$p""#),
            (#"{"parameters": {"p": {"valueType": "BOOL"}}}"#, "expected a type", #""BOOL""#),
            (#"{"parameters": {"p": {"defaultValue": "1"}}}"#, "expected a value: an object", #""1""#),
            (#"{"parameters": {"p": {"defaultValue": {"value": 1}}}}"#, "expected a string, found number", "1"),
            (#"{"parameters": {"p": {"defaultValue": {}}}}"#, "the value is missing", "{}"),
            (
                #"{"parameters": {"p": {"defaultValue": {"value": ""}, "conditionalValues": {"x": {"value": ""}}}}}"#,
                "there is no condition \"x\"", #""x""#
            ),
        ])
    func `a malformed template is an error at its place`(_ text: String, _ message: String, _ part: String) throws {
        let template = try ImportedFile.firebase(text)
        let problem = try #require(template.source.problems.first)
        expectEqual(template.source.problems.count, 1)
        expect(problem.message.contains(message), "\(problem.message)")
        expect(template.text(problem.span).hasPrefix(part))
        expectEqual(template.document.settings.names, [])
    }

    @Test func `two conditions or parameters with one name are an error that names both places`() throws {
        let template = try ImportedFile.firebase(
            """
            {"conditions": [{"name": "a", "expression": "true"}, {"name": "a", "expression": "false"}],
             "parameters": {"p": {"defaultValue": {"value": "1"}}},
             "parameterGroups": {"g": {"parameters": {"p": {"defaultValue": {"value": "2"}}}}}}
            """)
        expectEqual(template.source.problems.map(\.code), [.duplicateName, .duplicateName])
        expectEqual(template.source.problems.map { template.place($0.span) }, ["1:63", "3:43"])
        expectEqual(template.source.problems.map { template.place($0.related ?? 0..<0) }, ["1:26", "2:17"])
    }

    @Test func `what is not known to the import is stated with its place, and never silent`() throws {
        let template = try ImportedFile.firebase(
            """
            {"conditions": [{"name": "a", "expression": "true", "only": 1}], "extra": 1,
             "parameters": {"p": {"defaultValue": {"value": "1"}, "conditionalValues": {"a": {"value": "2"}}, "more": 1},
                            "q": {"defaultValue": {"value": "1"}, "conditionalValues": {"a": {"value": "2", "half": 1}}}}}
            """)
        expectEqual(template.source.remarks.map(\.code), ["unknown-member"])
        expectEqual(template.source.remarks[0].spans.map { template.text($0) }, ["\"extra\"", "\"more\""])
        expectEqual(template.rows(of: "p"), [#"everybody: "2" or "1" → "1""#])
        expectEqual(template.source.conditions[0].doubts.map { template.text($0.span) }, ["\"only\""])
        expect(template.rows(of: "q").first?.contains("a value with the member \"half\"") == true)
    }

    @Test func `the same template gives the same bytes`() throws {
        let text = Self.template(
            #"{"b": {"defaultValue": {"value": "1"}, "conditionalValues": {"a": {"value": "2"}}}, "a": {"defaultValue": {"value": "1"}}}"#,
            conditions: #"[{"name": "a", "expression": "app.userProperty['u'] > 1 && app.version.>(['1'])"}]"#)
        let (first, second) = (try ImportedFile.firebase(text), try ImportedFile.firebase(text))
        expectEqual(first.document.bytes, second.document.bytes)
        expectEqual(first.document.settings.names, ["b", "a"])
    }
}
