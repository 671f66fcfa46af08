import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Merges the files of a directory into a document, and watches the directory.
///
/// ```swift
/// configuration.transport = DirectoryTransport(path: "/etc/app/flags.d")
/// ```
///
/// 1. The files are those whose names end with `.json` and do not begin with a dot. Subdirectories are ignored.
/// 2. They are merged in the byte order of their names: `10-base.json` before `90-local.json`. The first one is the
///    document, each further one a merge patch (RFC 7396): an absent member keeps, `null` deletes, any other value
///    replaces, an array as a whole.
/// 3. A file that cannot be read or is not a JSON object is a failure that names the file, and the store keeps its
///    document. A directory without files is a failure too; a file with `{}` is a document without settings.
/// 4. The files are read in a consistent state: if one changes in the meantime, all are read again.
///
/// Changes are watched as by ``FileTransport``.
public struct DirectoryTransport: WatchingTransport {
    /// The path of the directory.
    public let path: String

    /// How often the directory is checked if the system does not report changes.
    public let pollInterval: Duration

    private let watch: FileWatch

    /// Creates a transport for the files of a directory.
    ///
    /// - Parameters:
    ///   - path: The path of the directory, which need not exist yet.
    ///   - pollInterval: How often the files are checked if the system does not report changes; from 10 ms to a day.
    public init(path: String, pollInterval: Duration = .seconds(5)) {
        self.init(path: path, pollInterval: pollInterval) { _ in true }
    }

    /// Creates a transport that refuses some files of a directory.
    ///
    /// - Parameter mayRead: Whether a file may be read, by its path. A link can lead anywhere.
    package init(
        path: String, pollInterval: Duration = .seconds(5), mayRead: @escaping @Sendable (String) -> Bool
    ) {
        self.path = path
        self.pollInterval = pollInterval
        watch = FileWatch(MergedDirectory(path: path, mayRead: mayRead), pollInterval: pollInterval)
    }

    public func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        await watch.fetch(request)
    }

    public func changes() -> AsyncStream<Void> {
        watch.changes()
    }
}

/// The document that results from merging the files of a directory.
struct MergedDirectory: FileSource {
    let path: String
    var mayRead: @Sendable (String) -> Bool = { _ in true }

    var fingerprint: [FileFingerprint?] {
        // The fingerprint of the directory changes when a name in it does.
        [FileFingerprint(of: path)] + ((try? names()) ?? []).map { FileFingerprint(of: "\(path)/\($0)") }
    }

    var directories: Set<String> {
        // The appended name represents any file in the directory.
        ((try? names()) ?? []).reduce(into: PathLookup(of: "\(path)/x").directories) { directories, name in
            directories.formUnion(PathLookup(of: "\(path)/\(name)").directories)
        }
        .union(PathLookup(of: path).directories)
    }

    var files: Set<String> { Set(((try? names()) ?? []).map { "\(path)/\($0)" }) }

    func read(limit: Int) throws(TransportFailure) -> [UInt8] {
        let trees = try files(limit: limit).map(\.tree)
        guard let first = trees.first else {
            throw TransportFailure(
                .unreadableFile, detail: "\(path) has no files, expected some whose names end with .json")
        }
        do {
            return try first.merging(Array(trees.dropFirst())).text(of: 0)
        } catch {
            throw TransportFailure(.tooLarge, detail: "the files of \(path) are too large to be merged")
        }
    }

    /// The files in byte order of their names, with their content.
    func files(limit: Int) throws(TransportFailure) -> [(name: String, tree: JSONTree)] {
        var budget = limit
        var files: [(name: String, tree: JSONTree)] = []
        for name in try names() {
            let file = "\(path)/\(name)"
            guard mayRead(file) else {
                throw TransportFailure(.unreadableFile, detail: "\(file) is a link that leads out of the directory")
            }
            let bytes = try bytes(of: file, limit: limit)
            budget -= bytes.count
            guard budget >= 0 else {
                throw TransportFailure(
                    .tooLarge,
                    detail: "the files of \(path) have more than \(limit) bytes together, expected at most that")
            }
            files.append((name, try tree(bytes, file, limit)))
        }
        return files
    }

    private func tree(_ bytes: [UInt8], _ file: String, _ limit: Int) throws(TransportFailure) -> JSONTree {
        // The store applies its own limits to the result.
        let limits = JSONLimits(byteCount: limit, depth: JSONLimits.maximumDepth, stringByteCount: limit)
        do {
            let tree = try JSONTree(parsing: bytes, sourceName: file, limits: limits)
            guard tree.kind(of: 0) == .object else {
                throw TransportFailure(
                    .unreadableFile,
                    detail: "\(file) is \(tree.kind(of: 0).name), expected an object of settings: { … }")
            }
            return tree
        } catch let error as TransportFailure {
            throw error
        } catch {
            throw TransportFailure(.unreadableFile, detail: "\(file): \(error)")
        }
    }

    /// The names of the files in byte order.
    private func names() throws(TransportFailure) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
                .filter { $0.ends(withBytesOf: ".json") && !$0.starts(withBytesOf: ".") }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        } catch {
            let exists = FileManager.default.fileExists(atPath: path)
            throw TransportFailure(
                .unreadableFile,
                detail: exists ? "the directory \(path) cannot be read" : "there is no directory \(path)")
        }
    }
}
