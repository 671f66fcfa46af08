import FlagResolver
import TestSupport
import Testing

/// P3: after a merge, at the limit and one below and above it.
struct PatchLimitTests {
    /// A document and a patch that together reach a limit of 40, and exceed it by so much.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let limits: DocumentLimits
        let document: String
        let patch: @Sendable (_ excess: Int) -> String

        var testDescription: String { name }

        private static func members(_ count: Int, _ prefix: String, _ value: String = "0") -> String {
            (0..<count).map { "\"\(prefix)\($0)\":\(value)" }.joined(separator: ",")
        }

        private static func entries(_ count: Int) -> String {
            "[" + Array(repeating: #"{"appVersion":"1","value":2}"#, count: count).joined(separator: ",") + "]"
        }

        static let all: [Case] = [
            // {"a":"…","b":"…"} has 15 bytes besides the contents of the two strings.
            Case(
                name: "bytes, without blanks", limits: DocumentLimits(byteCount: 40),
                document: #"{ "a" : "xxxxxxxxxx" }"#,
                patch: { #"{"b":"\#(String(repeating: "y", count: 40 - 15 - 10 + $0))"}"# }),
            Case(
                name: "bytes, of a value that grows", limits: DocumentLimits(byteCount: 40),
                document: #"{"a":"x","b":"0123456789"}"#,
                patch: { #"{"a":"\#(String(repeating: "y", count: 40 - 15 - 10 + $0))"}"# }),
            Case(
                name: "settings", limits: DocumentLimits(settingCount: 40), document: "{\(members(30, "a"))}",
                patch: { "{\(members(10 + $0, "b"))}" }),
            Case(
                name: "settings, some of which are deleted", limits: DocumentLimits(settingCount: 40),
                document: "{\(members(40, "a"))}",
                patch: { "{\(members(5, "a", "null")),\(members(5 + $0, "b"))}" }),
            Case(
                name: "settings of groups", limits: DocumentLimits(settingCount: 40),
                document: "{\"g\":{\(members(30, "a"))}}", patch: { "{\"g\":{\(members(10 + $0, "b"))}}" }),
            Case(
                name: "entries", limits: DocumentLimits(entryCount: 40),
                document: "{\"a\":{\"defaultValue\":1,\"valuesByVersion\":\(entries(3))}}",
                patch: { "{\"a\":{\"valuesByVersion\":\(entries(40 + $0))}}" }),
            Case(
                name: "depth", limits: DocumentLimits(depth: 40), document: #"{"a":{"b":{"defaultValue":1}}}"#,
                patch: {
                    let depth = 40 - 3 + $0
                    let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
                    return #"{"a":{"b":{"defaultValue":\#(value)}}}"#
                }),
            Case(
                name: "strings", limits: DocumentLimits(stringByteCount: 40), document: #"{"a":"x"}"#,
                patch: { #"{"a":"\#(String(repeating: "\\u0041", count: 40 + $0))"}"# }),
            Case(
                name: "keys", limits: DocumentLimits(stringByteCount: 40), document: #"{"a":"x"}"#,
                patch: { #"{"\#(String(repeating: "k", count: 40 + $0))":1}"# }),
        ]
    }

    @Test(arguments: Case.all, [-1, 0, 1])
    func `P3: patched documents have the limits of any document`(of limit: Case, excess: Int) throws {
        let document = try SettingsDocument(parsing: Array(limit.document.utf8), limits: limit.limits)
        let patch = Array(limit.patch(excess).utf8)
        guard excess > 0 else {
            let merged = try document.merging(patch: patch)
            // Otherwise the next start would refuse what is on the disk.
            let again = try SettingsDocument(parsing: merged.tree.bytes, limits: limit.limits)
            expectEqual(again.names, merged.names)
            return
        }
        let error = #expect(throws: DocumentError.self) { try document.merging(patch: patch) }
        expectEqual(error?.code, .limit)
        expect(error?.message.contains("40") == true, "\(String(describing: error))")
    }

    @Test(
        "P3: also hold for a merged tree that keeps its sources, as command-line tools use it", arguments: [-1, 0, 1])
    func sources(excess: Int) throws {
        let (base, patch) = (#"{ "a": "xxxxxxxxxx" }"#, #"{ "b": "yyyyyyyyyy" }"#)
        let tree = try JSONTree(parsing: Array(base.utf8), sourceName: "app.json")
            .merging(try JSONTree(parsing: Array(patch.utf8), sourceName: "patch.json"))
        let limits = DocumentLimits(byteCount: 35 - excess)
        guard excess > 0 else {
            try expectEqual(SettingsDocument(tree: tree, limits: limits).names, ["a", "b"])
            return
        }
        let error = #expect(throws: DocumentError.self) { try SettingsDocument(tree: tree, limits: limits) }
        expectEqual(
            error?.description,
            "line 1, column 1: with the patch, the document has 35 bytes, at most 34 are allowed; "
                + "split it into several documents [limit]")
        expectEqual(error?.sourceName, "app.json")
    }
}
