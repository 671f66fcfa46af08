#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a transport reads a document from on the disk: a file, or a directory of files.
protocol FileSource: Sendable {
    /// What the system says about all files that are read; another one means: perhaps another document.
    var fingerprint: [FileFingerprint?] { get }

    /// The directories in which something happens when the document changes.
    var directories: Set<String> { get }

    /// The paths of all files that are read. Where a directory's watch does not cover the content of its files, these
    /// are watched as well.
    var files: Set<String> { get }

    /// The bytes of the document, read at once, in any state in which the files may be.
    func read(limit: Int) throws(TransportFailure) -> [UInt8]
}

extension FileSource {
    /// Reads the document while nothing changes.
    func fetch(_ request: DocumentRequest) -> DocumentOutcome {
        do throws(TransportFailure) {
            for _ in 0..<3 {
                let before = fingerprint
                let bytes = try read(limit: request.byteLimit)
                guard fingerprint == before else { continue }
                let identity = DocumentIdentity(of: bytes)
                let entityTag = "\"\(identity.byteCount)-\(String(identity.checksum, radix: 16))\""
                return entityTag == request.entityTag ? .notModified : .document(bytes, entityTag: entityTag)
            }
            throw TransportFailure(
                .unreadableFile, detail: "it changes while it is read; write another file and rename it")
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

/// The directories in which a change can make a path lead to something else.
///
/// For `/etc/flags/app.json` that is `/etc/flags`. Every symbolic link on the way adds the directory that it is in:
/// Kubernetes exchanges a link in the middle, and whoever looks at the last directory only never sees that.
struct PathLookup {
    private(set) var directories: Set<String> = []

    /// As many as Linux follows.
    private static let mostLinks = 40

    init(of path: String) {
        let current = FileManager.default.currentDirectoryPath
        var rest = Self.names(path.hasPrefix("/") ? path : "\(current)/\(path)")
        var resolved = ""
        var linkCount = 0
        while let name = rest.popLast() {
            if name == ".." {
                resolved = resolved.lastIndex(of: "/").map { String(resolved[..<$0]) } ?? ""
                continue
            }
            let directory = resolved.isEmpty ? "/" : resolved
            let next = "\(resolved)/\(name)"
            if let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: next) {
                directories.insert(directory)
                linkCount += 1
                guard linkCount <= Self.mostLinks else { return }
                if destination.hasPrefix("/") { resolved = "" }
                rest += Self.names(destination)
            } else if FileFingerprint(of: next) == nil {
                // What is not there yet comes into being here.
                directories.insert(directory)
                return
            } else {
                if rest.isEmpty { directories.insert(directory) }
                resolved = next
            }
        }
    }

    /// The names of a path, the last one first.
    private static func names(_ path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
    }
}
