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
        guard var tree = tree(of: source, in: &session) else { return nil }
        let unpatched = patches.isEmpty ? nil : tree
        do throws(JSONTree.MergeError) {
            for patch in patches { tree = try tree.merging(patch) }
        } catch {
            session.report(.tooLarge(source.name, limit: limits.byteCount))
            return nil
        }
        do throws(DocumentError) {
            return LoadedDocument(
                name: source.name, settings: try SettingsDocument(tree: tree, limits: limits), unpatched: unpatched)
        } catch {
            session.report(Diagnostic(error, in: tree))
            return nil
        }
    }

    /// The JSON of an input; `nil` when it cannot be read, which has been reported.
    func tree(of source: InputSource, in session: inout Session) -> JSONTree? {
        let bytes: [UInt8]
        do throws(InputError) {
            // One byte more than is allowed is enough to know, and keeps an endless pipe from filling the memory.
            bytes = try source.read(atMost: limits.byteCount + 1)
        } catch {
            session.report(error.diagnostic)
            return nil
        }
        guard bytes.count <= limits.byteCount else {
            session.report(.tooLarge(source.name, limit: limits.byteCount))
            return nil
        }
        do throws(JSONSyntaxError) {
            return try JSONTree(parsing: bytes, sourceName: source.name, limits: limits.json)
        } catch {
            session.report(Diagnostic(error, in: bytes[...]))
            return nil
        }
    }
}
