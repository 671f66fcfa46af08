import FlagAnalysis

/// The releases that the documents of a run are compared with.
///
/// 1. With `--releases` or its variable, one list applies to all documents.
/// 2. Otherwise a document has the list of its platform in the project file, and that of the project if its platform has none.
struct ReleaseLists {
    /// A list, and the path that it was read from.
    struct Named {
        let list: ReleaseList
        let path: String
    }

    private var common: Named?
    private var lists: [String: Named] = [:]
    private let files: PlatformFiles

    /// Reads the lists of a run.
    ///
    /// - Returns: `nil` if one cannot be read, which has been reported.
    init?(_ arguments: ParsedArguments, in session: inout Session) {
        func read(_ path: String) -> Named? {
            ReleaseFile.read(path, in: &session).map { Named(list: $0, path: path) }
        }
        let path = arguments[ifDeclared: .releases].flatMap { $0 }
        if let path {
            common = read(path)
            guard common != nil else { return nil }
        }
        if let common { session.givenStyles.add(common.list, of: nil) }
        files = arguments.usesPlatformValues(of: "releases") ? arguments.platformFiles : PlatformFiles([])
        guard arguments.usesPlatformValues(of: "releases") else { return }
        for platform in arguments.platforms {
            guard let path = platform.releases else { continue }
            lists[platform.name] = read(path)
            guard let list = lists[platform.name]?.list else { return nil }
            session.givenStyles.add(list, of: platform.name)
        }
    }

    /// Whether there is no list at all.
    var isEmpty: Bool { common == nil && lists.isEmpty }

    /// The list for a document, with its path; `nil` if there is none.
    func named(for document: String) -> Named? {
        guard !lists.isEmpty else { return common }
        return files.platform(of: document).flatMap { lists[$0] } ?? common
    }

    /// The list for a document; `nil` if there is none.
    func list(for document: String) -> ReleaseList? { named(for: document)?.list }
}

extension ParsedArguments {
    /// Whether any document has a list of releases.
    var hasReleases: Bool {
        self[ifDeclared: .releases].flatMap { $0 } != nil
            || usesPlatformValues(of: "releases") && platforms.contains { $0.releases != nil }
    }
}
