import FlagPublishing

extension CommandOperand where Self == Operand<Int> {
    fileprivate static var publicationNumber: Self {
        Operand(
            .number("NUMBER", from: 1, to: .max),
            summary: "the number of an earlier publication, as \"flagctl log --published\" lists them")
    }
}

extension Command {
    static let rollback = Command(
        name: "rollback",
        summary: "publish the content of an earlier publication again",
        examples: [
            Example(
                line: "flagctl rollback 12 --to etcds://etcd1:2379/flags/app",
                meaning: "publication 12 is the current document again, with a new number"),
            Example(
                line: "flagctl rollback 12 --to /srv/flags/app.json --dry-run", meaning: "who would be affected"),
        ],
        operands: [.publicationNumber],
        options: [
            .destination, .dryRun, .signingKey, .signer, .publicKey, .signedDocument, .signedEnvironment, .nextEpoch,
            .expires, .publicationTrust, .publicationState, .allowUnsigned, .yes, .keptPublications, .publicationAuthor,
            .headerFile, .authorityFile, .etcdUser,
            .allowPlainEtcd, .format(PublishReport.Format.self), .report(PublishReport.Format.self), .color,
        ],
        notes: [
            "The command shows the difference from the current document, and asks for confirmation. It does not repeat the "
                + "checks of \"flagctl publish\": the document was published before, and a rollback must not wait.",
            "A signed document is published as a new version, because apps that verify accept no older one, so it needs --key or "
                + "--signer. Only what was signed with that key, or with those of --trust, is signed again: somebody else may have "
                + "written into the history.",
            "A server over https: keeps no history. Publish the old file again instead.",
            "Exit codes: 0 published, or this content is current already; 1 not published: the answer was no, or somebody else "
                + "published in the meantime; 2 there is no such publication, or the destination cannot be read.",
        ],
        run: { (arguments, session) throws(UsageError) in
            try arguments.checkConfirmation(readsStandardInput: false)
            let location = try arguments.destination(arguments[.destination], of: "--to")
            guard let run = try PublishRun(arguments, location, in: &session) else { return .failed }
            let report = run.report(restoring: Int64(arguments[.publicationNumber]), in: &session)
            return ReportOutput(arguments).write(report, in: &session)
        })
}
