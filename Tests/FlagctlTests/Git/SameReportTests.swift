import TestSupport
import Testing

@testable import flagctl

/// Reports for other programs do not depend on where the command runs, or on how it names its files.
@Suite(.blocking)
struct SameReportTests {
    private let scratch: Scratch

    private static func document(_ first: String, _ second: Int) -> String {
        """
        {
          "a": { "defaultValue": 1, "valuesByVersion": [{ "appVersion": ">=2 <1", "value": 2 }] },
          "b": { "defaultValue": \(first), "valuesByVersion": [
            { "appVersion": ">=1.4.0", "value": \(second) }, { "appVersion": ">=2.0.0", "value": 3 }
          ] }
        }
        """
    }

    init() throws {
        scratch = try Scratch()
        try scratch.write(Self.document("1", 2), to: "team/Configs/app.json")
        try scratch.write("never: for *: b == 7\n", to: "team/app.policies")
        try scratch.write("let key = SettingKey(\"c\", default: 1)\nprint(store[key])\n", to: "team/code/a.swift")
        try scratch.makeRepository()
        try scratch.write(Self.document("4", 5), to: "team/Configs/app.json")
        _ = try scratch.shell("ln -s team/Configs linked")
    }

    /// Where the run begins, and the name of its folder of documents there.
    private static let places = [
        (".", "team"), ("team", "."), ("team/Configs", ".."), ("team/code", "\"$PWD/../../team\""),
        ("/", "\"$top/team\""),
    ]

    private static let commands = [
        "check --format FORMAT FOLDER/Configs/app.json", "check --format FORMAT FOLDER/Configs",
        "check --format FORMAT FOLDER/Configs/nothing.json",
        "check --against HEAD --format FORMAT FOLDER/Configs/app.json",
        "diff --against HEAD --format FORMAT FOLDER/Configs/app.json",
        "diff --against HEAD --format FORMAT FOLDER/Configs",
        "prove --policy FOLDER/app.policies --format FORMAT FOLDER/Configs/app.json",
        "prove --policy FOLDER/app.policies -e 'for *: nothing == 1' --format FORMAT FOLDER/Configs/app.json",
        "release 2.0.0 --previous 1.0.0 --policy FOLDER/app.policies --against HEAD --format FORMAT FOLDER/Configs/app.json",
        "references --document FOLDER/Configs/app.json --format FORMAT FOLDER/code",
    ]

    @Test(arguments: commands, ["github", "gitlab", "sarif"])
    func `a report is the same from everywhere, byte for byte`(_ command: String, _ format: String) throws {
        let name = String(command.prefix { $0 != " " })
        guard case .choice(_, let formats)? = Command.named(name)?.option(named: "format")?.declaration.form,
            formats.contains(format)
        else { return }
        var outputs: [String] = []
        for (place, folder) in Self.places where place != "/" || !command.contains("--against") {
            let line = command.replacing("FORMAT", with: format).replacing("FOLDER", with: folder)
            let run = try scratch.shell("top=$PWD; cd \(place) && flagctl \(line)")
            outputs.append(run.output)
        }
        expectEqual(Set(outputs).count, 1, "\(outputs.joined(separator: "\n"))")
        expect(outputs[0].contains("team/"), "\(outputs[0])")
        expect(!outputs[0].contains(scratch.path))
    }

    @Test(arguments: places)
    func `a baseline of the top holds everywhere`(_ place: String, _ folder: String) throws {
        _ = try scratch.shell("flagctl check --format json team/Configs > known.json")
        let run = try scratch.shell(
            "top=$PWD; cd \(place) && flagctl check --notes --baseline \"$top/known.json\" \(folder)/Configs")
        expect(run.status == 0 && run.output.isEmpty && run.error.contains("known findings left out"), "\(run)")
    }

    @Test func `a link to a directory has the path of the directory`() throws {
        let run = try scratch.flagctl("check", "--format", "github", "linked/app.json")
        expect(run.output.contains("file=team/Configs/app.json,"), "\(run)")
    }

    @Test(arguments: [
        ("HEAD:team/app.json", "HEAD:team/app.json"), ("<stdin>", "<stdin>"), ("flagctl", "flagctl"),
        ("nowhere/app.json", "nowhere/app.json"), ("/dev/null", "/dev/null"),
    ])
    func `what is no file of a repository keeps its name`(_ name: String, _ expected: String) {
        expectEqual(FileReference.canonical(name), expected)
    }
}
