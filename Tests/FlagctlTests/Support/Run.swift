import TestSupport

@testable import flagctl

/// One run of the program: what it wrote, and how it ended.
struct Run: Equatable {
    let output: String
    let error: String
    let status: Int32

    /// A run as it is expected to be.
    init(output: String, error: String, status: Int32) {
        self.output = output
        self.error = error
        self.status = status
    }

    /// Runs the program with arguments, by default at the top of the package: in this process if possible, which takes a
    /// fraction of the time.
    init(_ arguments: [String], in folder: String = PackageFolder.path) throws {
        if let run = ProgramInProcess.run(arguments, in: folder) {
            self = run
            return
        }
        let words = arguments.map { ShellQuoting.quoted($0) }.joined(separator: " ")
        try self.init(shell: "flagctl \(words)", in: folder)
    }

    /// Runs lines of shell in which `flagctl` is the built program, and `$program` its path. The environment says nothing about width,
    /// colour and options.
    init(shell script: String, in folder: String) throws {
        let lines = """
            program=\(ShellQuoting.quoted(Self.program))
            flagctl() { "$program" "$@"; }
            unset COLUMNS NO_COLOR FORCE_COLOR FLAGCTL_CONFIG FLAGCTL_EXCLUDE FLAGCTL_FAIL_ON FLAGCTL_FORMAT FLAGCTL_POLICY
            unset FLAGCTL_RELEASES FLAGCTL_SEVERITY
            cd \(ShellQuoting.quoted(folder)) || exit 99
            \(script)
            """
        let run = try Subprocess.run("sh", ["-c", lines], atMost: 64 << 20)
        output = String(decoding: run.output, as: UTF8.self)
        error = String(decoding: run.error, as: UTF8.self)
        status = run.status
    }

    /// The built program: the one that `FLAGCTL` names, or the one beside the tests.
    private static let program = RunningProcess.variable("FLAGCTL") ?? BuiltProgram.path(of: "flagctl")
}
