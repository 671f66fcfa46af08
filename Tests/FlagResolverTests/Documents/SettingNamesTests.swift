import FlagResolver
import TestSupport
import Testing

struct SettingNamesTests {
    @Test(arguments: [0, 1, 5, 6, 7, 12, 13, 100, 2_000])
    func `every setting is found by its name, and no other name is`(count: Int) throws {
        let members = (0..<count).map { #""setting\#($0)": \#($0)"# }
        let document = try SettingsDocument(parsing: Array("{\(members.joined(separator: ","))}".utf8))
        expectEqual(document.count, count)
        for number in 0..<count {
            expectEqual(document.index(named: "setting\(number)"), SettingIndex(number))
            expectEqual(document.name(of: SettingIndex(number)), "setting\(number)")
        }
        for other in ["", "setting", "setting\(count)", "setting0 ", "Setting0"] {
            expectNil(document.index(named: other))
        }
    }

    @Test(arguments: 0..<40)
    func `a name is found whatever its length, and no name that differs in one byte is`(length: Int) throws {
        let name = String(repeating: "n", count: length)
        let others = (0..<length).map { index in
            String(repeating: "n", count: index) + "m" + String(repeating: "n", count: length - index - 1)
        }
        let members = ([name] + others.prefix(length / 2)).map { #""\#($0)": 1"# }
        let document = try SettingsDocument(parsing: Array("{\(members.joined(separator: ","))}".utf8))
        expectEqual(document.index(named: name), 0)
        for (index, other) in others.enumerated() {
            expectEqual(document.index(named: other), (index < length / 2 ? SettingIndex(index + 1) : nil))
        }
        expectNil(document.index(named: name + "n"))
    }

    @Test
    func `the first two settings of one name are named, wherever their paths differ`() throws {
        let text = #"{"x": 1, "a": {"b.c": 1}, "a.b": {"c": 2}, "a.b.c": 3}"#
        #expect {
            try SettingsDocument(parsing: Array(text.utf8))
        } throws: { error in
            guard let error = error as? DocumentError else { return false }
            return error.code == .duplicateName && error.location.column == 35 && error.relatedLocation?.column == 16
        }
    }
}
