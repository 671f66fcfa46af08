/// The files that a directory operand stands for.
enum FolderContent: Hashable, Sendable {
    /// Every `*.json`, except schemas and expectation files.
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
