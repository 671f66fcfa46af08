import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// F2: every format of every command states what could not be read or checked.
@Suite(.blocking)
struct IncompleteRunTests {
    private let scratch: Scratch

    /// `app.json` is the example of the contract. `loop.json` cannot be read, `broken.json` is not JSON, of the files in
    /// `parts` one is a link to nothing, and `holes.json` has a setting without a default. The folder is a repository.
    init() throws {
        scratch = try Scratch()
        try scratch.copyExample()
        try scratch.write("{\"payments\": true,}\n", to: "broken.json")
        try scratch.write("{\"payments\": true, \"hole\": {\"valuesByVersion\": []}}\n", to: "holes.json")
        try scratch.write("a: for *: nothing == 1\n", to: "unknown.policies")
        let key = "MCowBQYDK2VwAyEAgWt/JzHXhVwRjVWSYpRbay98JvwIMx8YfqCSgFi8m6I="
        try scratch.write("-----BEGIN PUBLIC KEY-----\n\(key)\n-----END PUBLIC KEY-----\n", to: "key.pem")
        for folder in ["", "parts/"] {
            try scratch.copyExample(to: "\(folder)good.json")
            try scratch.write(Self.expectations("payments"), to: "\(folder)good.expectations.json")
            try scratch.write("store.value(for: \"payments\", default: 1)\n", to: "\(folder)good.swift")
        }
        try scratch.write(Self.expectations("nothing"), to: "unknown.expectations.json")
        try scratch.write("{", to: "broken.expectations.json")
        try scratch.write(
            #"{"s": {"defaultValue": 0, "valuesByVersion": [{"rollout": {"percent": 1, "salt": "x"}, "value": 1}]}}"#,
            to: "rollout.json")
        try scratch.makeRepository()
        _ = try scratch.shell(
            """
            for name in json expectations.json swift; do
              ln -s loop.$name loop.$name; ln -s nowhere parts/gone.$name
            done
            """)
    }

    private static func expectations(_ name: String) -> String {
        """
        {"document": "good.json", "expectations": [
          {"name": "one", "version": "1.4.2", "expect": {"\(name)": false}}
        ]}

        """
    }

    /// A line for each command that reads files, where `FILE` is what cannot be read; the first of it is what outputs
    /// name.
    private static let lines: [(command: String, line: String)] = [
        ("resolve", "resolve --version 1.4.0 app.json FILE"), ("check", "check app.json FILE"),
        ("explain", "explain payments FILE"), ("matrix", "matrix app.json FILE"), ("diff", "diff app.json FILE"),
        ("prove", "prove -e 'for *: exists(payments)' app.json FILE"),
        ("release", "release 2.0.0 --previous 1.6.0 app.json FILE"), ("test", "test good.expectations.json FILE"),
        ("stale", "stale --floor 1.0.0 app.json FILE"), ("retarget", "retarget 2.0.0 2.0.1 app.json FILE"),
        ("log", "log FILE"), ("rollout", "rollout s --percent 5 FILE"), ("references", "references good.swift FILE"),
        ("publish", "publish --yes --to live FILE"), ("verify", "verify --trust key.pem app.json FILE"),
    ]

