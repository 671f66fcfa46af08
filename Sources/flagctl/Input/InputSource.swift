/// One document to read.
enum InputSource: Hashable, Sendable {
    /// A file that the command line names. A pipe or a device is read as a stream.
    case file(String)
    /// A file in a folder, matched by a pattern, or named by another file. Only a regular file is read: a pipe may never end.
    case listedFile(String)
    case standardInput(name: String)
    /// A file as it was at a git revision.
    case revision(String, path: String)

    /// A file that an option names, where `-` is standard input.
    static func optionFile(_ path: String) -> InputSource {
        path == "-" ? .standardInput(name: "<stdin>") : .file(path)
    }

    /// The name of the document in every output.
    var name: String {
        switch self {
        case .file(let path), .listedFile(let path): path
        case .standardInput(let name): name
        case .revision(let revision, let path): "\(revision):\(path)"
        }
    }

    /// The path of a file; `nil` for any other source.
    var path: String? {
        switch self {
        case .file(let path), .listedFile(let path): path
        case .standardInput, .revision: nil
        }
    }

    /// The first bytes of the document, up to a limit.
    func read(atMost limit: Int) throws(InputError) -> [UInt8] {
        switch self {
        case .file(let path):
            return try Self.reading(path) { () throws(SystemError) in try FileSystem.read(path, atMost: limit) }
        case .listedFile(let path):
            let file = try Self.reading(path) { () throws(SystemError) in
                try FileSystem.readRegularFile(path, atMost: limit)
            }
            guard let file else { throw .notRegularFile(path) }
            return file.bytes
        case .standardInput(let name):
            return try Self.reading(name) { () throws(SystemError) in try StandardStream.readInput(atMost: limit) }
        case .revision(let revision, let path):
            do throws(GitFailure) {
                return try GitRevision.read(revision, path, atMost: limit)
            } catch {
                throw .git(name: name, error)
            }
        }
    }

    private static func reading<Content>(
        _ name: String, _ read: () throws(SystemError) -> Content
    ) throws(InputError) -> Content {
        do throws(SystemError) {
            return try read()
        } catch {
            throw InputError(name, error)
        }
    }
}
