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