    /// Lines whose files can be read, but not checked for all that is asked; and the input that outputs name.
    private static let others: [(line: String, input: String)] = [
        ("resolve --version 1.4.0 holes.json", "holes.json"), ("matrix holes.json", "holes.json"),
        ("diff app.json holes.json", "holes.json"), ("release 2.0.0 --previous 1.6.0 holes.json", "holes.json"),
        ("explain hole holes.json", "holes.json"), ("stale --floor 1.0.0 holes.json", "holes.json"),
        ("retarget 2.0.0 2.0.1 holes.json", "holes.json"),
        ("resolve --version 1.4.0 --flag nothing app.json", "app.json"), ("matrix --flag nothing app.json", "app.json"),
        ("explain nothing app.json", "app.json"), ("rollout nothing --percent 5 app.json", "app.json"),
        ("rollout payments --percent 5 app.json", "app.json"), ("rollout a --percent 5 loop.json", "loop.json"),
        ("diff --allow nothing app.json app.json", "flagctl"),
        ("prove --policy unknown.policies app.json", "unknown.policies"),
        ("release 2.0.0 --previous 1.6.0 --policy unknown.policies app.json", "unknown.policies"),
        ("test good.expectations.json unknown.expectations.json", "unknown.expectations.json"),
        ("diff --against HEAD app.json loop.json", "loop.json"),
        ("diff --against nowhere app.json", "nowhere"),
        ("resolve --version 1.4.0 --patch loop.json app.json", "loop.json"),
        ("resolve --version 1.4.0 --expect loop.json app.json", "loop.json"),
        ("check --patch loop.json app.json", "loop.json"), ("check --baseline loop.json app.json", "loop.json"),
        ("check --releases loop.json app.json", "loop.json"), ("check --baseline app.json app.json", "app.json"),
        ("explain payments --patch loop.json app.json", "loop.json"),
        ("matrix --patch loop.json app.json", "loop.json"),
        ("diff --patch loop.json app.json app.json", "loop.json"),
        ("diff --releases loop.json app.json app.json", "loop.json"),
        ("prove --policy loop.json app.json", "loop.json"), ("prove -e 'for' app.json", "-e"),
        ("prove -e 'for *: exists(payments)' --patch loop.json app.json", "loop.json"),
        ("prove -e 'for *: exists(payments)' --releases loop.json app.json", "loop.json"),
        ("release 2.0.0 --previous 1.6.0 --policy loop.json app.json", "loop.json"),
        ("release 2.0.0 --previous 1.6.0 --releases loop.json app.json", "loop.json"),
        ("release 2.0.0 --previous 1.6.0 --patch loop.json app.json", "loop.json"),
        ("release 2.0.0 --previous 1.6.0 --against nowhere app.json", "nowhere"),
        ("check --against nowhere app.json", "nowhere"),
        ("prove -e 'for *: exists(payments)' --policy loop.json app.json", "loop.json"),
        ("test --patch loop.json good.expectations.json", "loop.json"), ("stale app.json", "app.json"),
        ("stale --floor 1.0.0 --code loop.swift app.json", "loop.swift"),
        ("references --document loop.json good.swift", "loop.json"),
        ("references --document broken.json good.swift", "broken.json"),
        ("references --document app.json --patch loop.json good.swift", "loop.json"),
        ("references --document app.json --baseline app.json good.swift", "app.json"),
    ]

    /// The formats of a command, as it declares them.
    private static func formats(of command: String) -> [String] {
        guard let option = Command.named(command)?.option(named: "format"),
            case .choice(_, let formats) = option.declaration.form
        else { return [] }
        return formats
    }

    private static let pairs = lines.flatMap { line in
        formats(of: line.command).map { (line: line.line, format: $0) }
    }

    @Test func `the lines are of all commands that have formats and read files`() {
        let reading = Command.all.filter {
            $0.option(named: "format") != nil && $0.operandDeclarations.contains(where: \.isFile)
        }
        expectEqual(Set(reading.map(\.name)), Set(Self.lines.map(\.command)))
    }

    @Test(arguments: pairs)
    func `an input that cannot be read is stated in every format`(_ line: String, _ format: String) throws {
        let kind = Self.kind(of: line)
        try expectStatement(of: "loop.\(kind)", by: line.replacing("FILE", with: "loop.\(kind)"), format)
        try expectStatement(of: "none.\(kind)", by: line.replacing("FILE", with: "none.\(kind)"), format)
        // A text that is not JSON is what check looks for: it found it. It is not signed either, as verify says.
        // Code that cannot be read completely is a finding, too.
        if !line.hasPrefix("check"), !line.hasPrefix("verify"), kind != "swift" {
            try expectStatement(of: "broken.\(kind)", by: line.replacing("FILE", with: "broken.\(kind)"), format)
        }
        // These take one document.
        guard !["explain", "diff", "rollout", "log", "publish"].contains(where: { line.hasPrefix($0) }) else { return }
        for operand in ["parts", "'parts/*.\(kind)'"] {
            try expectStatement(of: "parts/gone.\(kind)", by: line.replacing("FILE", with: operand), format)
        }
    }

