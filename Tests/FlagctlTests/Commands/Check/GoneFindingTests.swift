import TestSupport
import Testing

@testable import flagctl

/// A baseline entry whose finding is gone would hide a new finding like it.
@Suite(.blocking)
struct GoneFindingTests {
    private static let gone = """
        known.json:1:473: warning: this finding of app.json is gone: in "checkout": requirement ">=1.9.0 <1.8.0" contains no version [empty-requirement] [unused-baseline]
        """

    @Test(
        arguments: [
            ("check --baseline known.json app.json", true, 0),
            ("check --baseline known.json --fail-on warning app.json", true, 1),
            ("check --baseline known.json --format json app.json", true, 0),
            // The rule did not run, or not for this file.
            ("check --baseline known.json --ignore empty-requirement --fail-on warning app.json", false, 0),
            ("check --baseline known.json --select shadowed-entry --fail-on warning app.json", false, 0),
            ("check --baseline known.json --fail-on warning other.json", false, 0),
        ] as [(String, Bool, Int32)])
    func `a known finding that is gone is reported, if the run would have found it`(
        _ line: String, _ isReported: Bool, _ status: Int32
    ) throws {
        let scratch = try Scratch()
        try scratch.copyExample()
        let made = try scratch.shell(
            """
            flagctl check --format json app.json > known.json; echo '{"a": 1}' > other.json
            sed -i 's/>=1.9.0 <1.8.0/>=1.8.0 <1.9.0/' app.json
            """)
        try #require(made.status == 0, "\(made)")
        let run = try scratch.flagctl(line.split(separator: " ").map(String.init))
        expect(run.error.contains(Self.gone) == isReported && run.status == status, "\(run)")
        expectEqual(
            run.output.contains("\"gone\":[{"),
            (isReported && line.contains("json app.json") && line.contains("--format")))
    }

    @Test(
        arguments: [
            ("--baseline known.json", true, 0), ("--baseline known.json --fail-on warning", true, 1),
            ("--baseline known.json --format json", true, 0),
            ("--baseline known.json --ignore unread-setting --fail-on warning", false, 0),
        ] as [(String, Bool, Int32)])
    func `a known finding about code that is gone is reported, too`(
        _ options: String, _ isReported: Bool, _ status: Int32
    ) throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        try scratch.write("let b = 1", to: "App.swift")
        let made = try scratch.shell(
            "flagctl references --document app.json --format json App.swift > known.json; [ $? -le 1 ]")
        try #require(made.status == 0, "\(made)")
        try scratch.write(#"let a = store[SettingKey("a", default: 1)]"#, to: "App.swift")
        let line = "references --document app.json \(options) App.swift"
        let run = try scratch.flagctl(line.split(separator: " ").map(String.init))
        expect(run.error.contains("this finding of app.json is gone") == isReported && run.status == status, "\(run)")
        expectEqual(run.output.contains("\"gone\":[{"), isReported && options.hasSuffix("--format json"))
    }
}
