import FlagResolver
import Testing

@testable import flagctl

extension Scratch {
    /// Every path below the folder with its kind, permissions and content, hidden ones too: equal only if nothing changed.
    func tree() throws -> String {
        let run = try Subprocess.run(
            "sh",
            [
                "-c",
                """
                cd \(ShellQuoting.quoted(path)) && find . -exec ls -ld {} + | awk '{ print $1, $9, $10, $11 }' | sort
                find . -type f -exec cksum {} + | sort
                """,
            ], atMost: 1 << 20)
        try #require(run.status == 0)
        return String(decoding: run.output, as: UTF8.self)
    }

    /// Lines of shell that define `unprivileged`, which runs a program without the rights of the superuser.
    static let unprivileged = """
        if [ "$(id -u)" = 0 ]; then
            chown -R 65534:65534 .
            unprivileged() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
        else
            unprivileged() { "$@"; }
        fi

        """

    /// Whether `unprivileged` can run the built program here.
    static let canDropPrivileges: Bool = {
        let trial = try? Scratch().shell(unprivileged + "unprivileged \"$program\" --version")
        return trial?.status == 0
    }()
}

extension Scratch {
    func write(json: JSONLiteral, to name: String) throws {
        var writer = JSONWriter()
        json.write(to: &writer)
        try write(bytes: writer.bytes, to: name)
    }
}
