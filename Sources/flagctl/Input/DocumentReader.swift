import FlagResolver

/// Reads the documents that a command line names, and tells what is wrong with those that cannot be read.
struct DocumentReader {
    private let limits = DocumentLimits.standard
    private var patches: [JSONTree] = []

    /// Reads the patches that apply to every document.
    ///
    /// - Returns: `nil` when one of them cannot be read, which has been reported.
    init?(patches paths: [String], session: inout Session) {
        for path in paths {
            guard let tree = tree(of: .file(path), in: &session) else { return nil }
            patches.append(tree)
        }
    }

    /// What came of the inputs of a command line.
    struct Batch {
        /// The documents that could be read, in order.
        var documents: [LoadedDocument] = []
        /// How many inputs there were, read or not.
        var inputCount = 0

        var hasFailures: Bool { documents.count < inputCount }
    }

    /// Reads every document, in order; what is wrong with those that cannot be read is reported.
    ///
    /// Of two inputs with one name, of which one is standard input, only the first is read: nobody could tell which of
    /// the two a result is of.
    func read(_ operands: [String], standardInputName: String?, session: inout Session) -> Batch {
        let sources = InputSources(operands, standardInputName: standardInputName ?? "<stdin>")
        for skipped in sources.skipped { session.report(skipped.diagnostic) }
        var batch = Batch(inputCount: sources.found.count)
        var names: Set<String> = []
        for found in sources.found {
            switch found {
            case .failure(let error): session.report(error.diagnostic)
            case .success(let source) where !names.insert(source.name).inserted:
                session.report(InputError.sameName(source.name).diagnostic)
            case .success(let source):
                if let document = document(from: source, in: &session) { batch.documents.append(document) }
            }
        }
        return batch
    }

    /// The documents that can be read, in order; one that cannot makes the run a failure, and is reported.
    func documents(
        _ operands: [String], standardInputName: String?, status: inout ExitStatus, session: inout Session
    ) -> [LoadedDocument] {
        let batch = read(operands, standardInputName: standardInputName, session: &session)
        if batch.hasFailures { status.take(.failed) }
        return batch.documents
    }

    /// One document; `nil` when it cannot be read, which has been reported.
    func document(from source: InputSource, in session: inout Session) -> LoadedDocument? {
        tree(of: source, in: &session).flatMap { document($0, name: source.name, in: &session) }
    }

    /// JSON as a document, patches applied; `nil` if it is none, which has been reported.
    func document(_ tree: JSONTree, name: String, in session: inout Session) -> LoadedDocument? {
        var tree = tree
        let unpatched = patches.isEmpty ? nil : tree
        do throws(JSONTree.MergeError) {
            for patch in patches { tree = try tree.merging(patch) }
        } catch {
            session.report(.tooLarge(name, limit: limits.byteCount))
            return nil
        }
        do throws(DocumentError) {
            return LoadedDocument(
                name: name, settings: try SettingsDocument(tree: tree, limits: limits), unpatched: unpatched)
        } catch {
            session.report(Diagnostic(error, in: tree))
            return nil
        }
    }

    /// The JSON of an input; `nil` when it cannot be read, which has been reported.
    func tree(of source: InputSource, in session: inout Session) -> JSONTree? {
        bytes(of: source, in: &session).flatMap { tree(parsing: $0, name: source.name, in: &session) }
    }

    /// The bytes of an input; `nil` if it cannot be read, which has been reported.
    func bytes(of source: InputSource, in session: inout Session) -> [UInt8]? {
        do throws(InputError) {
            // One byte more than is allowed is enough to know, and keeps an endless pipe from filling the memory.
            return try source.read(atMost: limits.byteCount + 1)
        } catch {
            session.report(error.diagnostic)
            return nil
        }
    }

    /// The JSON in some bytes; `nil` if they are too many or not JSON, which has been reported.
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
