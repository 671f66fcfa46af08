/// The content of many files at a git revision, read by only two git processes.
///
/// A separate process reads each remaining file: one whose path git spells differently, or one that exceeds the limit for
/// all contents together.
struct RevisionContents {
    /// The objects by their paths, relative to the working folder as git writes them.
    private var objects: [String: String] = [:]
    private var contents: [String: [UInt8]] = [:]

    /// The result of a lookup.
    enum Lookup {
        case content([UInt8])
        /// The revision does not have the file.
        case absent
        /// Not known; git must be asked for this file.
        case unknown
    }

    /// The number of paths that fit into a command line.
    private static let pathCount = 200

    /// Reads the content of files.
    ///
    /// - Parameter paths: The paths as the command line has them.
    /// - Throws: `InputError` if git cannot read the revision.
    init(of paths: [String], at revision: String) throws(InputError) {
        var rest = paths.compactMap { RevisionFiles.plain($0) }.filter { !$0.isEmpty }[...]
        while !rest.isEmpty {
            for (path, object) in try GitRevision.objects(at: revision, below: Array(rest.prefix(Self.pathCount))) {
                objects[path] = object
            }
            rest = rest.dropFirst(Self.pathCount)
        }
        contents = try GitHistory.contents(of: Array(Set(objects.values)), for: revision)
    }

    /// The content of objects that a listing has named.
    ///
    /// - Throws: `InputError` if git fails.
    init(ofObjects objects: [String: String], at revision: String) throws(InputError) {
        self.objects = objects
        contents = try GitHistory.contents(of: Array(Set(objects.values)), for: revision)
    }

    func lookUp(_ path: String) -> Lookup {
        guard let plain = RevisionFiles.plain(path) else { return .unknown }
        guard let object = objects[plain] else { return .absent }
        return contents[object].map { .content($0) } ?? .unknown
    }
}
