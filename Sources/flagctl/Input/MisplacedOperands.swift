import FlagAnalysis
import FlagResolver

/// Detects operands in the wrong position: a name swapped with a file; a setting, a revision or a policy instead of a file.
///
/// It checks them only if a file does not exist, so that other runs do no extra work.
enum MisplacedOperands {
    /// Checks that a name and the file after it are not swapped.
    ///
    /// - Throws: `UsageError` if the name is a file, and the file does not exist.
    static func check(_ name: String, before file: String, of command: String) throws(UsageError) {
        guard isMissing(file), isFile(name) else { return }
        throw .other(
            problem: "\(quoted(name)) is a file, but \(quoted(file)) is not; the file comes last",
            help: didYouMean("flagctl \(command) \(ShellQuoting.quoted(file)) \(ShellQuoting.quoted(name))"))
    }

    /// Checks that no file is the name of a setting of another one.
    ///
    /// - Throws: `UsageError` if one is.
    static func check(_ files: [String], of command: String) throws(UsageError) {
        guard files.count > 1, let name = files.first(where: isMissing) else { return }
        for file in files
        where isFile(file) && InputSource.document(at: file)?.namesOfSettingsAndGroups.contains(name) == true {
            let option = "--flag \(ShellQuoting.quoted(name))"
            throw .other(
                problem: "\(quoted(name)) is a setting of \(quoted(file)), not a file",
                help: didYouMean("flagctl \(command) … \(option) \(ShellQuoting.quoted(file))"))
        }
    }

    /// Checks that one of two documents to be compared is not a git revision alone.
    ///
    /// - Throws: `UsageError` if it is.
    static func check(revision: String, beside file: String) throws(UsageError) {
        guard isMissing(revision), FileSystem.exists(file), isRevision(revision) else { return }
        throw .other(
            problem: "\(quoted(revision)) is a git revision, not a file",
            help: didYouMean("flagctl diff --against \(ShellQuoting.quoted(revision)) \(ShellQuoting.quoted(file))"))
    }

    /// Checks that no file is a policy.
    ///
    /// - Throws: `UsageError` if one is.
    static func check(policiesAmong files: [String]) throws(UsageError) {
        guard let policy = files.first(where: isPolicy) else { return }
        let others = files.count == 2 ? files.first { $0 != policy }.map { " \(ShellQuoting.quoted($0))" } : nil
        throw .other(
            problem: "\(quoted(policy)) is a policy, not a file",
            help: didYouMean("flagctl prove -e \(ShellQuoting.quoted(policy))\(others ?? " …")"))
    }

    /// Whether an operand is a policy, and no file has that name. No other operand contains spaces followed by a colon.
    private static func isPolicy(_ operand: String) -> Bool {
        guard operand.containsByte(" "), !FileSystem.exists(operand) else { return false }
        let (policies, errors) = Policy.parse(Array(operand.utf8), onlyOne: true)
        return errors.isEmpty && !policies.isEmpty
    }

    /// `HEAD~1:app.json` for a git revision and a file after it; `nil` if they are something else.
    static func fileAtRevision(_ revision: String, before file: String) -> String? {
        isMissing(revision) && isFile(file) && isRevision(revision) ? "\(revision):\(file)" : nil
    }

    private static func isRevision(_ text: String) -> Bool { GitRevision.exists(text) }

    /// The error, with a better hint if a revision as a separate argument is one argument too many.
    static func explained(_ error: UsageError, among arguments: [String]) -> UsageError {
        guard case .surplusOperand(let file, _) = error,
            let index = arguments.lastIndex(of: file), index > 0,
            let meant = fileAtRevision(arguments[index - 1], before: file)
        else { return error }
        return .surplusOperand(file, hint: Spelling.didYouMean(quoted(meant)))
    }

    private static func didYouMean(_ line: String) -> String { Spelling.didYouMean("\"\(line)\"") }

    private static func isFile(_ path: String) -> Bool { (try? FileSystem.entry(at: path))?.kind == .file }

    /// Whether an operand can only be the path of a file, and there is none.
    private static func isMissing(_ path: String) -> Bool {
        path != "-" && !path.contains { ":*?[".contains($0) } && (try? FileSystem.entry(at: path)) == nil
    }
}
