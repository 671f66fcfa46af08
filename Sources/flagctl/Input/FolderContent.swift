/// Which files a folder stands for.
enum FolderContent: Hashable, Sendable {
    /// Every `*.json` that is neither a schema nor holds expectations.
    case documents
    /// Every `*.expectations.json`.
    case expectations

    private static let expectationSuffix = ".expectations.json"

    func includes(_ path: String) -> Bool {
        switch self {
        case .documents:
            path.hasSuffix(".json") && !path.hasSuffix(".schema.json") && !path.hasSuffix(Self.expectationSuffix)
        case .expectations: path.hasSuffix(Self.expectationSuffix)
        }
    }
}
