import FlagAnalysis
import FlagResolver

/// Reads the documents of a run of `diff` and compares them.
struct DiffRun {
    private let arguments: ParsedArguments
    private(set) var status: ExitStatus = .clean

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    /// The documents side by side. What cannot be read has been reported, and has made the status a failure.
    mutating func pairs(in session: inout Session) throws(UsageError) -> [DiffReport.Pair] {
        guard let patched = DocumentReader(patches: arguments.all(.patch), session: &session),
            let plain = DocumentReader(patches: [], session: &session)
        else {
            status.take(.failed)
            return []
        }
        if let revision = arguments.value(.against) {
            return pairs(against: revision, plain, patched, &session)
        }
        guard arguments.operands.count == 2 else {
            throw .other(
                problem: arguments.operands.count == 1
                    ? "one document is given, and two are needed: OLD and NEW"
                    : "\(arguments.operands.count) documents are given, and two are compared: OLD and NEW",
                help: "to compare files with a git revision: flagctl diff --against REV FILE…")
        }
        let old = try one(arguments.operands.prefix(1), plain, &session)
        let new = try one(arguments.operands.suffix(1), patched, &session)
        guard let old, let new else { return [] }
        return [pair(old, new, &session)]
    }

    /// Names given as options that neither document of any pair has.
    mutating func reportUnknownNames(_ names: [String], in pairs: [DiffReport.Pair], session: inout Session) {
        guard !pairs.isEmpty else { return }
        let documents = pairs.flatMap { [$0.new, $0.old] }
        for name in names where !documents.contains(where: { $0.settings.slot(named: name) != nil }) {
            session.report(.unknownSetting(name, in: documents))
            status.take(.failed)
        }
    }

    private mutating func one(
        _ operand: ArraySlice<String>, _ reader: DocumentReader, _ session: inout Session
    ) throws(UsageError) -> LoadedDocument? {
        let documents = reader.documents(
            Array(operand), standardInputName: arguments.value(.standardInputName), status: &status, session: &session)
        guard documents.count <= 1 else {
            throw .other(
                problem: "\(operand.first ?? "") stands for \(documents.count) documents, and one is needed",
                help: "name one of them, or compare all with a git revision: flagctl diff --against REV FILE…")
        }
        return documents.first
    }

    /// Each file that is named, and the same file at the revision.
    private mutating func pairs(
        against revision: String, _ plain: DocumentReader, _ patched: DocumentReader, _ session: inout Session
    ) -> [DiffReport.Pair] {
        var pairs: [DiffReport.Pair] = []
        for found in InputSources(arguments.operands, standardInputName: "<stdin>").found {
            switch found {
            case .success(.file(let path)):
                let relative = path.hasPrefix("/") || path.hasPrefix("./") || path.hasPrefix("../") ? path : "./\(path)"
                let old = plain.document(from: .revision(revision, path: relative), in: &session)
                let new = patched.document(from: .file(path), in: &session)
                if let old, let new { pairs.append(pair(old, new, &session)) } else { status.take(.failed) }
            case .success(let source):
                session.report(
                    Diagnostic(
                        subject: .name(source.name), severity: .error, message: "--against needs files",
                        help: "compare two documents of any kind with flagctl diff OLD NEW"))
                status.take(.failed)
            case .failure(let error):
                session.report(error.diagnostic)
                status.take(.failed)
            }
        }
        return pairs
    }

    private mutating func pair(
        _ old: LoadedDocument, _ new: LoadedDocument, _ session: inout Session
    ) -> DiffReport.Pair {
        let flags = Set(arguments.all(.flag))
        for document in [old, new] {
            for issue in document.settings.issues where flags.isEmpty || flags.contains(where: { issue.isAbout($0) }) {
                session.report(Diagnostic(issue, in: document))
                if issue.makesSettingUnresolvable { status.take(.failed) }
            }
        }
        return DiffReport.Pair(
            old: old, new: new, difference: DocumentDifference(from: old.settings, to: new.settings, names: flags))
    }
}