    @Test(arguments: others)
    func `an input that cannot be checked completely is stated in every format`(_ line: String, _ input: String) throws
    {
        for format in Self.formats(of: String(line.prefix { $0 != " " })) {
            // A bare value is one of one setting.
            guard format != "value" || line.contains("--flag") else { continue }
            try expectStatement(of: input, by: line, format)
        }
    }

    @Test(arguments: pairs)
    func `a complete run says nothing of the kind`(_ line: String, _ format: String) throws {
        let isOne = line.hasPrefix("explain") || format == "env"
        let file =
            line.hasPrefix("test")
            ? "parts/good.expectations.json"
            : line.hasPrefix("references")
                ? "parts/good.swift"
                : line.hasPrefix("rollout") ? "rollout.json" : isOne ? "app.json" : "good.json"
        let run = try scratch.shell(Self.flagctl(line.replacing("FILE", with: file), format))
        expect(run.status != 2, "\(run.error)")
        expect(!run.output.lowercased().contains(format == "html" ? "role=\"alert\"" : "incomplete"))
        expect(!run.error.contains("incomplete"))
        if format == "sarif" { expect(run.output.contains("\"invocations\":[{\"executionSuccessful\":true}]")) }
        if format == "junit" { expect(!run.output.contains("<error ")) }
    }

    /// The extension of the files that a line reads.
    private static func kind(of line: String) -> String {
        line.hasPrefix("test") ? "expectations.json" : line.hasPrefix("references") ? "swift" : "json"
    }

    private static func flagctl(_ line: String, _ format: String) -> String {
        let flag = format == "value" && !line.contains("--flag") ? " --flag payments" : ""
        return "flagctl \(line)\(flag) --format \(format)"
    }

    /// Expects that a format states what is missing, on standard output and in a file.
    private func expectStatement(
        of input: String, by line: String, _ format: String,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let command = Self.flagctl(line, format)
        let run = try scratch.shell("rm -f report; \(command) --report \(format)=report")
        expectEqual(run.status, 2, "\(command): \(run.error)", sourceLocation: sourceLocation)
        expect(run.error.contains(input), "\(command): \(run.error)", sourceLocation: sourceLocation)
        expect(!run.error.contains("exhaustive"), "\(command): \(run.error)", sourceLocation: sourceLocation)
        expect(
            Self.isIncomplete(run.output, input, format), "\(command): \(run.output)", sourceLocation: sourceLocation)
        let report = try scratch.read("report")
        if format == "text" {
            // Nothing else goes to the file.
            expect(report.contains("\(input):") && report.contains(": error: "), sourceLocation: sourceLocation)
        } else {
            expectEqual(report, run.output, "\(command)", sourceLocation: sourceLocation)
        }
    }

    /// Whether an output states that an input is missing, in the way of its format.
    private static func isIncomplete(_ output: String, _ input: String, _ format: String) -> Bool {
        let lines = output.split(separator: "\n")
        switch format {
        case "json": return isIncomplete(json: output, input)
        case "ndjson": return lines.contains { isIncomplete(json: String($0), input) }
        case "csv":
            let isRecord = lines.contains { $0.hasPrefix("\(input),") && $0.contains(": error: ") }
            return lines.first?.hasSuffix(",incomplete") == true && isRecord
        case "markdown":
            return output.contains("**Incomplete: ") && lines.contains { $0.hasPrefix("- \(input):") }
        case "html":
            return output.contains("role=\"alert\"") && output.contains(" (incomplete)</title>")
                && lines.contains { $0.hasPrefix("<li>\(input):") }
        case "github": return lines.contains { $0.hasPrefix("::error") && $0.contains(input) }
        case "gitlab": return output.contains("\"severity\":\"blocker\"") && output.contains("\"path\":\"\(input)\"")
        case "junit":
            return !(lines.dropFirst().first ?? "").contains("errors=\"0\"")
                && lines.contains { $0.contains("<testcase name=\"read and checked\" classname=\"\(input)\">") }
                && output.contains("      <error message=")
        case "sarif":
            return output.contains("\"executionSuccessful\":false,\"toolExecutionNotifications\":[{")
                && output.contains("\"uri\":\"\(FileReference.uri(ofCanonical: FileReference.canonical(input)))\"")
        case "tap": return lines.contains { $0.hasPrefix("not ok ") && $0.hasSuffix(" - \(input): read and checked") }
        case "env": return lines.contains { $0.hasPrefix("# incomplete: \(input)") }
        // A bare value has no room for it, and text has standard error beside it.
        case "value", "text": return true
        default: return false
        }
    }

