import FlagAnalysis
import FlagResolver

/// One run of `resolve`: reads, resolves, compares, writes, and knows how it ends.
struct ResolveRun {
    private let request: ResolveRequest
    private var status: ExitStatus = .clean

    init(_ request: ResolveRequest) {
        self.request = request
    }

    mutating func run(in session: inout Session) -> ExitStatus {
        var results: [ResolvedDocument] = []
        var inputCount = 0
        // Without a patch, the values would be different.
        if let reader = DocumentReader(patches: request.patches, session: &session) {
            let batch = reader.read(request.files, standardInputName: request.standardInputName, session: &session)
            inputCount = batch.inputCount
            reportUnknownFlags(in: batch.documents, session: &session)
            results = batch.documents.map { document in
                reportIssues(of: document, session: &session)
                return ResolvedDocument(document, for: request)
            }
            if let path = request.expectation {
                compare(results, with: path, reader: reader, session: &session)
            }
        }
        let report = ResolveReport(
            results: results, isExplained: request.isExplained, hasHeadings: inputCount > 1,
            variablePrefix: request.variablePrefix)
        write(report, session: &session)
        return status
    }

    /// A name that no document knows is a mistake; one that only some know is left out of the others.
    private func reportUnknownFlags(in documents: [LoadedDocument], session: inout Session) {
        guard !documents.isEmpty else { return }
        for flag in request.flags where !documents.contains(where: { $0.settings.index(named: flag) != nil }) {
            session.report(.unknownSetting(flag, in: documents))
        }
    }

    private mutating func reportIssues(of document: LoadedDocument, session: inout Session) {
        for issue in document.issues {
            guard request.flags.isEmpty || request.flags.contains(document.setting(of: issue)) else { continue }
            session.report(Diagnostic(issue, in: document))
            if request.isStrict { status.take(.found) }
        }
    }

    private mutating func compare(
        _ results: [ResolvedDocument], with path: String, reader: DocumentReader, session: inout Session
    ) {
        guard let tree = reader.tree(of: path == "-" ? .standardInput(name: "<stdin>") : .file(path), in: &session)
        else { return }
        do throws(Expectation.FormatError) {
            let expectation = try Expectation(tree, name: path)
            for difference in expectation.differences(from: results, flags: request.flags) {
                session.report(finding: difference)
                status.take(.found)
            }
        } catch {
            session.report(error.diagnostic(in: tree, name: path))
        }
    }

    private mutating func write(_ report: ResolveReport, session: inout Session) {
        var report = report
        for problem in report.variableProblems(in: [request.format] + request.reports.compactMap(\.resolveFormat)) {
            session.report(problem)
            status.take(.failed)
        }
        report.failures = session.failures
        report.write(request.format, to: &session.output)
        for further in request.reports {
            guard let format = further.resolveFormat else { continue }
            var buffer = TextBuffer()
            report.write(format, to: &buffer)
            session.save(buffer, to: further.path, status: &status)
        }
    }
}

extension ReportRequest {
    fileprivate var resolveFormat: ResolveReport.Format? { ResolveReport.Format(rawValue: format) }
}

extension Diagnostic {
    /// A setting that is asked for by a name which none of the documents knows.
    static func unknownSetting(_ name: String, in documents: [LoadedDocument]) -> Diagnostic {
        let names = documents.lazy.flatMap { document in
            document.settings.indices.map { document.settings.name(of: $0) }
        }
        let suggestion = Spelling.nearest(to: name, in: names)
        let place = documents.count == 1 ? documents.first?.name : nil
        return Diagnostic(
            subject: .name(place ?? "flagctl"), severity: .error,
            message: place == nil
                ? "none of the \(documents.count) documents has a setting \(NameText.quoted(name))"
                : "no setting \(NameText.quoted(name))",
            code: "unknown-setting", setting: name,
            notes: documents.count == 1 ? documents.compactMap { $0.noteOnRemoval(of: name) } : [],
            help: suggestion.map { "did you mean \(NameText.quoted($0))?" })
    }
}
