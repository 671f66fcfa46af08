/// One document to read, as the command line named it.
enum InputSource: Hashable, Sendable {
    case file(String)
    case standardInput(name: String)
    /// A file as it was at a git revision.
    case revision(String, path: String)

    /// What the document is called in every output.
    var name: String {
        switch self {
        case .file(let path): path
        case .standardInput(let name): name
        case .revision(let revision, let path): "\(revision):\(path)"
        }
    }

    /// The bytes of the document, at most so many of them.
    func read(atMost limit: Int) throws(InputError) -> [UInt8] {
        switch self {
        case .file(let path):
            do throws(SystemError) {
                return try FileSystem.read(path, atMost: limit)
            } catch {
                throw error == .missing ? .missing(path: path, suggestion: nil) : .unreadable(path: path, error)
            }
        case .standardInput(let name):
            do throws(SystemError) {
                return try StandardStream.readInput(atMost: limit)
            } catch {
                throw .unreadable(path: name, error)
            }
        case .revision(let revision, let path):
            return try GitRevision.read(revision: revision, path: path, atMost: limit)
        }
    }
}
