import FlagPublishing
import FlagResolver

extension CommandOperand where Self == Operand<String> {
    fileprivate static var published: Self {
        Operand(.file("FILE"), summary: "the document to publish: one file, REV:PATH, or \"-\"")
    }
}

extension Command {
    static let publish = Command(
        name: "publish",
        summary: "check a document, show who is affected, and publish it",
        examples: [
            Example(
                line: "flagctl publish --to etcds://etcd1:2379,etcd2:2379,etcd3:2379/flags/app Configs/app.json",
                meaning: "to every server that reads this key of etcd, at once"),
            Example(
                line:
                    "flagctl publish --to /srv/flags/app.json --policy Configs/app.policies --dry-run Configs/app.json",
                meaning: "what would change in a file, and whether the policies allow it"),
            Example(
                line:
                    "flagctl publish --to https://cdn.example.com/app.json --header-file key.txt --yes Configs/app.json",
                meaning: "in CI, to a server that understands PUT and If-Match"),
        ],
        operands: [.published],
        options: [
            .destination, .policy, .publicationExpectations, .maxShare, .allowLargeChange, .releases, .readers, .dryRun,
            .signingKey, .signer, .publicKey, .signedDocument, .signedEnvironment, .nextEpoch, .expires,
            .publicationTrust, .publicationState, .allowUnsigned,
            .yes, .command, .keptPublications, .publicationAuthor, .headerFile, .authorityFile, .etcdUser,
            .allowPlainEtcd,
            .format(PublishReport.Format.self), .report(PublishReport.Format.self), .standardInputName, .color,
        ],
        notes: [
            "The document must have no error of \"flagctl check\", violate no policy, and meet all expectations. With --max-share, no "
                + "rollout may give more than that percentage of its users another value. Then the difference to the published document "
                + "is shown, and the command asks.",
            "It replaces only the document that it has compared with. If another one was published meanwhile, that one stays.",
            "With --key or --signer, the document is signed after the checks, with the next $version. Without, a document that "
                + "\"flagctl sign\" has signed is published as it is. Nothing is published that apps with the published document would "
                + "refuse: an older version, or a document without signatures. With --trust, or \"trust\" in the project file, nothing "
                + "is published that the file refuses; if both name one, that either of them refuses.",
            "The destination is not trusted. What it has counts only if it is verified with --trust, or with the key that signs. With "
                + "--state, or \"state\" in the project file, the command remembers what it has signed, and notices an old publication "
                + "that was put back. Keep that file where all publishers share it, such as in the repository.",
            "The command of --then can tell people and programs, such as chats and tools for incidents. It runs only if the document was "
                + "published. If it fails, a warning says so, and the document stays published.",
            "Exit codes: 0 published, or the same document is published already; 1 not published: a check failed, the answer was "
                + "no, or somebody else published meanwhile; 2 the document or the destination cannot be read, or it is not known "
                + "whether the document was published.",
        ],
        run: { (arguments, session) throws(UsageError) in
            try arguments.checkConfirmation(readsStandardInput: arguments[.published] == "-")
            let location = try arguments.destination(arguments[.destination], of: "--to")
            guard let run = try PublishRun(arguments, location, in: &session) else { return .failed }
            let report = run.report(of: arguments[.published], in: &session)
            if let command = arguments[.command] { run.tell(command, about: report, in: &session) }
            return ReportOutput(arguments).write(report, in: &session)
        })
}
