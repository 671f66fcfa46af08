import FlagAnalysis

/// Assigns documents to the platforms of the project.
///
/// 1. A document belongs to the first platform with an input that is the document, a directory above it, or a glob that
///    matches it.
/// 2. `REV:PATH` belongs to the platform of its path.
struct PlatformFiles {
    private let platforms: [(name: String, files: PathPatterns)]

    init(_ platforms: [ProjectPlatform]) {
        let folder = platforms.isEmpty ? "/" : FileSystem.workingFolder
        self.platforms = platforms.map { ($0.name, PathPatterns($0.inputs, folder: folder)) }
    }

    /// The name of the platform; `nil` if the document belongs to none.
    func platform(of document: String) -> String? {
        guard !platforms.isEmpty else { return nil }
        var path = document
        if !FileSystem.exists(document), let (_, old) = RevisionPath.parse(document) {
            path = RevisionPath.fromHere(old)
        }
        return platforms.first { $0.files.contains(path) }?.name
    }
}

extension ParsedArguments {
    /// Which platform of the project a document belongs to.
    var platformFiles: PlatformFiles { PlatformFiles(platforms) }
}

extension Diagnostic {
    /// A version is given for a platform, and none of the documents belongs to it.
    static func noDocument(of platform: String) -> Diagnostic {
        Diagnostic(
            subject: .name(platform), severity: .error, message: "no document of this platform is given",
            help: "name one of its documents, or omit FILE for the inputs of the project")
    }
}
