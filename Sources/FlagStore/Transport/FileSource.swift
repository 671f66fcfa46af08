#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A document on disk: a file, or a directory of files.
protocol FileSource: Sendable {
    /// The fingerprints of all files of the document. If they differ, the document may have changed.
    var fingerprint: [FileFingerprint?] { get }

    /// The directories to watch for changes of the document.
    var directories: Set<String> { get }

    /// The paths of all files of the document. They are watched too if watching a directory does not cover the content of
    /// its files.
    var files: Set<String> { get }

    /// Reads the document, without checking whether files change meanwhile.
    func read(limit: Int) throws(TransportFailure) -> [UInt8]
}

extension FileSource {
    /// Reads a consistent state of the document.
    func fetch(_ request: DocumentRequest) -> DocumentOutcome {
        do throws(TransportFailure) {
            for _ in 0..<3 {
                let before = fingerprint
                let bytes = try read(limit: request.byteLimit)
                guard fingerprint == before else { continue }
                let entityTag = DocumentIdentity(of: bytes).entityTag
                return entityTag == request.entityTag ? .notModified : .document(bytes, entityTag: entityTag)
            }
            throw TransportFailure(
                .unreadableFile, detail: "the file changes while it is read; write a new file and rename it")
        } catch {
            return .failed(error)
        }
    }

    /// Reads one file.
    func bytes(of path: String, limit: Int) throws(TransportFailure) -> [UInt8] {
        if let size = FileFingerprint(of: path)?.byteCount, size > limit {
            throw TransportFailure(.tooLarge, detail: "\(path) has \(size) bytes, expected at most \(limit)")
        }
        do throws(FileFailure) {
            return try SystemFiles(followsLinks: true).read(path, limit: limit)
        } catch {
            throw TransportFailure(.unreadableFile, detail: error.description)
        }
    }
}

/// A document in one file.
struct SingleFile: FileSource {
    let path: String

    var fingerprint: [FileFingerprint?] { [FileFingerprint(of: path)] }

    var directories: Set<String> { PathLookup(of: path).directories }

    var files: Set<String> { [path] }

    func read(limit: Int) throws(TransportFailure) -> [UInt8] {
        try bytes(of: path, limit: limit)
    }
}

/// The directories in which a change can make a path refer to another file.
///
/// For `/etc/flags/app.json` it is `/etc/flags`. Every symbolic link on the path adds the directory that contains it:
/// Kubernetes replaces a link in the middle, which a watch of the last directory does not report.
struct PathLookup {
    private(set) var directories: Set<String> = []

    /// The limit of Linux.
    private static let maximumLinkCount = 40

    init(of path: String) {
        let current = FileManager.default.currentDirectoryPath
        var rest = Self.names(FilePath.isAbsolute(path) ? path : "\(current)/\(path)")
        var resolved: [String] = []
        var linkCount = 0
        while let name = rest.popLast() {
            if name == ".." {
                _ = resolved.popLast()
                continue
            }
            let directory = "/" + resolved.joined(separator: "/")
            let next = "/" + (resolved + [name]).joined(separator: "/")
            if let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: next) {
                directories.insert(directory)
                linkCount += 1
                guard linkCount <= Self.maximumLinkCount else { return }
                if FilePath.isAbsolute(destination) { resolved = [] }
                rest += Self.names(destination)
            } else if FileFingerprint(of: next) == nil {
                // A missing component would be created here.
                directories.insert(directory)
                return
            } else {
                if rest.isEmpty { directories.insert(directory) }
                resolved.append(name)
            }
        }
    }

    /// The components of a path, the last one first.
    private static func names(_ path: String) -> [String] {
        FilePath.names(of: path).filter { $0 != "." }.reversed()
    }
}
