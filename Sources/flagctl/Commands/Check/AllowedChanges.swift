import FlagResolver

extension CommandOption where Self == Option<[String]> {
    static var allowedChange: Self {
        Option(
            name: "allow-change", values: .text("NAME=REASON"),
            summary:
                "with --against: do not report what this change of a setting does, and say why; in git, a line \"Flag-change: NAME: "
                + "REASON\" at the end of a commit message does the same")
    }
}

/// The settings whose changes since a revision are allowed, with the reasons.
///
/// A change is allowed once: the next comparison begins after the commit that says so.
struct AllowedChanges {
    private(set) var reasons: [ExactText: String] = [:]

    /// - Throws: `UsageError` if an argument has no reason.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        for text in arguments[.allowedChange] {
            guard let (name, reason) = text.divided(at: "="), !name.isEmpty,
                reason.contains(where: { !$0.isWhitespace })
            else {
                throw .other(
                    problem: "--allow-change needs a setting and a reason, but got \(quoted(text))",
                    help: "write --allow-change 'checkout=the old checkout is switched off'")
            }
            reasons[ExactText(String(name))] = String(reason)
        }
        guard reasons.isEmpty || arguments[.checkedRevision] != nil else {
            throw .other(
                problem: "--allow-change allows changes since a revision, and there is none", help: "add --against REV")
        }
    }

    /// Adds the changes that commits allow: `Flag-change: checkout: the old checkout is switched off`.
    ///
    /// Any line of a message counts, except for the first: a squash merge puts the messages of several commits together, after
    /// which git knows only the last lines as trailers.
    ///
    /// - Parameter commit: The commit that is compared with; those after it count, up to HEAD.
    mutating func add(since commit: String) throws(GitFailure) {
        let output = try Git.output(["log", "--format=%b", "\(commit)..HEAD"])
        for line in String(decoding: output, as: UTF8.self).parts(separatedBy: "\n", omittingEmpty: true) {
            guard let (name, reason) = line.after(prefix: "Flag-change: ")?.divided(at: ":") else { continue }
            let text = String(Substring(reason.utf8.drop { $0 == UInt8(ascii: " ") }))
            guard !text.isEmpty, reasons[ExactText(String(name))] == nil else { continue }
            reasons[ExactText(String(name))] = text
        }
    }
}
