import FlagAnalysis
import FlagPublishing
import FlagResolver
import FlagStore

/// One run of `publish` or `rollback`: reads what is published, compares, asks, and replaces it.
struct PublishRun {
    private let arguments: ParsedArguments
    private let location: DocumentLocation
    private let signing: PublicationSigning
    /// The destination, as outputs name it.
    private var name: String { arguments[.destination] }

    /// - Returns: `nil` if the key for signatures cannot be used, which has been reported.
    init?(
        _ arguments: ParsedArguments, _ location: DocumentLocation, in session: inout Session
    ) throws(UsageError) {
        guard let signing = try PublicationSigning(arguments, in: &session) else {
            return nil
        }
        self.signing = signing
        self.arguments = arguments
        self.location = location
    }

    /// Publishes the document that an operand names, if it passes all checks.
    func report(of operand: String, in session: inout Session) -> PublishReport {
        var report = PublishReport(destination: name, isRollback: false)
        // Read all inputs before giving up, so that every unreadable one is reported.
        let (policies, lists, readers) = (
            PolicyFiles(arguments[.policy], in: &session), ReleaseLists(arguments, in: &session),
            ReaderFolders(arguments, in: &session)
        )
        guard let document = document(operand, in: &session), policies.isComplete, let lists, let readers,
            let destination = destination(in: &session), !signing.refusesRecord(beside: files(operand), in: &session)
        else { return report }
        let seen: Publication?
        do throws(PublishingFailure) {
            seen = try destination.current()
        } catch {
            session.report(error.diagnostic(for: name))
            return report
        }
        if seen?.isHistoryDamaged == true {
            session.report(
                finding: Diagnostic(
                    subject: .name(name), severity: .warning,
                    message: "the list of its earlier publications is damaged, so this one begins a new list",
                    help: "the damaged list is kept beside the new one"))
        }
        let releases = lists.list(for: document.name)
        let baseline = signing.baseline(for: document.tree.bytes, replacing: seen) {
            (try? destination.history()) ?? []
        }
        report.compare(baseline, with: document, releases, readers.readers(for: document.name), in: &session)
        report.sections = PublishChecks(
            arguments, document, policies.sources, releases, readers.readers(for: document.name), baseline
        ).sections(report.pair, in: &session)
        guard session.failures.isEmpty,
            let content = signing.content(
                for: document.tree.bytes, named: document.name, replacing: seen?.bytes, in: &session)
        else { return report }
        publish(content, arguments.publicationRecord(), replacing: seen, to: destination, &report, in: &session)
        return report
    }

    /// Publishes the content of an earlier publication again.
    func report(restoring number: Int64, in session: inout Session) -> PublishReport {
        var report = PublishReport(destination: name, isRollback: true)
        guard let destination = destination(in: &session), !signing.refusesRecord(beside: files(), in: &session) else {
            return report
        }
        let seen: Publication?
        let history: [PastPublication]
        do throws(PublishingFailure) {
            seen = try destination.current()
            history = try destination.history()
        } catch {
            session.report(error.diagnostic(for: name))
            return report
        }
        guard let past = history.first(where: { $0.number == number }) else {
            session.report(.unknownPublication(number, of: history, at: name))
            return report
        }
        guard signing.mayRestore(past.bytes, named: "publication \(number)", in: &session),
            let reader = DocumentReader(patches: [], session: &session),
            let tree = reader.tree(parsing: past.bytes, name: "publication \(number)", in: &session),
            let document = reader.document(tree, name: "publication \(number)", in: &session)
        else { return report }
        let baseline = signing.baseline(for: past.bytes, replacing: seen) { history }
        report.compare(baseline, with: document, nil, in: &session)
        guard
            let content = signing.content(
                for: past.bytes, named: document.name, replacing: seen?.bytes, isRestored: true, in: &session)
        else { return report }
        publish(
            content, arguments.publicationRecord(restoring: number), replacing: seen, to: destination, &report,
            in: &session)
        return report
    }

    private func destination(in session: inout Session) -> (any PublishingDestination)? {
        // A misspelt directory must not count as a publication.
        if case .file(let path) = location {
            let folder = FilePath.directory(of: path)
            guard (try? FileSystem.entry(at: folder))?.kind == .folder else {
                session.report(
                    Diagnostic(
                        subject: .name(name), severity: .error, message: "there is no directory \(quoted(folder))",
                        help: "correct the path, or create the directory first"))
                return nil
            }
        }
        return arguments.connectionOptions(in: &session).map { location.destination($0) }
    }

