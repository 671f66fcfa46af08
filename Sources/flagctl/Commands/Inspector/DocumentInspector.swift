import FlagAnalysis
import FlagResolver
import FlagServer

/// Answers the inspector of the server with the analyses that the commands print.
struct DocumentInspector: Inspector {
    /// What recorded releases read; `nil` without records.
    var readers: DocumentReaders?

    func page(nonce: String) -> [UInt8] { InspectorPage.bytes(nonce: nonce) }

    func answer(_ question: InspectorQuestion, about inspected: InspectedDocument) throws(Refusal) -> [UInt8] {
        // A document indexes its locations when they are first needed, so it cannot be shared with other threads.
        let document = LoadedDocument(name: inspected.source, settings: inspected.settings, isOnlySource: true)
        return try document.versionStyle.apply { () throws(Refusal) in try answer(question, inspected, document) }
    }

    private func answer(
        _ question: InspectorQuestion, _ inspected: InspectedDocument, _ document: LoadedDocument
    ) throws(Refusal) -> [UInt8] {
        switch question {
        case .document: Self.bytes(of: InspectedOverview(inspected, document), as: InspectedOverview.json)
        case .setting(let name, let context):
            Self.bytes(of: try InspectedSetting(name, in: document, context, readers), as: InspectedSetting.json)
        case .users(let expression):
            Self.bytes(of: try InspectedUsers(expression, in: document), as: InspectedUsers.json)
        case .matrix(let settings): Self.bytes(of: InspectedMatrix(settings, in: document), as: InspectedMatrix.json)
        case .change:
            Self.bytes(of: InspectedChange(from: inspected.former, to: document), as: InspectedChange.json)
        }
    }

    private static func bytes<Answer>(of answer: Answer, as json: JSONObject<Answer>) -> [UInt8] {
        var buffer = TextBuffer()
        JSONOutput.write(to: &buffer) { json.write(answer, to: &$0) }
        return buffer.bytes
    }
}

extension Refusal {
    /// What the analysis reported, as one sentence after the other.
    static func unanswerable(_ failures: RunFailures) -> Refusal {
        let sentences = failures.diagnostics.map { diagnostic in
            ([diagnostic.message] + diagnostic.notes + [diagnostic.help].compactMap { $0 }).joined(separator: "; ")
        }
        let isTooComplex = failures.diagnostics.contains { $0.code == "too-many-cases" }
        let message = sentences.joined(separator: ". ")
        return isTooComplex ? .tooComplex(message) : .unanswerable(message)
    }
}
