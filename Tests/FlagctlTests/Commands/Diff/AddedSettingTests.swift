import TestSupport
import Testing

@testable import flagctl

/// A new setting changes nothing for versions that were built before it.
@Suite(.blocking)
struct AddedSettingTests {
    @Test func `diff and release agree that no shipped version knows a new setting`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "a.json")
        try scratch.makeRepository()
        try scratch.write(#"{"a": 1, "b": 2}"#, to: "a.json")
        let frozen = try scratch.flagctl("diff", "--frozen", "<2.0.0", "--against", "HEAD", "a.json")
        #expect(frozen.status == 0)
        #expect(frozen.output.contains("b (added: no version of <2.0.0 knows it, does not count)\n"))
        #expect(try scratch.flagctl("diff", "--against", "HEAD", "a.json").status == 1)
        let release = try scratch.flagctl("release", "2.0.0", "--previous", "1.0.0", "--against", "HEAD", "a.json")
        #expect(release.status == 0 && release.output.contains("b (new: no shipped version knows it)"))
        // A change of a setting that exists, and a removed one, count in both.
        for document in [#"{"a": 3, "b": 2}"#, #"{"b": 2}"#] {
            try scratch.write(document, to: "a.json")
            #expect(try scratch.flagctl("diff", "--frozen", "<2.0.0", "--against", "HEAD", "a.json").status == 1)
            let release = try scratch.flagctl("release", "2.0.0", "--previous", "1.0.0", "--against", "HEAD", "a.json")
            #expect(release.status == 1)
        }
    }

    @Test func `the premise of an implication may name a value that never occurs`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": "x", "b": 1}"#, to: "a.json")
        func prove(_ policy: String) throws -> String { try scratch.flagctl("prove", "-e", policy, "a.json").error }
        #expect(!(try prove(#"for *: a == "later" => b == 1"#).contains("never-taken")))
        #expect(try prove(#"for *: b == 1 => a == "later""#).contains("never-taken"))
        #expect(try prove(#"for *: (a == "later" => b == 1) and a == "never""#).contains("\"a\" is never \"never\""))
    }
}
