import FlagAnalysis
import FlagResolver
import FlagSigning
import FlagStore

/// Reads the documents that a command line names, and reports those that cannot be read.
struct DocumentReader {
    private let limits = DocumentLimits.standard
    private var patches: [JSONTree] = []
    private let selection: UserSelection?

    /// Reads the patches that apply to every document.
    ///
    /// - Parameter selection: The users that questions are about; `nil` for everybody.
    /// - Returns: `nil` if one of them cannot be read, which has been reported.
    init?(patches paths: [String], selection: UserSelection? = nil, session: inout Session) {
        self.selection = selection
        for path in paths {
            guard let tree = tree(of: .file(path), in: &session) else { return nil }
            patches.append(tree)
        }
    }

    /// The documents among the inputs of a command line.
    struct Batch {
        /// The readable documents, in order.
        var documents: [LoadedDocument] = []
        /// How many inputs there were, readable or not.
        var inputCount = 0
    }

    /// Reads every document, in order. Reports those that cannot be read.
    func read(
        _ operands: [String], of arguments: ParsedArguments,
        distinguishing distinction: InputSources.Distinction = .files,
        session: inout Session
    ) -> Batch {
        let sources = InputSources(
            operands, standardInputName: arguments[.standardInputName], excluding: arguments.excludedFiles,
            distinguishing: distinction)
        var batch = Batch(inputCount: sources.found.count)
        sources.forEachUnique(in: &session) { source, session in
            if let document = document(from: source, in: &session) { batch.documents.append(document) }
        }
        return batch
    }

    /// One document; `nil` if it cannot be read, which has been reported.
    func document(from source: InputSource, in session: inout Session) -> LoadedDocument? {
        bytes(of: source, in: &session).flatMap { document(parsing: $0, name: source.name, in: &session) }
    }

    /// Bytes as a document; `nil` if they are not one, which has been reported.
    func document(parsing bytes: [UInt8], name: String, in session: inout Session) -> LoadedDocument? {
        verified(bytes, name: name, in: &session).flatMap { tree(parsing: $0, name: name, in: &session) }
            .flatMap { document($0, name: name, in: &session) }
    }

    /// The bytes of a document to parse: those that were signed, with `--trust`; `nil` if it is not trusted, which has been
    /// reported.
    private func verified(_ bytes: [UInt8], name: String, in session: inout Session) -> [UInt8]? {
        guard let trust = session.trust else { return bytes }
        let now = session.trustsExpired ? nil : Instant(seconds: SystemClock().wallTime)
        let checked = trust.check(bytes, at: now, limits: limits)
        guard let failure = checked.failure else { return checked.content }
        session.report(
            Diagnostic(
                subject: .name(name), severity: .error, message: "the document is not trusted: \(failure)",
                code: "untrusted-document", help: "\"flagctl verify --trust FILE\" shows what is signed"))
        return nil
    }

    /// JSON as a document, with the patches applied; `nil` if it is not a document, which has been reported.
    func document(_ tree: JSONTree, name: String, in session: inout Session) -> LoadedDocument? {
        var tree = tree
        let unpatched = patches.isEmpty ? nil : tree
        do throws(JSONTree.MergeError) {
            tree = try tree.merging(patches)
        } catch {
            session.report(.tooLarge(name, limit: limits.byteCount))
            return nil
        }
        do throws(DocumentError) {
            return LoadedDocument(
                name: name, settings: try SettingsDocument(tree: tree, limits: limits), unpatched: unpatched,
                selection: selection, otherwise: session.givenStyles.style(for: name))
        } catch {
            session.report(Diagnostic(error, in: tree))
            return nil
        }
    }

    /// The JSON of an input; `nil` if it cannot be read, which has been reported.
    func tree(of source: InputSource, in session: inout Session) -> JSONTree? {
        bytes(of: source, in: &session).flatMap { tree(parsing: $0, name: source.name, in: &session) }
    }

    /// The JSON of a file that is not a document, and so may begin with a byte order mark; `nil` if it cannot be read, which has
    /// been reported.
    func json(of source: InputSource, in session: inout Session) -> JSONTree? {
        bytes(of: source, in: &session).flatMap {
            tree(parsing: InputSource.withoutByteOrderMark($0), name: source.name, in: &session)
        }
    }

    /// The bytes of an input; `nil` if it cannot be read, which has been reported.
    func bytes(of source: InputSource, in session: inout Session) -> [UInt8]? {
        do throws(InputError) {
            // One byte more than the limit shows that there are too many, and an endless pipe cannot fill the memory.
            return try source.read(atMost: limits.byteCount + 1)
        } catch {
            session.report(error.diagnostic)
            return nil
        }
    }

    /// Bytes parsed as JSON; `nil` if they are too many or not JSON, which has been reported.
    func tree(parsing bytes: [UInt8], name: String, in session: inout Session) -> JSONTree? {
        guard bytes.count <= limits.byteCount else {
            session.report(.tooLarge(name, limit: limits.byteCount))
            return nil
        }
        do throws(JSONSyntaxError) {
            return try JSONTree(parsing: bytes, sourceName: name, limits: limits.json)
        } catch {
            session.report(Diagnostic(error, in: bytes[...]))
            return nil
        }
    }
}

extension ParsedArguments {
    /// The one document that the operand names; `nil` if it cannot be read, which has been reported.
    ///
    /// - Parameter selection: The users that questions are about; `nil` for everybody.
    /// - Throws: `UsageError` if it names several documents.
    func oneDocument(
        among selection: UserSelection? = nil, in session: inout Session
    ) throws(UsageError) -> LoadedDocument? {
        guard
            let reader = DocumentReader(
                patches: self[ifDeclared: .patch] ?? [], selection: selection, session: &session)
        else { return nil }
        let batch = reader.read([self[.file]], of: self, session: &session)
        let documents = batch.documents
        guard batch.inputCount <= 1 else { throw .severalDocuments(documents.map(\.name), of: batch.inputCount) }
        return documents.first
    }
}

extension UsageError {
    /// An operand names several documents, but the command needs one.
    ///
    /// - Parameters:
    ///   - names: The names of the documents that can be read.
    ///   - count: The number of documents; `nil` if all can be read.
    static func severalDocuments(_ names: [String], of count: Int? = nil) -> UsageError {
        .other(
            problem: "FILE names \(count ?? names.count) documents, but one is needed",
            help: names.isEmpty
                ? nil : "name one of them: \(names.prefix(3).joined(separator: ", "))" + (names.count > 3 ? ", …" : ""))
    }
}
