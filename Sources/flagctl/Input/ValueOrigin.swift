import FlagResolver

/// Where a value of a document begins.
struct ValueOrigin {
    /// The patch that the value came from; `nil` if it is in the document itself.
    let patch: String?
    let location: SourceLocation

    init(of node: Int, in document: LoadedDocument) {
        let origin = document.location(of: node)
        patch = origin.file.hasSameBytes(as: document.name) ? nil : origin.file
        location = origin.location
    }

    static let json = JSONObject<ValueOrigin> {
        Member(optional: "file", .text, "The patch that it came from; missing if it is in the document itself.") {
            $0.patch
        }
        Member(of: SourceLocation.json) { $0.location }
    }
}
