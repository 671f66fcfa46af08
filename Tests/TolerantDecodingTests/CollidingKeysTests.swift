import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("Keys that become equal")
struct CollidingKeysTests {
    struct User: Decodable, Equatable {
        let userId: Int
        let nested: [Nested]?
    }

    struct Nested: Decodable, Equatable {
        let itemName: String
    }

    @Test(
        "leave the exact spelling the last word, wherever it stands, and raise an issue",
        arguments: [
            (#"{"user_id": 1, "userId": 2}"#, 2, #""userId""#), (#"{"userId": 2, "user_id": 1}"#, 2, #""userId""#),
            (#"{"USER-ID": 3, "user_id": 1, "userId": 2}"#, 2, #""userId""#),
            (#"{"user_id": 1, "UserID": 3}"#, 1, #""user_id""#),
        ] as [(String, Int, String)])
    func exactWins(json: String, expected: Int, used: String) throws {
        let issues = SettingIssueCollector()
        let user = try JSONDecoder.tolerant(issues: issues).decode(User.self, reconciling: Data(json.utf8))
        #expect(user.userId == expected)
        let issue = try #require(issues.issues.first)
        #expect(issues.issues.count == 1)
        #expect(issue.code == .conflictingKeys)
        #expect(issue.message.contains("\(used) was read"))
        #expect("\"\(issue.path)\"" == used)
    }

    @Test("are read right and told of at every depth")
    func nested() throws {
        let json = """
            {"nested": [{"itemName": "a"}, {"item_name": "b", "x": [1, {"y": null}], "itemName": "c"}], "user_id": 1,
             "userId": 2, "other": "\\\\"}
            """
        let issues = SettingIssueCollector()
        let user = try JSONDecoder.tolerant(issues: issues).decode(User.self, reconciling: Data(json.utf8))
        #expect(user == User(userId: 2, nested: [Nested(itemName: "a"), Nested(itemName: "c")]))
        #expect(issues.issues.map(\.path) == ["userId", "nested[1].itemName"])
    }

    @Test("are errors with their path in strict mode")
    func strictMode() throws {
        let decoder = strict(.tolerant())
        let json = #"{"userId": 2, "nested": [{"item-name": "b", "itemName": "c"}]}"#
        let error = try #require(throws: DecodingError.self) {
            try decoder.decode(User.self, reconciling: Data(json.utf8))
        }
        #expect(
            error.summary == #"corrupted at nested.[0].itemName: "itemName" and "item-name" stand for the same field; "#
                + #""itemName" was read, send only one of them"#)
    }

    @Test("are no such keys where they are those of a dictionary, or of different objects")
    func dictionaries() throws {
        struct Model: Decodable {
            let byName: [String: Int]
            let user: User
        }
        let issues = SettingIssueCollector()
        let json = #"{"by_name": {"user_id": 1, "userId": 2}, "user": {"user_id": 3}}"#
        let model = try strict(.tolerant(issues: issues)).decode(Model.self, reconciling: Data(json.utf8))
        #expect(model.byName == ["user_id": 1, "userId": 2])
        #expect(model.user.userId == 3)
        #expect(issues.issues.isEmpty)
    }

    @Test("are no such keys in a setting whose bare value is a dictionary, but are in one whose bare value is a model")
    func bareSettings() throws {
        struct Model: Decodable {
            let limits: PropertySetting<[String: Int]>
            let owner: PropertySetting<User>
        }
        let issues = SettingIssueCollector()
        let json = """
            {"limits": {"user_id": 1, "userId": 2}, "owner": {"user_id": 3, "userId": 4}}
            """
        let decoder = JSONDecoder.tolerant(appVersion: "1.0.0", issues: issues)
        let model = try decoder.decode(Model.self, reconciling: Data(json.utf8))
        #expect(model.limits.value == ["user_id": 1, "userId": 2])
        #expect(model.owner.value.userId == 4)
        #expect(issues.issues.map(\.path) == ["owner.userId"])
    }

    @Test("are found for conversions that look at the path, too")
    func pathDependent() throws {
        let decoder = JSONDecoder()
        decoder.keyConversion = .transform(
            { String($0.dropFirst()) },
            when: { key, path in
                key.hasPrefix("_") && path.count == 2
            })
        let issues = SettingIssueCollector()
        decoder.settingIssues = issues
        let json = #"{"userId": 2, "_userId": 1, "nested": [{"_itemName": "b", "itemName": "c"}]}"#
        let user = try decoder.decode(User.self, reconciling: Data(json.utf8))
        #expect(user == User(userId: 2, nested: [Nested(itemName: "c")]))
        #expect(issues.issues.map(\.path) == ["nested[0].itemName"])
    }

    @Test("are not looked for in a document that is not strict JSON, which is told, and decoded all the same")
    func notStrict() throws {
        let json = Data(#"{"user_id": 1, "user_id": 2}"#.utf8)
        let issues = SettingIssueCollector()
        #expect(try JSONDecoder.tolerant(issues: issues).decode(User.self, reconciling: json).userId == 1)
        #expect(issues.issues.map(\.code) == [.unexaminedKeys])
        #expect(throws: DecodingError.self) { try strict(.tolerant()).decode(User.self, reconciling: json) }
    }

    @Test("are no matter to a decoder that converts no keys")
    func withoutConversion() throws {
        let issues = SettingIssueCollector()
        let decoder = JSONDecoder()
        decoder.settingIssues = issues
        let json = Data(#"{"user_id": 1, "userId": 2}"#.utf8)
        #expect(try decoder.decode(User.self, reconciling: json).userId == 2)
        #expect(issues.issues.isEmpty)
    }

    @Test("are no burden in a document of ten thousand of them")
    func many() throws {
        let members = (0..<5_000).map { #""some_key\#($0)": 1, "someKey\#($0)": 2"# }
        let json = #"{"user_id": 0, "userId": 7, \#(members.joined(separator: ", "))}"#
        let issues = SettingIssueCollector()
        let user = try JSONDecoder.tolerant(issues: issues).decode(User.self, reconciling: Data(json.utf8))
        #expect(user.userId == 7)
        #expect(issues.issues.count == 5_001)
    }
}
