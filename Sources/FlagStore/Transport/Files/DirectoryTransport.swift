import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Makes a document of the files of a directory, and watches the directory.
///
/// ```swift
/// configuration.transport = DirectoryTransport(path: "/etc/app/flags.d")
/// ```
///
/// 1. The files are those whose names end with `.json` and do not begin with a dot. Directories within are left alone.
/// 2. They are merged in the order of their names, byte by byte: `10-base.json` before `90-local.json`. The first one is
///    the document, each further one a merge patch of it (RFC 7396): an absent member keeps, `null` deletes, any other
///    value replaces, an array as a whole.
/// 3. One file that cannot be read or is no JSON object is a failure that names it, and the store keeps what it has. A
///    directory without such files is a failure, too: `{}` in a file says that there are no settings.
/// 4. All files are read in one state of the directory: when something changes meanwhile, they are read again.
///
/// For watching, ``FileTransport`` says what holds here as well.
public struct DirectoryTransport: WatchingTransport {
    /// The path of the directory.
    public let path: String

    /// How often the directory is looked at where nothing tells of changes.
    public let pollInterval: Duration

    private let watch: FileWatch

    /// A transport for the document that the files of a directory make.
    ///
    /// - Parameters:
    ///   - path: The path of the directory, which need not be there yet.
    ///   - pollInterval: How often the files are looked at where nothing tells of changes; from 10 ms to a day.
    public init(path: String, pollInterval: Duration = .seconds(5)) {
        self.path = path
        self.pollInterval = pollInterval
        watch = FileWatch(MergedDirectory(path: path), pollInterval: pollInterval)
    }

    public func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        await watch.fetch(request)
    }

    public func changes() -> AsyncStream<Void> {
        watch.changes()
    }
}

/// A document made of the files of a directory, each a merge patch of those before.
struct MergedDirectory: FileSource {
    let path: String

    var fingerprint: [FileFingerprint?] {
        // The directory has its own fingerprint, which changes when a name does.
        [FileFingerprint(of: path)] + ((try? names()) ?? []).map { FileFingerprint(of: "\(path)/\($0)") }
    }

    var directories: Set<String> {
        // The name behind the directory's stands for whatever is in it.
        ((try? names()) ?? []).reduce(into: PathLookup(of: "\(path)/x").directories) { directories, name in
            directories.formUnion(PathLookup(of: "\(path)/\(name)").directories)
        }
        .union(PathLookup(of: path).directories)
    }

    var files: Set<String> { Set(((try? names()) ?? []).map { "\(path)/\($0)" }) }

    func read(limit: Int) throws(TransportFailure) -> [UInt8] {
        var budget = limit
        var merged: JSONTree?
        for name in try names() {
            let file = "\(path)/\(name)"
            let bytes = try bytes(of: file, limit: limit)
            budget -= bytes.count
            guard budget >= 0 else {
                throw TransportFailure(
                    .tooLarge,
                    detail: "the files of \(path) have more than \(limit) bytes together, expected at most that")
            }
            let tree = try tree(bytes, file, limit)
            guard let base = merged else {
                merged = tree
                continue
            }
            do {
                merged = try base.merging(tree)
            } catch {
                throw TransportFailure(.tooLarge, detail: "\(file) cannot be merged: together the files are too large")
            }
        }
        guard let merged else {
            throw TransportFailure(
                .unreadableFile, detail: "\(path) has no files, expected some whose names end with .json")
        }
        return merged.text(of: 0)
    }

    private func tree(_ bytes: [UInt8], _ file: String, _ limit: Int) throws(TransportFailure) -> JSONTree {
        // The store has limits of its own for what comes of it.
        let limits = JSONLimits(byteCount: limit, depth: JSONLimits.greatestDepth, stringByteCount: limit)
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

    /// The names of the files, in the order of their bytes.
    private func names() throws(TransportFailure) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
                .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        } catch {
            throw TransportFailure(.unreadableFile, detail: "cannot read the directory \(path): \(error)")
        }
    }
}
