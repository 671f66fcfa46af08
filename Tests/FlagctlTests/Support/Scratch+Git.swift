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

    /// Copies the example of the contract into the folder.
    func copyExample(to name: String = "app.json") throws {
        try write(bytes: FileSystem.read(PackagePath.configs + "app.json", atMost: 1 << 20), to: name)
    }
}
