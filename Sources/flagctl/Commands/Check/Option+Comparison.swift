import FlagAnalysis
import FlagResolver

// What documents are compared with: a revision, and a date.

extension ArgumentType where Value == CheckedDate {
    fileprivate static func checkedDate(_ placeholder: String) -> Self {
        let instant = ArgumentType<Instant>.instant(placeholder)
        return ArgumentType(form: instant.form) { (text, label) throws(UsageError) in
            guard !text.hasSameBytes(as: CheckedDate.todayWord) else { return .today }
            do throws(UsageError) {
                return .instant(try instant.parse(text, label))
            } catch {
                guard case .badValue(let label, let value, let problem, _) = error else { throw error }
                throw .badValue(
                    label, value: value, problem: problem,
                    help: "the date of the run is \(quoted(CheckedDate.todayWord))")
            }
        }
    }
}

extension CommandOption where Self == Option<CheckedDate?> {
    static var checkedDate: Self {
        Option(
            name: "at", value: .checkedDate("INSTANT"),
            summary:
                "also report schedules and settings that have ended at this date, such as 2026-12-01T00:00:00Z; \"today\" is the date "
                + "of the run"
        ).configurable
    }
}

extension CommandOption where Self == Option<String?> {
    static var checkedRevision: Self {
        Option(
            name: "against", value: .text("REV"),
            summary:
                "compare with a git revision, and report what the change takes from users of shipped versions; \"main...\" is the "
                + "merge base of main and HEAD, and \"auto\" that with the target or default branch, on which it is the parent commit"
        ).configurable
    }
}

extension CommandOption where Self == Option<ReportedFindings> {
    static var reportedFindings: Self {
        Option(
            name: "findings", value: .choice("WHICH"), default: .all,
            summary:
                "all findings (the default), or new: with --against, those that the document does not have at the revision"
        ).configurable
    }
}

extension ParsedArguments {
    /// The revision to compare with; `nil` if there is none, or if it cannot be found, which has been reported.
    func checkedBase(in session: inout Session) -> String? {
        guard let given = self[.checkedRevision], given == BaseRevision.automatic else {
            return self[.checkedRevision]
        }
        do throws(GitFailure) {
            switch try BaseRevision.find() {
            case .revision(let name):
                session.report(Diagnostic(subject: .name(given), severity: .note, message: "compared with \(name)"))
                return name
            case .nothing(let reason):
                session.report(
                    Diagnostic(subject: .name(given), severity: .note, message: "compared with nothing: \(reason)"))
            }
        } catch {
            session.report(InputError.git(name: given, error).diagnostic)
        }
        return nil
    }

    /// The date that schedules are compared with; `nil` without one. A note says which date today is.
    func checkedInstant(in session: inout Session) -> Instant? {
        switch self[.checkedDate] {
        case nil: return nil
        case .instant(let instant): return instant
        case .today:
            let now = WallClock.now.seconds
            let midnight = Instant(seconds: now - now % (24 * 60 * 60))
            session.report(
                Diagnostic(
                    subject: .name(CheckedDate.todayWord), severity: .note,
                    message: "schedules are compared with \(midnight)"))
            return midnight
        }
    }
}
