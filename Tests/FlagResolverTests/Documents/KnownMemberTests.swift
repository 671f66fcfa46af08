import FlagResolver
import TestSupport
import Testing

struct KnownMemberTests {
    @Test
    func `a key with escapes is the same member`() throws {
        let document = try SettingsDocument(
            parsing: Array(
                #"""
                {"payments": {
                  "default\u0056alue": false,
                  "valuesBy\u0056ersion": [{"\u0061ppVersion": ">=1.4.0", "valu\u0065": true, "\u0024note": 1}]
                }}
                """#.utf8
            )
        )
        expect(document.issues.isEmpty)
        expect(document.value(for: "payments", version: "1.4.0", default: false))
    }

    @Test(arguments: ["description", "appVersion", "defaultValue", "valuesByVersion", "value", "type"])
    func `a key that differs from a member's in its first or last byte, or in between, is another one`(
        member: String
    ) throws {
        for offset in member.utf8.indices {
            let position = member.utf8.distance(from: member.utf8.startIndex, to: offset)
            var key = Array(member.utf8)
            key[position] ^= 1
            let name = String(decoding: key, as: UTF8.self)
            let text = #"""
                {"payments": {"defaultValue": false, "valuesByVersion": [
                  {"appVersion": "*", "value": true, "\#(name)": 1}
                ]}}
                """#
            let document = try SettingsDocument(parsing: Array(text.utf8))
            expectEqual(document.issues.map(\.code), [.unknownCondition], "\(name)")
        }
    }

    @Test(arguments: ["description", "$", "$a", "$typ", "$valu", "$ppVersion", "$escription", "$efaultValue"])
    func `members that mean nothing in an entry leave it be`(member: String) throws {
        let text = #"""
            {"payments": {"defaultValue": false, "valuesByVersion": [
              {"appVersion": "*", "value": true, "\#(member)": 1}
            ]}}
            """#
        let document = try SettingsDocument(parsing: Array(text.utf8))
        expect(document.issues.isEmpty)
        expect(document.value(for: "payments", version: "1.0.0", default: false))
    }

    @Test
    func `an empty key is an unknown condition, not metadata`() throws {
        let text = #"{"a": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "*", "value": 2, "": 3}]}}"#
        let document = try SettingsDocument(parsing: Array(text.utf8))
        expectEqual(document.issues.map(\.code), [.unknownCondition])
    }
}
