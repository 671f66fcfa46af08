import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is otherwise an issue is in strict mode an error with the code of that issue.
struct StrictErrorTests {
    struct Model: Decodable {
        let limit: PropertySetting<Int>?
        let limits: PropertySetting<Lossy<[Int]>>?
        @Lossy var counts: [Int]?
        @Lossy var sizes: [Int8]?
        @Lossy var days: [Date]?
        @Lossy var items: [Item]?
        @Lossy var stock: [String: Int]?
        @Lossy var colours: [Colour]?
        @Lossy var custom: [Custom]?
        @Lossy var settings: [PropertySetting<Int>]?
        @Lossy var lists: [Lossy<[Int]>]?
        let flags: Flags?

        struct Item: Decodable { let name: String }
        enum Colour: String, Decodable { case red }

        struct Custom: Decodable {
            struct Failure: Error {}
            init(from decoder: any Decoder) throws { throw Failure() }
        }

        struct Flags: SettingsModel {
            @Setting("ROOM_KEY") var key = "k"
        }
    }

    private static let badRequirement = #"{"defaultValue": 1, "valuesByVersion": [{"appVersion": "?", "value": 2}]}"#

    private static func limit(_ name: String, _ value: String) -> String {
        #"{"\#(name)": {"defaultValue": [1], "valuesByVersion": [{"appVersion": "*", "value": \#(value)}]}}"#
            .replacing("[1]", with: name == "limit" ? "1" : "[1]")
    }

    @Test(
        arguments: [
            (limit("limit", #""x""#), .typeMismatch), (limit("limit", "null"), .typeMismatch),
            (limit("limit", "1e400"), .typeMismatch), (limit("limits", "3"), .typeMismatch),
            (limit("limits", #"["x"]"#), .droppedElement),
            (#"{"counts": [1, "x"]}"#, .droppedElement), (#"{"counts": [null]}"#, .droppedElement),
            (#"{"counts": [1.5]}"#, .droppedElement), (#"{"sizes": [1e400]}"#, .droppedElement),
            (#"{"sizes": [300]}"#, .droppedElement), (#"{"days": ["x"]}"#, .droppedElement),
            (#"{"items": [{}]}"#, .droppedElement), (#"{"items": [7]}"#, .droppedElement),
            (#"{"stock": {"a": "x"}}"#, .droppedElement), (#"{"colours": ["blue"]}"#, .droppedElement),
            (#"{"custom": [1]}"#, .droppedElement), (#"{"lists": [3]}"#, .droppedElement),
            (#"{"lists": [["x"]]}"#, .droppedElement), (#"{"settings": ["x"]}"#, .droppedElement),
            (#"{"settings": [\#(badRequirement)]}"#, .badRequirement), (#"{"flags": {"ROOM_KEY": 5}}"#, .typeMismatch),
            (#"{"flags": {"ROOM_KEY": null}}"#, .typeMismatch),
        ] as [(String, SettingIssue.Code)])
    func `a strict error has the code and the path of the issue`(json: String, code: SettingIssue.Code) throws {
        func decoder() -> JSONDecoder {
            let decoder = JSONDecoder(appVersion: "1")
            decoder.dateDecodingStrategy = .flexible
            return decoder
        }
        let issue = try #require(try decodeWithIssues(Model.self, json, with: decoder()).issues.first)
        expectEqual(issue.code, code)
        let error = try decodingError(Model.self, json, with: strict(decoder()))
        expectEqual(error.settingIssueCode, code)
        expect(error.path.hasPrefix(issue.path), "\(error.path)")
    }

    @Test func `a strict error keeps its kind and its message`() throws {
        let error = try decodingError(Model.self, #"{"items": [{"name": "a"}, {}]}"#, with: strict())
        guard case .keyNotFound(let key, let context) = error else { throw error }
        expectEqual(key.stringValue, "name")
        expect(context.debugDescription.contains("name"))
    }
}