    private static func isIncomplete(json text: String, _ input: String) -> Bool {
        guard let tree = try? JSONTree(parsing: Array(text.utf8)),
            let member = tree.member(named: "incomplete" as String, of: 0)
        else { return false }
        let failures = tree.kind(of: member) == .array ? Array(tree.elements(of: member)) : [member]
        return failures.contains { failure in
            tree.member(named: "input" as String, of: failure).flatMap { tree.string(at: $0) } == input
                && tree.member(named: "message" as String, of: failure) != nil
        }
    }

    @Test(
        arguments: [
            "when 'payments == true' FILE", "fmt FILE", "fmt --check FILE", "fmt --diff FILE",
            "stale --floor 1.0.0 --fix FILE", "resolve --version 1.4.0 --flag payments --format value FILE",
        ])
    func `a bare value has no room for it, so that standard error and the exit status say it`(_ line: String) throws {
        for file in ["loop.json", "broken.json", "none.json"] {
            let run = try scratch.shell("flagctl \(line.replacing("FILE", with: file))")
            expect(run.output.isEmpty && run.status == 2)
            expect(run.error.hasPrefix(file) && run.error.contains(": error: "))
        }
    }

    @Test(
        arguments: [
            (
                "check app.json loop.json",
                "2 errors, 0 warnings in 1 file (7 version ranges, incomplete: loop.json)\n"
            ),
            ("check loop.json", "0 errors, 0 warnings in 0 files (incomplete: loop.json)\n"),
            (
                "check broken.json app.json loop.json",
                "3 errors, 0 warnings in 2 files (7 version ranges, incomplete: loop.json; 1 file could not be "
                    + "checked completely)\n"
            ),
            (
                "check app.json none1 none2 none3 none4",
                "2 errors, 0 warnings in 1 file (7 version ranges, incomplete: none1, none2, none3 and 1 more)\n"
            ),
            (
                "prove -e 'for *: exists(payments)' loop.json",
                "0 proved, 0 violated in 0 files (incomplete: loop.json)\n"
            ),
            (
                "prove -e 'for *: exists(payments)' app.json loop.json",
                "1 proved, 0 violated in 1 file (incomplete: loop.json)\n"
            ),
            ("prove --policy loop.json app.json", "0 proved, 0 violated in 0 files (incomplete: loop.json)\n"),
            ("test loop.expectations.json", "0 passed, 0 failed in 0 files (incomplete: loop.expectations.json)\n"),
            (
                "test good.expectations.json unknown.expectations.json",
                "1 passed, 0 failed, 1 error in 2 files (incomplete: unknown.expectations.json)\n"
            ),
            (
                "stale --floor 1.0.0 good.json loop.json",
                "good.json: 1 entry can be deleted; compared for every version >=1.0.0\nincomplete: loop.json\n"
            ),
        ] as [(String, String)])
    func `a summary says what it leaves out`(_ line: String, _ summary: String) throws {
        let run = try scratch.shell("flagctl \(line)")
        expect(run.error.hasSuffix(summary), "\(run.error)")
        expect(!run.error.contains("exhaustive") && run.status == 2)
    }