    /// The files that a run reads as documents, and replaces.
    private func files(_ operand: String? = nil) -> [String] {
        let path: String? = if case .file(let path) = location { path } else { nil }
        return [path, operand == "-" ? nil : operand].compactMap(\.self)
    }

    private func document(_ operand: String, in session: inout Session) -> LoadedDocument? {
        guard let reader = DocumentReader(patches: [], session: &session) else { return nil }
        let batch = reader.read([operand], of: arguments, session: &session)
        guard batch.inputCount == 1 || batch.documents.isEmpty else {
            session.report(
                Diagnostic(
                    subject: .name(operand), severity: .error,
                    message: "it names \(batch.inputCount) documents, but only one can be published",
                    help: "name one of them"))
            return nil
        }
        return batch.documents.first
    }

    /// Asks, and publishes.
    private func publish(
        _ content: PublishedContent, _ record: PublicationRecord, replacing seen: Publication?,
        to destination: any PublishingDestination, _ report: inout PublishReport, in session: inout Session
    ) {
        report.number = seen?.number
        if content.signedValues == nil, seen?.bytes == content.bytes {
            report.outcome = .unchanged
            if !arguments[.dryRun] { signing.confirm(content.bytes, in: &session) }
        } else if !report.failedSections.isEmpty {
            report.outcome = .refused
        } else if arguments[.dryRun] {
            report.outcome = .ready
        } else if !arguments[.yes], !isConfirmed(&report, in: &session) {
            report.outcome = .declined
        } else {
            let bytes: [UInt8]
            switch signing.prepare(content, in: &session) {
            case .ready(let ready): bytes = ready
            case .overtaken:
                report.outcome = .lost
                return
            case .failed: return
            }
            let links = HardLinks(of: files())
            do throws(PublishingFailure) {
                switch try destination.publish(
                    bytes, record, replacing: seen, keeping: arguments[.keptPublications])
                {
                case .published(let number):
                    signing.confirm(bytes, in: &session)
                    report.outcome = .published
                    report.number = number
                    session.report(links)
                case .lost(let winner):
                    report.outcome = .lost
                    report.winner = winner
                }
            } catch {
                if case .uncertain = error { report.outcome = .unknown }
                session.report(error.diagnostic(for: name))
            }
        }
    }

    /// Runs a command in the shell with the report of a publication.
    func tell(_ command: String, about report: PublishReport, in session: inout Session) {
        guard report.outcome == .published else { return }
        var buffer = TextBuffer()
        report.write(.json, for: buffer.display, to: &buffer)
        let problem: String
        do throws(SystemError) {
            let end = try Subprocess.run("sh", ["-c", command], input: buffer.bytes, atMost: 1 << 20)
            session.messages.write(bytes: end.output + end.error)
            guard end.status != 0 else { return }
            problem = "it ended with status \(end.status)"
        } catch {
            problem = "the shell cannot be started: \(error.text)"
        }
        session.report(
            finding: Diagnostic(
                subject: .name("--then"), severity: .warning, message: "the document is published, but \(problem)"))
    }

    /// Shows the report so far, and asks on the terminal.
    private func isConfirmed(_ report: inout PublishReport, in session: inout Session) -> Bool {
        let showsText = arguments[.format(PublishReport.Format.self)] == .text
        if showsText {
            report.writeDetails(to: &session.output)
            report.areDetailsShown = true
        } else {
            report.writeDetails(to: &session.messages)
        }
        session.messages.write("publish to \(PlainText.escaped(name))? [y/N] ")
        guard session.flush() == .clean else { return false }
        let answer = readLine()?.lowercased() ?? ""
        return answer == "y" || answer == "yes"
    }
}

extension Diagnostic {
    fileprivate static func unknownPublication(
        _ number: Int64, of history: [PastPublication], at destination: String
    ) -> Diagnostic {
        let kept = history.map(\.number)
        let help: String? =
            if let oldest = kept.last, let newest = kept.first {
                "those from \(oldest) to \(newest) are kept; \"flagctl log --published \(ShellQuoting.quoted(destination))\" lists them"
            } else {
                nil
            }
        return Diagnostic(
            subject: .name(destination), severity: .error,
            message: kept.isEmpty ? "it has no history" : "there is no publication \(number)", help: help)
    }
}
