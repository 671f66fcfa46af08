import TestSupport
import Testing

@testable import flagctl

/// However many files there are, few processes of git read them.
@Suite(.blocking)
struct GitProcessTests {
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        for number in 0..<40 {
            try scratch.write(
                #"{"s": {"defaultValue": 1, "valuesByVersion": [{"rollout": {"percent": 50, "salt": "x"}, "value": 2}]}}"#,
                to: "docs/a\(number).json")
        }
        try scratch.makeRepository()
        try scratch.write(
            #"{"s": {"defaultValue": 1, "valuesByVersion": [{"rollout": {"percent": 20, "salt": "x"}, "value": 2}]}}"#,
            to: "docs/a7.json")
        try scratch.write(#"{"new": 1}"#, to: "docs/new.json")
        _ = try scratch.shell("rm docs/a9.json")
        return scratch
    }

    @Test func `a comparison with a revision reads all files at once`() throws {
        let scratch = try scratch()
        let (run, count) = try scratch.countingGit("diff --against HEAD docs")
        expect(run.status == 1 && (1...14).contains(count), "\(count): \(run)")
        expect(
            run.output.contains("docs/a7.json:\ns\n") && run.output.contains("docs/new.json (new document)"), "\(run)")
        expect(run.output.contains("docs/a9.json (deleted)") && run.output.contains("38 files unchanged"), "\(run)")
    }

    @Test func `a check against a revision reads all files at once`() throws {
        let scratch = try scratch()
        // The deleted files of the folder are looked for as well.
        let (run, count) = try scratch.countingGit("check --against HEAD docs")
        expect((1...18).contains(count), "\(count): \(run)")
        expect(run.output.contains("docs/a7.json:1:") && run.output.contains("[shrunk-rollout]"), "\(run)")
        expect(run.error.contains("docs/new.json: note: is not there at HEAD"), "\(run)")
        // A missing revision is reported once.
        let missing = try scratch.flagctl("check", "--against", "nowhere", "docs")
        expect(
            missing.status == 2 && missing.error.split(separator: "\n").filter { $0.contains("error:") }.count == 1,
            "\(missing)")
    }
}
