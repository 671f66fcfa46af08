import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct KeyConflictTests {
    struct User: Decodable, Equatable {
        let userId: Int
        let nested: [Nested]?
    }

    struct Nested: Decodable, Equatable {
        let itemName: String
    }

    @Test(
        arguments: [
            (#"{"user_id": 1, "userId": 2}"#, 2, #""userId""#), (#"{"userId": 2, "user_id": 1}"#, 2, #""userId""#),
            (#"{"USER-ID": 3, "user_id": 1, "userId": 2}"#, 2, #""userId""#),
            (#"{"user_id": 1, "UserID": 3}"#, 1, #""user_id""#),
        ] as [(String, Int, String)])
    func `the exact spelling is read wherever it is in the object, and an issue names the others`(
        json: String, expected: Int, used: String
    ) throws {
        let issues = SettingIssueCollector()
        let user = try JSONDecoder.tolerant(issues: issues).decode(User.self, resolvingConflictsIn: Data(json.utf8))
        expectEqual(user.userId, expected)
        let issue = try #require(issues.issues.first)
        expectEqual(issues.issues.count, 1)
        expectEqual(issue.code, .conflictingKeys)
        expect(issue.message.contains("\(used) was read"))
        expectEqual("\"\(issue.path)\"", used)
    }

    @Test func `colliding keys are found at every depth`() throws {
        let json = """
            {"nested": [{"itemName": "a"}, {"item_name": "b", "x": [1, {"y": null}], "itemName": "c"}], "user_id": 1,
             "userId": 2, "other": "\\\\"}
            """
        let issues = SettingIssueCollector()
        let user = try JSONDecoder.tolerant(issues: issues).decode(User.self, resolvingConflictsIn: Data(json.utf8))
        expectEqual(user, User(userId: 2, nested: [Nested(itemName: "a"), Nested(itemName: "c")]))
        expectEqual(issues.issues.map(\.path), ["userId", "nested[1].itemName"])
    }

    @Test func `strict mode throws an error with the path of colliding keys`() throws {
        let decoder = strict(.tolerant())
        let json = #"{"userId": 2, "nested": [{"item-name": "b", "itemName": "c"}]}"#
        let error = try #require(throws: DecodingError.self) {
            try decoder.decode(User.self, resolvingConflictsIn: Data(json.utf8))
        }
        expectEqual(
            error.summary,
            #"corrupted at nested.[0].itemName: "itemName" and "item-name" are names of the same field; "#
                + #""itemName" was read, send only one of them"#)
    }

    @Test func `keys of dictionaries and of different objects do not collide`() throws {
        struct Model: Decodable {
            let byName: [String: Int]
            let user: User
        }
        let issues = SettingIssueCollector()
        let json = #"{"by_name": {"user_id": 1, "userId": 2}, "user": {"user_id": 3}}"#
        let model = try strict(.tolerant(issues: issues)).decode(Model.self, resolvingConflictsIn: Data(json.utf8))
        expectEqual(model.byName, ["user_id": 1, "userId": 2])
        expectEqual(model.user.userId, 3)
        expect(issues.issues.isEmpty)
    }

    @Test func `in settings with bare values, only the keys of models collide`() throws {
        struct Model: Decodable {
            let limits: PropertySetting<[String: Int]>
            let owner: PropertySetting<User>
        }
        let issues = SettingIssueCollector()
        let json = """
            {"limits": {"user_id": 1, "userId": 2}, "owner": {"user_id": 3, "userId": 4}}
            """
        let decoder = JSONDecoder.tolerant(appVersion: "1.0.0", issues: issues)
        let model = try decoder.decode(Model.self, resolvingConflictsIn: Data(json.utf8))
        expectEqual(model.limits.value, ["user_id": 1, "userId": 2])
        expectEqual(model.owner.value.userId, 4)
        expectEqual(issues.issues.map(\.path), ["owner.userId"])
    }

    @Test func `collisions are found for conversions that depend on the path`() throws {
        let decoder = JSONDecoder()
        decoder.keyConversion = .transform(
            { String($0.dropFirst()) },
            when: { key, path in
                key.hasPrefix("_") && path.count == 2
            })
        let issues = SettingIssueCollector()
        decoder.settingIssues = issues
        let json = #"{"userId": 2, "_userId": 1, "nested": [{"_itemName": "b", "itemName": "c"}]}"#
        let user = try decoder.decode(User.self, resolvingConflictsIn: Data(json.utf8))
        expectEqual(user, User(userId: 2, nested: [Nested(itemName: "c")]))
        expectEqual(issues.issues.map(\.path), ["nested[0].itemName"])
    }

    @Test func `a document that is not strict JSON is decoded without a search, and an issue says so`() throws {
        let json = Data(#"{"user_id": 1, "user_id": 2}"#.utf8)
        let issues = SettingIssueCollector()
        let user = try JSONDecoder.tolerant(issues: issues).decode(User.self, resolvingConflictsIn: json)
        // Which of two equal keys Foundation reads depends on the system.
        expect([1, 2].contains(user.userId))
        expectEqual(issues.issues.map(\.code), [.unexaminedKeys])
        #expect(throws: DecodingError.self) { try strict(.tolerant()).decode(User.self, resolvingConflictsIn: json) }
    }

    @Test func `without a key conversion, no keys collide`() throws {
        let issues = SettingIssueCollector()
        let decoder = JSONDecoder()
        decoder.settingIssues = issues
        let json = Data(#"{"user_id": 1, "userId": 2}"#.utf8)
        try expectEqual(decoder.decode(User.self, resolvingConflictsIn: json).userId, 2)
        expect(issues.issues.isEmpty)
    }

    @Test func `a document with ten thousand colliding keys is read`() throws {
        let members = (0..<5_000).map { #""some_key\#($0)": 1, "someKey\#($0)": 2"# }
        let json = #"{"user_id": 0, "userId": 7, \#(members.joined(separator: ", "))}"#
        let issues = SettingIssueCollector()
        let user = try JSONDecoder.tolerant(issues: issues).decode(User.self, resolvingConflictsIn: Data(json.utf8))
        expectEqual(user.userId, 7)
        expectEqual(issues.issues.count, 5_001)
    }

    @Test func `collisions are found below dictionaries, aliases and families`() throws {
        struct Model: Decodable {
            let byName: [String: User]
            let owner: User
            @NumberedFamily var members: [User]

            enum CodingKeys: String, TolerantCodingKey {
                case byName, owner
                case members = "member"
                enum Aliases: String, KeyAliases {
                    case holder = "account_holder"
                    var target: CodingKeys { .owner }
                }
            }
        }
        func user(_ id: Int) -> String { #"{"user_id": \#(-id), "userId": \#(id)}"# }
        let json = """
            {"by_name": {"Some_Name": \(user(1)), "someName": \(user(2)), "plain": {"user_id": 3}},
             "account_holder": \(user(4)), "Member-2": \(user(5)), "member1": {"user_id": 6}}
            """
        let issues = SettingIssueCollector()
        let decoder = JSONDecoder.tolerant(issues: issues)
        let model = try decoder.decode(Model.self, resolvingConflictsIn: Data(json.utf8))
        expectEqual(model.byName.mapValues(\.userId), ["Some_Name": 1, "someName": 2, "plain": 3])
        expectEqual(model.owner.userId, 4)
        expectEqual(model.members.map(\.userId), [6, 5])
        expectEqual(
            Set(issues.issues.map(\.path)),
            [
                "byName.Some_Name.userId", "byName.someName.userId", "accountHolder.userId", "member2.userId",
            ])
    }

    @Test func `a key that is not read is not an unknown condition of an entry`() throws {
        let json = """
            {"defaultValue": 1, "valuesByVersion": [{"app_version": "1.0", "appVersion": "*", "value": 2, "Value": 3}]}
            """
        let issues = SettingIssueCollector()
        let decoder = JSONDecoder.tolerant(appVersion: "5.0", issues: issues)
        let setting = try decoder.decode(PropertySetting<Int>.self, resolvingConflictsIn: Data(json.utf8))
        expectEqual(setting.value, 2)
        expectEqual(issues.issues.map(\.code), [.conflictingKeys, .conflictingKeys])
        expectEqual(issues.issues.map(\.path), ["valuesByVersion[0].appVersion", "valuesByVersion[0].value"])
    }

    @Test func `of colliding objects the one with the exact key is read`() throws {
        let json = #"{"userId": 1, "Nested": [{"ITEM_NAME": "a"}], "nested": [{"item_name": "b", "itemName": "c"}]}"#
        let issues = SettingIssueCollector()
        let user = try JSONDecoder.tolerant(issues: issues).decode(User.self, resolvingConflictsIn: Data(json.utf8))
        expectEqual(user, User(userId: 1, nested: [Nested(itemName: "c")]))
        expectEqual(issues.issues.map(\.path), ["nested", "nested[0].itemName"])
    }

    @Test func `keys do not become equal for Foundation, so the order in which it stores keys does not matter`() throws
    {
        let json = #"""
            {"user_id": 1, "userId": 2, "USER-ID": 3, "nested": [{"item_name": "a", "ItemName": "b"}, {"item_name": "c"}],
             "user_map": {"item_name": {"item_name": "d", "itemName": "e"}, "itemName": {"item_name": "f"}}}
            """#
        let resolver = KeyConflictResolver(try JSONTree(parsing: Array(json.utf8)), converting: .lowerCamelCase)
        guard case .custom(let strategy) = resolver.strategy else {
            Issue.record("the strategy is not a custom one")
            return
        }
        let paths: [([DynamicKey], names: [String: String])] = [
            ([], ["user_id": "$user_id", "userId": "userId", "USER-ID": "$USER-ID", "user_map": "userMap"]),
            (["nested", 0], ["item_name": "itemName", "ItemName": "$ItemName"]),
            (["nested", 1], ["item_name": "itemName"]),
            (["userMap", "item_name"], ["item_name": "$item_name", "itemName": "itemName"]),
            (["userMap", "itemName"], ["item_name": "itemName"]),
            (["elsewhere"], ["item_name": "itemName", "itemName": "itemName"]),
        ]
        for (path, names) in paths {
            for (key, expected) in names {
                expectEqual(strategy(path + [DynamicKey(key)]).stringValue, expected, "\(key) at \(path)")
            }
        }
    }

    @Test func `the exact spelling, or the first without one, is read in every order of the keys`() throws {
        struct Wrapper: Decodable {
            let users: [String: User]
        }
        let spellings = ["user_id", "userId", "USER-ID", "UserID"]
        for first in spellings {
            for second in spellings where second != first {
                for third in spellings where third != first && third != second {
                    let keys = [first, second, third]
                    let members = keys.enumerated().map { #""\#($1)": \#($0)"# }.joined(separator: ", ")
                    let json =
                        #"{"user_id": {"user_id": 7}, "users": {"user_id": {\#(members)}, "userId": {"userId": 8}}}"#
                    let issues = SettingIssueCollector()
                    let users = try JSONDecoder.tolerant(issues: issues)
                        .decode(Wrapper.self, resolvingConflictsIn: Data(json.utf8)).users
                    expectEqual(users["user_id"]?.userId, keys.firstIndex(of: "userId") ?? 0)
                    expectEqual(users["userId"]?.userId, 8)
                    let used = keys.contains("userId") ? "userId" : first
                    expectEqual(issues.issues.map(\.path), ["users.user_id.\(used)"])
                }
            }
        }
    }

    @Test func `a conversion that depends on the path gets the keys of dictionaries`() throws {
        struct Model: Decodable { let users: [String: User] }
        let decoder = JSONDecoder()
        decoder.keyConversion = .transform(
            { String($0.dropFirst()) },
            when: { key, path in key.hasPrefix("_") && path.last?.stringValue == "_b" })
        let issues = SettingIssueCollector()
        decoder.settingIssues = issues
        let json = #"{"users": {"_a": {"_userId": 1, "userId": 2}, "_b": {"_userId": 3, "userId": 4}}}"#
        let model = try decoder.decode(Model.self, resolvingConflictsIn: Data(json.utf8))
        expectEqual(model.users.mapValues(\.userId), ["_a": 2, "_b": 4])
        expectEqual(issues.issues.map(\.path), ["users._b.userId"])
    }
}
