import FlagResolver
import FlagStore

/// The revision that a change begins at, found from the state of the repository: what `auto` means.
///
/// 1. A scheduled run of GitHub or GitLab is about no change, so there is none.
/// 2. In a pull request of GitHub, or a merge request of GitLab, it is the merge base with the target branch.
/// 3. Otherwise it is the merge base with the default branch of `origin`, or with `main` or `master` if there is no `origin`.
/// 4. Where that is the current commit, as on the default branch itself, it is the parent of the commit; with changes that are
///    not committed, it is the commit.
enum BaseRevision {
    /// The name of the choice on a command line and in a project file.
    static let automatic = "auto"

    enum Found {
        /// A revision, as ``GitRevision`` takes it.
        case revision(String)
        /// There is nothing to compare with, for a reason in words.
        case nothing(String)
    }

    /// - Throws: `GitFailure` if there is a base, and the clone does not have it.
    static func find() throws(GitFailure) -> Found {
        for variable in ["GITHUB_EVENT_NAME", "CI_PIPELINE_SOURCE"]
        where RunningProcess.variable(variable) == "schedule" {
            return .nothing("a scheduled run is about no change")
        }
        do throws(GitFailure) {
            guard try commit("HEAD") != nil else { return .nothing("the current branch has no commit yet") }
        } catch {
            guard case .noRepository = error else { throw error }
            return .nothing("this directory is not in a git repository")
        }
        var found = targetBranch()
        if found == nil { found = try defaultBranch() }
        guard let branch = found else {
            return .nothing("there is neither a branch \"main\" or \"master\", nor a default branch of \"origin\"")
        }
        // A target branch that was not fetched, and a history that was cut off, are failures of the revision.
        let base = try GitRevision("\(branch)...")
        let head = try commit("HEAD")
        guard base.commit == head else { return .revision("\(branch)...") }
        // The exit status is 1 if a file differs.
        let comparison = try Git.optionsWithoutFilters() + ["diff-index", "--quiet", "--no-ext-diff", "HEAD", "--"]
        if try Git.run(comparison).status == 1 { return .revision("HEAD") }
        guard try commit("HEAD^") == nil else { return .revision("HEAD^") }
        guard !base.isShallow else { throw .unknownRevision("HEAD^", isShallow: true) }
        return .nothing("this is the first commit")
    }

    /// The branch that a pull request is for; `nil` outside of one.
    private static func targetBranch() -> String? {
        ["GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"].lazy
            .compactMap { RunningProcess.variable($0) }.first { !$0.isEmpty }
            .map { "origin/\($0)" }
    }

    private static func defaultBranch() throws(GitFailure) -> String? {
        let head = try Git.run(["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"])
        let name = String(decoding: head.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        if head.status == 0, !name.isEmpty { return name }
        for branch in ["origin/main", "origin/master", "main", "master"] where try commit(branch) != nil {
            return branch
        }
        return nil
    }

    /// The object name of a commit; `nil` if there is none.
    private static func commit(_ name: String) throws(GitFailure) -> String? {
        let words = ["rev-parse", "--verify", "--quiet", "\(name)^{commit}"]
        let result = try Git.run(words)
        guard result.status != 0 else {
            return String(decoding: result.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
        // Without a message, there is no such commit.
        guard result.error.isEmpty else { throw GitFailure(result, of: words) }
        return nil
    }
}
