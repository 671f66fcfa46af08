import TestSupport
import Testing

@testable import flagctl

/// Input that would make a careless tool give a wrong answer without a word.
@Suite(.blocking)
struct NeverWrongTests {
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.copyExample()
        try scratch.write("# nothing yet\n\n", to: "empty.policies")
        try scratch.write("a: for *: paymets == true\n", to: "missing.policies")
        try scratch.write("a: for >=2 <1: payments == true\n", to: "vacuous.policies")
        try scratch.write("1.6.0 50%\n1.7 fifty\nv?\n", to: "bad-releases.txt")
        try scratch.write("# none\n", to: "no-releases.txt")
        try scratch.write("{\"payments\": null}", to: "patch.json")
        try scratch.write("{\"payments\": ", to: "bad-patch.json")
        try scratch.write("a: for *: payments == true\n", to: "payments.policies")
        try scratch.makeRepository()
        return scratch
    }

    /// A command in whose line `release` and `prove` stand for all that they need.
    private static func words(_ line: String) -> [String] {
        line.split(separator: " ").flatMap { word -> [String] in
            word == "release" ? ["release", "2.0.0", "--previous", "1.6.0"] : [String(word)]
        }
    }

    @Test(
        arguments: [
            "prove --policy empty.policies app.json", "release --policy empty.policies app.json",
            "prove --policy missing.policies app.json", "release --policy missing.policies app.json",
            "prove --policy nowhere.policies app.json", "release --policy nowhere.policies app.json",
            "prove --policy vacuous.policies app.json", "release --policy vacuous.policies app.json",
            "prove --releases bad-releases.txt --policy payments.policies app.json",
            "diff --releases bad-releases.txt app.json app.json", "release --releases bad-releases.txt app.json",
            "release --releases no-releases.txt app.json", "release --releases nowhere.txt app.json",
            "prove --patch patch.json --policy payments.policies app.json",
            "release --patch patch.json --policy payments.policies app.json",
            "diff --patch patch.json app.json app.json", "diff --against HEAD --patch patch.json app.json",
            "release --against HEAD --patch patch.json app.json", "diff --patch bad-patch.json app.json app.json",
            "prove --stdin-name app.json --policy payments.policies app.json -",
            "diff --stdin-name app.json app.json -", "release --stdin-name app.json app.json -",
            "release --against HEAD nowhere.json", "release --against nope app.json",
            "diff --against HEAD nowhere.json",
            "release --allow payments app.json", "release --against HEAD --allow paymets app.json",
        ])
    func `the problem is reported, with the right status`(_ line: String) throws {
        let name = line.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
            .split(separator: "-").joined(separator: "-")
        let scratch = try scratch()
        try Snapshot.expect(Self.words(line), matches: "never-wrong-\(name)", in: scratch.path)
    }

    @Test(
        arguments: [
            ("prove --policy empty.policies app.json", 2), ("release --policy empty.policies app.json", 2),
            ("prove --policy missing.policies app.json", 2), ("release --policy missing.policies app.json", 2),
            ("prove --policy vacuous.policies app.json", 0),
            ("prove --strict-vacuous --policy vacuous.policies app.json", 1),
            ("prove --releases bad-releases.txt --policy payments.policies app.json", 2),
            ("release --releases bad-releases.txt app.json", 2), ("diff --patch patch.json app.json app.json", 1),
            ("prove --patch patch.json --policy payments.policies app.json", 2),
            ("diff --stdin-name app.json app.json -", 2), ("release --stdin-name app.json app.json -", 2),
            ("diff --against HEAD nowhere.json", 2), ("release --against nope app.json", 2),
            ("release --exit-zero --policy empty.policies app.json", 2),
            ("release --exit-zero --policy payments.policies app.json", 0),
        ] as [(String, Int32)])
    func `the exit status is 2 for failures and 1 for findings`(_ line: String, _ status: Int32) throws {
        let scratch = try scratch()
        let run = try Run(Self.words(line), in: scratch.path)
        expectEqual(run.status, status, "\(run.error)")
    }
}
