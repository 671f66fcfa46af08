import FlagReaders
import FlagResolver

/// The files that a directory operand stands for.
enum FolderContent: Hashable, Sendable {
    /// Every `*.json`, except schemas, expectation files, records of releases and project files.
    case documents
    /// Every `*.json`, whatever its name says, also hidden ones.
    case everyJSON
    /// Every `*.expectations.json`.
    case expectations
    /// Every `*.reader.json`.
    case readers
    /// Every `*.swift`.
    case code
    /// Sources in other languages that an app can contain.
    case otherCode

    /// The name of project files.
    static let projectName = "flagctl.json"
    private static let expectationSuffix = ".expectations.json"

    func includes(_ path: String) -> Bool {
        switch self {
        case .documents:
            path.ends(withBytesOf: ".json") && !path.ends(withBytesOf: ".schema.json")
                && !path.ends(withBytesOf: Self.expectationSuffix)
                && !path.ends(withBytesOf: ReaderRecord.fileSuffix)
                && path != Self.projectName && !path.ends(withBytesOf: "/\(Self.projectName)")
        case .everyJSON: path.utf8.suffix(5).map { $0.isLetter ? $0 | 0x20 : $0 }.elementsEqual(".json".utf8)
        case .expectations: path.ends(withBytesOf: Self.expectationSuffix)
        case .readers: path.ends(withBytesOf: ReaderRecord.fileSuffix)
        case .code: path.ends(withBytesOf: ".swift")
        case .otherCode: Self.otherSuffixes.contains { path.ends(withBytesOf: $0) }
        }
    }

    /// Whether it has hidden files and folders, too.
    var includesHidden: Bool { self == .everyJSON }

    private static let otherSuffixes = [
        ".c", ".cc", ".cpp", ".cxx", ".dart", ".h", ".hh", ".hpp", ".java", ".js", ".jsx", ".kt", ".kts", ".m", ".mjs",
        ".mm",
        ".py", ".rb", ".rs", ".go", ".cs", ".ts", ".tsx", ".gyb", ".stencil", ".swifttemplate",
    ]
}
