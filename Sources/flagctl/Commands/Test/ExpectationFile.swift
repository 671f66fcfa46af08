import FlagAnalysis
import FlagResolver
import FlagStore

/// The expected values of the settings of a document.
struct ExpectationFile {
    struct Case {
        let name: String
        /// The node of the case.
        let node: Int
        /// The version or the requirement, as written.
        let text: String
        let versions: VersionSet
        /// The context of one user; `nil` for all users.
        let context: EvaluationContext?
        /// The index of the conditions on users in ``ExpectationFile/conditions``; `nil` for all users.
        let condition: Int?
        let expected: [Expected]

        var isAboutOneVersion: Bool {
            versions.intervalCount == 1 && versions.interval(at: 0).singleVersion != nil
        }
    }

    /// One setting and its value.
    struct Expected {
        let name: String
        /// The nodes of the name and of the value.
        let key: Int
        let value: Int
    }

    let tree: JSONTree
    let source: SourceText
    /// The path of the document, relative to the folder of the file.
    let document: String
    let cases: [Case]
    /// The nodes of all conditions on users.
    let conditions: [Int]

    var name: String { source.name }

    func location(of node: Int) -> Diagnostic.Location {
        Diagnostic.Location(source: source, span: tree.nodes[node].span)
    }

    /// The source of the document, given the source of this file.
    func documentSource(from own: InputSource) -> InputSource {
        switch own {
        case .file(let path), .listedFile(let path): .listedFile(joined(path))
        case .standardInput: .listedFile(document)
        case .revision(let revision, let path): .revision(revision, path: RevisionPath.plain(joined(path)))
        }
    }

    /// Why the document is not read; `nil` if it can be.
    func problem(with document: String, from own: InputSource) -> InputError? {
        let root = RootFolder(of: own.path.map { FilePath.directory(of: $0) } ?? ".")
        if root.contains(document) { return nil }
        // Outside of repositories and projects, the tests can be beside the documents.
        if root.kind == .folder, RootFolder(of: ".").contains(document) { return nil }
        return .outside(document, of: root)
    }

    private func joined(_ path: String) -> String {
        FilePath.isAbsolute(document) ? document : FilePath.split(path).prefix + document
    }
}
