import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct VersionCodingTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    private func encode(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    /// The description of the decoding error, its path and the syntax error beneath it.
    private func refusal<Value: Decodable>(
        _ type: Value.Type,
        _ json: String
    ) throws -> (message: String, path: [String], syntax: VersionSyntaxError?) {
        let error = try #require(throws: DecodingError.self) { try decode(type, json) }
        switch error {
        case .typeMismatch(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue)
            return (context.debugDescription, path, context.underlyingError as? VersionSyntaxError)
        default: return ("\(error)", [], nil)
        }
    }

    @Test func `a version encodes as a string and decodes from one`() throws {
        try expectEqual(decode([AppVersion].self, #"["v1.4","2-rc+5"]"#), ["1.4.0", "2.0.0-rc"])
        try expectEqual(encode([AppVersion](["1.4", "2-rc+5"])), #"["1.4.0","2.0.0-rc+5"]"#)
    }

    @Test func `a version set encodes as a requirement and decodes from one`() throws {
        try expectEqual(decode([VersionSet].self, #"["1.x || >=3"]"#), [VersionSet(parsing: "1.x || >=3")])
        try expectEqual(encode([VersionSet.all, VersionSet("1.4")]), #"["*","1.4.0"]"#)
    }

    @Test(arguments: [
        #"[">= 1.4 , <2"]"#, #"[["1.x","v3+5"]]"#, #"[["1.4"]]"#, #"["*"]"#,
    ])
    func `a requirement keeps its form and its text`(json: String) throws {
        let requirements = try decode([VersionRequirement].self, json)
        try expectEqual(encode(requirements), json)
    }

    @Test func `a list of requirements means any of them`() throws {
        let requirement = try #require(try decode([VersionRequirement].self, #"[["1.x || 4","3"]]"#).first)
        try expectEqual(requirement.set, VersionSet(parsing: "1.x || 3 || 4"))
        expectEqual(requirement.texts, ["1.x || 4", "3"])
        expectEqual(requirement.description, "1.x || 4 || 3")
        expect(requirement.contains("3.0"))
        expect(!requirement.contains("2.0"))
    }

    @Test(arguments: ["[1.10]", "[2]", "[1e400]"])
    func `the error for a number says to quote it`(json: String) throws {
        for message in [
            try refusal([AppVersion].self, json).message, try refusal([VersionSet].self, json).message,
            try refusal([VersionRequirement].self, json).message,
            try refusal([VersionRequirement].self, "[\(json)]").message,
        ] {
            expect(message.contains("quotes"), "\(message)")
        }
        try expect(refusal([VersionRequirement].self, "[1.10]").message.contains("found a number"))
    }

    @Test(arguments: [
        ("[true]", ["Index 0"]), ("[{}]", ["Index 0"]), ("[[]]", ["Index 0"]),
        (#"[["1",["2"]]]"#, ["Index 0", "Index 1"]),
        (#"[["1",2]]"#, ["Index 0", "Index 1"]), (#"["1",["2","x"]]"#, ["Index 1", "Index 1"]),
    ])
    func `anything but a string is an error with its coding path`(json: String, path: [String]) throws {
        try expectEqual(refusal([VersionRequirement].self, json).path, path)
    }

    @Test func `null is an error`() {
        #expect(throws: DecodingError.self) { try decode([VersionRequirement].self, "[null]") }
        #expect(throws: DecodingError.self) { try decode([AppVersion].self, "[null]") }
    }

    @Test func `the error for invalid text has the syntax error as its underlying error`() throws {
        try expectEqual(refusal([AppVersion].self, #"["1..2"]"#).syntax?.kind, .expectedNumber)
        try expectEqual(refusal([VersionSet].self, #"["x"]"#).syntax?.kind, .wildcardWithoutNumber)
        let refused = try refusal([VersionRequirement].self, #"[">=1<2"]"#)
        expectEqual(refused.syntax?.offset, 3)
        expectEqual(refused.message, refused.syntax?.description)
    }

    @Test func `requirements are equal if they are written the same way`() throws {
        let short: VersionRequirement = "1.4"
        let long: VersionRequirement = "1.4.0"
        expect(short != long)
        expectEqual(short.set, long.set)
        try expectEqual(short, VersionRequirement(parsing: "1.4"))
        expectEqual(VersionRequirement(VersionSet("1.4")), "1.4.0")
        let texts = ["x", ">=1.4"]
        expectEqual(texts.map { VersionRequirement($0)?.description }, [nil, ">=1.4"])
    }

    // Exit tests are not available elsewhere.
    #if os(macOS) || os(Linux)
        @Test func `a literal that is not a requirement stops the program`() async {
            await #expect(processExitsWith: .failure) {
                let requirement: VersionRequirement = ">=1<2"
                print(requirement)
            }
        }
    #endif
}
