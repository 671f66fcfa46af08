import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// JSON that is larger than the pieces in which it goes out.
@Suite(.blocking)
struct JSONOutputTests {
    @Test(
        arguments: [
            ("matrix", 1_500), ("check --notes", 500), ("resolve --version 1 --explain", 6_000),
            ("diff empty.json", 600),
        ])
    func `a large output is the same in pieces and as a whole`(_ command: String, settingCount: Int) throws {
        let scratch = try Scratch()
        let settings = (0..<settingCount).map { number in
            """
            "s\(number)": {"defaultValue": 0, "valuesByVersion": [{"appVersion": ">=1.\(number)", "value": "\(number)"},\
             {"appVersion": ">=2", "value": 2}]}
            """
        }
        try scratch.write("{\(settings.joined(separator: ",\n"))}", to: "large.json")
        try scratch.write("{}", to: "empty.json")
        let run = try scratch.shell(
            """
            flagctl \(command) --format json --report json=whole.json large.json > pieces.json 2> errors.txt
            cmp whole.json pieces.json && test $(wc -c < whole.json) -gt 300000
            """)
        expectEqual(run, Run(output: "", error: "", status: 0))
    }
}
