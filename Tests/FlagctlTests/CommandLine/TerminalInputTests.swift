import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct TerminalInputTests {
    @Test(.enabled(if: Tool.isThere("script"), "script is not installed"))
    func `a program that waits for standard input on a terminal says so`() throws {
        let scratch = try Scratch()
        let run = try scratch.shell(
            #"export program; printf '{ "a": 1 }\n\004' | script -qec '"$program" check -' /dev/null"#)
        #expect(run.output.contains("reading standard input; press Ctrl-D to end it"))
        #expect(run.output.contains("0 errors, 0 warnings in 1 file"))
    }

    @Test(arguments: ["--version", "-V", "version"])
    func `the version of the program has several names`(_ name: String) throws {
        #expect(try Run([name]) == Run(output: "flagctl \(ToolVersion.current)\n", error: "", status: 0))
        #expect(try Run([name, "1.4.0"]).status == 2)
    }
}