    @Test(
        arguments: [
            (
                "check --against nowhere app.json",
                [#"requirement ">=1.9.0 <1.8.0" contains no version"#, "nowhere: error: "]
            ),
            ("prove -e 'for *: exists(payments)' --policy loop.json app.json", ["PROVED  -e", "loop.json: error: "]),
            ("prove --policy half.policies app.json", ["PROVED  a", "half.policies:2:", "1 proved"]),
            (
                "release 2.0.0 --previous 1.6.0 --policy loop.json app.json",
                ["FAILED   check: 2 errors", "SKIPPED  policies: none could be read", "PASSED   values: "]
            ),
            (
                "release 2.0.0 --previous 1.6.0 --against nowhere app.json",
                [
                    "FAILED   check: 2 errors", "PASSED   values: ",
                    "SKIPPED  shipped: could not be compared with nowhere",
                ]
            ),
            (
                "release 2.0.0 --previous 1.6.0 --against HEAD app.json later.json",
                [
                    "app.json: 2.0.0 after", "later.json: 2.0.0 after",
                    "SKIPPED  shipped: could not be compared with HEAD",
                ]
            ),
        ] as [(String, [String])])
    func `a file that only a part of the report needs does not hide the rest`(_ line: String, _ parts: [String]) throws
    {
        try scratch.write("a: for *: exists(payments)\nb: for\n", to: "half.policies")
        // At the revision, the file is not JSON.
        try scratch.write("{", to: "later.json")
        _ = try scratch.shell("git add later.json && git -c user.name=a -c user.email=a@b commit -qm later")
        try scratch.write("{\"payments\": true}", to: "later.json")
        let run = try scratch.shell("flagctl \(line)")
        for part in parts { expect((run.output + run.error).contains(part), "\(part): \(run)") }
        expectEqual(run.status, 2)
    }

    @Test func `two documents are not called equivalent where a setting could not be compared`() throws {
        try scratch.write("{\"payments\":  true, \"hole\": {\"valuesByVersion\": []}}\n", to: "new.json")
        let text = try scratch.flagctl("diff", "holes.json", "new.json")
        expectEqual(text.output, "1 setting with the same value for every version; 1 setting could not be compared\n")
        let json = try scratch.flagctl("diff", "--format", "json", "holes.json", "new.json")
        expect(json.output.contains("\"isEquivalent\":false"))
        let markdown = try scratch.flagctl("diff", "--format", "markdown", "holes.json", "new.json")
        expect(
            markdown.output.hasSuffix(
                "### new.json: no value changes for any version; 1 setting could not be compared\n"))
    }

    @Test func `too large a matrix is left out of the formats that have no room for it`() throws {
        let names = (0..<2100).map { number in
            #""s\#(number)": {"defaultValue": 0, "valuesByVersion": [{"appVersion": "\#(number)", "value": 1}]}"#
        }
        try scratch.write("{\(names.joined(separator: ","))}", to: "large.json")
        for format in ["text", "csv", "markdown"] {
            try expectStatement(of: "large.json", by: "matrix app.json large.json", format)
        }
        let json = try scratch.flagctl("matrix", "--format", "json", "large.json")
        expect(json.status == 0 && json.output.contains("\"name\":\"s2099\""))
    }

    @Test func `names and messages cannot pretend to be something else`() throws {
        let name = "a,b\"|<i>&'\n::error::x\n# y\u{1B}[31m"
        func run(_ command: String, _ format: String) throws -> String {
            try scratch.shell(
                "echo { | flagctl \(command) --format \(format) --stdin-name \(ShellQuoting.quoted(name)) -"
            ).output
        }
        for (command, format) in [("resolve --version 1", "resolve"), ("check", "check"), ("matrix", "matrix")]
            .flatMap({ pair in Self.formats(of: pair.1).map { (pair.0, $0) } }) where format != "value"
        {
            let output = try run(command, format)
            expect(!output.contains("\u{1B}"), "\(format)")
            expect(!output.contains("\n::error::x") && !output.contains("\n# y"), "\(format)")
        }
        let csv = try run("resolve --version 1", "csv").split(separator: "\n")
        expectEqual(csv.count, 2)
        expect(
            csv.last?.hasPrefix(#""a,b""|<i>&'\n::error::x\n# y\u001b[31m",,,,"a,b""|<i>&'\n::error"#) == true, "\(csv)"
        )
        try expect(run("matrix", "html").contains("<li>a,b&quot;|&lt;i&gt;&amp;&#39;\\n::error::x"))
        let markdown = try run("matrix", "markdown")
        expect(markdown.contains("\n- a,b\"\\|&lt;i>&amp;'\\\\n::error::x"), "\(markdown)")
    }

    @Test func `watching tells a run that is incomplete from one that is not`() throws {
        let run = try scratch.shell(
            ShellFunctions.waiting + """
                "$program" check --watch --format json app.json loop.json > output 2> messages & pid=$!
                await watching messages
                kill $pid; wait $pid 2>/dev/null
                cat output
                """)
        expect(Self.isIncomplete(json: run.output, "loop.json"))
    }
}
