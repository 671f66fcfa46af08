import TestSupport
import Testing

@testable import flagctl

/// Names that look the same and differ in their bytes are two settings, for every command.
@Suite(.blocking)
struct EquivalentNamesTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"

    /// A document with a setting of each name, on the lines 2 and 3.
    private func write(_ composed: Bool, _ decomposed: Bool, to name: String, in scratch: Scratch) throws {
        try scratch.write(
            """
            {
              "\(Self.composed)": \(composed),
              "\(Self.decomposed)": \(decomposed)
            }
            """, to: name)
    }

    @Test func `each is compared with its own expected value`() throws {
        let scratch = try Scratch()
        try write(true, false, to: "app.json", in: scratch)
        try scratch.write(
            """
            { "document": "app.json", "expectations": [ { "name": "both", "for": "*",
                "expect": { "\(Self.composed)": true, "\(Self.decomposed)": true } } ] }
            """, to: "app.expectations.json")
        let run = try scratch.flagctl("test", "app.expectations.json")
        expect(run.output.contains("app.json:3:") && !run.output.contains("app.json:2:"), "\(run)")
        expectEqual(run.status, 1)
    }

    @Test func `a change of one is not allowed with the other, and one can be compared alone`() throws {
        let scratch = try Scratch()
        try write(false, false, to: "old.json", in: scratch)
        try write(false, true, to: "new.json", in: scratch)
        func diff(_ option: String, _ name: String) throws -> Int32 {
            try scratch.flagctl("diff", option, name, "old.json", "new.json").status
        }
        try expectEqual(diff("--allow", Self.composed), 1)
        try expectEqual(diff("--allow", Self.decomposed), 0)
        try expectEqual(diff("--flag", Self.composed), 0)
        try expectEqual(diff("--flag", Self.decomposed), 1)
    }

    @Test func `the history of one is not that of the other`() throws {
        let scratch = try Scratch()
        try write(false, false, to: "app.json", in: scratch)
        try scratch.makeRepository()
        try write(false, true, to: "app.json", in: scratch)
        try scratch.commit()
        try expect(scratch.flagctl("log", Self.composed, "app.json").error.hasPrefix("1 revision changed"))
        try expect(scratch.flagctl("log", Self.decomposed, "app.json").error.hasPrefix("2 revisions changed"))
    }

    @Test func `a policy about both names both as responsible`() throws {
        let scratch = try Scratch()
        try write(false, false, to: "app.json", in: scratch)
        let run = try scratch.flagctl(
            "prove", "-e", "for *: \"\(Self.composed)\" == true and \"\(Self.decomposed)\" == true", "app.json")
        expect(run.output.contains("app.json:2:") && run.output.contains("app.json:3:"), "\(run)")
    }

    @Test func `two patterns in a policy are two`() throws {
        let scratch = try Scratch()
        try write(true, true, to: "app.json", in: scratch)
        let run = try scratch.flagctl(
            "prove", "-e", "for *: \(Self.composed)* == true and \(Self.decomposed)* == true", "app.json")
        expect(run.error.contains("[several-patterns]") && run.status == 2, "\(run)")
    }

    @Test func `an owner has both`() throws {
        let scratch = try Scratch()
        let setting = #"{ "owner": "shop", "expires": "2026-12-01", "defaultValue": true }"#
        try scratch.write(
            #"{ "\#(Self.composed)": \#(setting), "\#(Self.decomposed)": \#(setting) }"#, to: "app.json")
        let run = try scratch.flagctl("check", "--at", "2026-12-01T00:00:00Z", "--owners", "app.json")
        // Two names that look equal are not printed alike.
        expect(run.output.contains("caf\u{E9}, cafe\\u0301") || run.output.contains("cafe\\u0301, caf\u{E9}"), "\(run)")
    }
}
