import Testing

@testable import flagctl

extension Scratch {
    /// Makes the folder a git repository, with everything in it as the first revision.
    func makeRepository() throws {
        let made = try shell("git init -q . && git add -A && \(Self.commit)")
        try #require(made.status == 0, "git is needed: \(made.error)")
    }

    /// Records everything in the folder as a further revision.
    func commit() throws {
        let made = try shell("git add -A && \(Self.commit)")
        try #require(made.status == 0, "git is needed: \(made.error)")
    }

    private static let commit = "git -c user.name=t -c user.email=t@example.com commit -qm revision --allow-empty"

    /// Runs `flagctl` with the words of a line.
    ///
    /// - Returns: The run, and how many processes of git it started.
    func countingGit(_ line: String) throws -> (run: Run, count: Int) {
        // A git that counts itself.
        let tools = try Scratch()
        try tools.write("#!/bin/sh\necho >> \"$COUNT\"\nexec \"$GIT\" \"$@\"\n", to: "git")
        let run = try shell(
            """
            tools=\(ShellQuoting.quoted(tools.path)); chmod +x "$tools/git"; : > "$tools/count"
            export GIT="$(command -v git)" COUNT="$tools/count"
            PATH="$tools:$PATH"; flagctl \(line)
            """)
        return (run, try tools.read("count").utf8.count)
    }

    /// Copies the example of the contract into the folder.
    func copyExample(to name: String = "app.json") throws {
        try write(bytes: FileSystem.read(PackagePath.configs + "app.json", atMost: 1 << 20), to: name)
    }
}
