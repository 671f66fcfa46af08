import FlagPublishing
import FlagResolver

extension CommandOption where Self == Option<String> {
    static var destination: Self {
        Option(
            name: "to", required: .file("DESTINATION"),
            summary: "a file, https://HOST/PATH, or etcd://HOST:PORT,…/KEY",
            hintForMissingValue: "name the place that servers and apps read, such as --to etcds://etcd1:2379/flags/app")
    }
}

extension CommandOption where Self == Option<String?> {
    static var publicationAuthor: Self {
        Option(
            name: "author", value: .text("NAME"),
            summary: "who publishes, for the history; the name of the user is the default")
    }
}

extension CommandOption where Self == Option<String?> {
    static var command: Self {
        Option(
            name: "then", value: .text("COMMAND"),
            summary:
                "a command for the shell, which gets the report as JSON on standard input once the document is published"
        )
    }
}

extension CommandOption where Self == Option<Bool> {
    static var dryRun: Self {
        Option(name: "dry-run", summary: "check and compare, and change nothing")
    }

    static var yes: Self {
        Option(name: "yes", summary: "do not ask, for scripts")
    }

    static var allowLargeChange: Self {
        Option(
            name: "allow-large-change",
            summary: "allow a document that lacks more than half of the settings, or has at least twice the bytes")
    }
}

extension CommandOption where Self == Option<Int> {
    static var keptPublications: Self {
        Option(
            name: "keep", value: .number("N", from: 1, to: 10_000), default: 50,
            summary: "the publications that are kept; 50 is the default")
    }
}

extension CommandOption where Self == Option<[String]> {
    static var publicationExpectations: Self {
        Option(
            name: "expect", values: .file("FILE"),
            summary: "a file of expectations, as for \"flagctl test\", which the document must meet")
    }
}

extension CommandOption where Self == Option<Bool> {
    static var allowUnsigned: Self {
        Option(
            name: "allow-unsigned",
            summary: "publish a document without signatures although the published one is signed")
    }
}

extension CommandOption where Self == Option<String?> {
    /// For commands that read what is published.
    static var publicationTrust: Self {
        Option(
            name: "trust", value: .file("FILE"),
            summary:
                "what apps trust: nothing else is published, and what is read from the destination is verified; \"flagctl help "
                + "verify\" says what the file has"
        ).configurable
    }
}

extension CommandOption where Self == Option<NextEpoch?> {
    static var nextEpoch: Self {
        Option(
            name: "epoch", value: .choice("next"),
            summary: "begin the next $epoch with $version 1, to leave a version behind that is far too high")
    }
}

/// The value of `--epoch`. No other step is signed: each app would refuse all documents of the epochs between.
enum NextEpoch: String, CaseIterable {
    case next
}

extension ParsedArguments {
    /// The record of a publication of this run.
    func publicationRecord(restoring number: Int64? = nil) -> PublicationRecord {
        let named = ["USER", "LOGNAME"].lazy.compactMap { RunningProcess.variable($0) }.first { !$0.isEmpty }
        let author = self[.publicationAuthor] ?? named ?? RunningProcess.userName ?? "unknown"
        return PublicationRecord(
            date: WallClock.now, author: author, restored: number,
            allowsLargeChange: self[ifDeclared: .allowLargeChange] ?? false)
    }

    /// Checks that the run can ask, or need not.
    ///
    /// - Throws: `UsageError` if nobody can answer.
    func checkConfirmation(readsStandardInput: Bool) throws(UsageError) {
        guard !self[.yes], !self[.dryRun], readsStandardInput || !StandardStream.canAsk else { return }
        throw .other(
            problem: readsStandardInput
                ? "standard input is the document, so nobody can be asked"
                : "publishing asks for a confirmation, and standard input is not a terminal",
            help: "add --yes to publish without a question, or --dry-run to change nothing")
    }
}
