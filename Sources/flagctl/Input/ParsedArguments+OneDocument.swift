extension ParsedArguments {
    /// The one document that is named after some operands; `nil` where it cannot be read, which has been reported.
    func oneDocument(
        dropping count: Int, status: inout ExitStatus, session: inout Session
    ) throws(UsageError) -> LoadedDocument? {
        guard let reader = DocumentReader(patches: all(.patch), session: &session) else { return nil }
        let batch = reader.read(
            Array(operands.dropFirst(count)), standardInputName: value(.standardInputName), session: &session)
        if batch.hasFailures { status.take(.failed) }
        let documents = batch.documents
        guard batch.inputCount <= 1 else {
            throw .other(
                problem: "FILE stands for \(batch.inputCount) documents, and one is needed",
                help: "name one of them: \(documents.prefix(3).map(\.name).joined(separator: ", "))"
                    + (documents.count > 3 ? ", …" : ""))
        }
        return status == .clean ? documents.first : nil
    }
}
