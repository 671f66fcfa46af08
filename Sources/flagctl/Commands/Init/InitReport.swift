import FlagAnalysis
import FlagStore

/// The result of `init`.
struct InitReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
    }

    struct File {
        enum Outcome: String, CaseIterable {
            case created
            case kept
        }

        let path: String
        let purpose: String
        let outcome: Outcome
    }

    let files: [File]
    private let existing: ExistingProject
    var failures = RunFailures()

    /// Creates the files that do not exist. Reports those that cannot be created.
    ///
    /// - Parameter folder: The folder of the project; empty for the working folder.
    /// - Throws: `ReportTargets.Conflict` if a report would overwrite one of them, before anything is created.
    init(
        creating initial: InitialFiles, in folder: String, _ session: inout Session
    ) throws(ReportTargets.Conflict) {
        existing = initial.existing
        let prefix = FilePath.prefix(in: folder)
        let role = "which this run creates"
        for file in initial.all { session.reports.protect(prefix + file.path, as: role) }
        try session.reports.checkInputs()
        let root = RootFolder(of: folder.isEmpty ? "." : folder)
        var files: [File] = []
        for file in initial.all {
            let path = prefix + file.path
            guard root.contains(path) else {
                session.report(
                    Diagnostic(
                        subject: .name(path), severity: .error,
                        message: "is not created: it leads out of \(root.description)"))
                continue
            }
            do throws(SystemError) {
                let isCreated = try FileSystem.create(path, with: Array(file.content.utf8))
                // A file in a folder that is new could not be protected before.
                session.reports.protect(path, as: role)
                files.append(File(path: path, purpose: file.purpose, outcome: isCreated ? .created : .kept))
            } catch {
                session.report(
                    Diagnostic(
                        subject: .name(path), severity: .error, message: "cannot be created: \(error.text)",
                        help: error.isAboutPermissions ? "check the permissions of the directory" : nil))
            }
        }
        self.files = files
        if let below = Self.pathBelowTop(of: prefix) {
            session.report(
                Diagnostic(
                    subject: .name(prefix + InitialFiles.workflow), severity: .note,
                    message: "GitHub runs only the workflows at the top of a repository",
                    help:
                        "move it there, put \"\(PlainText.escaped(below))/\" before the paths in it, and add env: { FLAGCTL_CONFIG: "
                        + "\(JSONText.quoted("\(below)/\(FolderContent.projectName)")) } to its job"))
        }
    }

    /// The path of a folder below the top of its git repository; `nil` for the top, and outside of one.
    private static func pathBelowTop(of prefix: String) -> String? {
        guard let folder = try? FileSystem.resolved(prefix.isEmpty ? "." : prefix),
            let top = RepositoryFolder.top(of: folder), top != folder
        else { return nil }
        return folder.after(prefix: top == "/" ? top : top + "/").map { String($0) }
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        }
    }

    private func writeText(to buffer: inout TextBuffer) {
        var table = TextTable(columns: 3)
        for file in files {
            table.cell(file.outcome == .created ? "created" : "exists")
            table.cell(PlainText.escaped(file.path))
            table.cell(file.purpose)
        }
        table.write(to: &buffer)
    }

    func writeSummary(to buffer: inout TextBuffer) {
        guard failures.isEmpty else { return }
        if !existing.others.isEmpty,
            files.contains(where: { $0.path.ends(withBytesOf: FolderContent.projectName) && $0.outcome == .created })
        {
            let others = existing.others.map { PlainText.escaped($0) }
            buffer.write("not checked until \"inputs\" in flagctl.json names \(others.count == 1 ? "it" : "them"): ")
            buffer.write("\(others.prefix(3).joined(separator: ", "))\(others.count > 3 ? ", …" : "")\n")
        }
        if existing.isRefused {
            buffer.write("\(PlainText.escaped(existing.path)) is not a document of settings: flagctl check shows why\n")
        } else if existing.errorCount > 0 {
            buffer.write("correct \(Count.of(existing.errorCount, "error")) first, which flagctl check shows; ")
            buffer.write("then try flagctl prove, flagctl matrix\n")
        } else {
            buffer.write("try next: flagctl check, flagctl prove, flagctl matrix\n")
        }
    }

    static let json = JSONDocument<InitReport>("init", "the files of a new project", failures: \.failures) {
        Member("files", .list(of: file), "The files of the project.") { $0.files }
    }

    private static let file = JSONObject<File> {
        Member("path", .text, "The path of the file.") { $0.path }
        Member("outcome", .word, "Whether the file was created, or existed and was kept.") { $0.outcome }
    }
}
