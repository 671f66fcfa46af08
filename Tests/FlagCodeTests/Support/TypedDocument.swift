import FlagCode
import FlagResolver

/// The types of a document, and its bytes.
struct TypedDocument {
    let bytes: [UInt8]
    let document: SettingsDocument
    let types: DocumentTypes

    init(_ json: String) throws {
        bytes = Array(json.utf8)
        document = try SettingsDocument(parsing: bytes)
        types = DocumentTypes(of: document)
    }

    /// The generated source and the messages of the problems.
    func source(access: SwiftAccess = .internal, namespace: String = "Flags") throws -> (
        text: String, problems: [String]
    ) {
        guard let namespace = SwiftIdentifier(namespace: namespace) else { return ("", ["bad namespace"]) }
        var problems: [CodeProblem] = []
        let source = SwiftSource(
            of: document, fileName: "app.json", namespace: namespace, access: access, problems: &problems)
        return (source.text, problems.map(\.message))
    }

    /// The text that a span covers.
    func text(_ span: Range<Int>) -> String { String(decoding: bytes[span], as: UTF8.self) }
}
