import FlagStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

extension FileSystem {
    /// The file that a path names. Two locations can be compared even if one of them does not exist yet.
    enum Location: Hashable {
        case existing(Entry)
        case missing(folder: Identity, name: String)
    }

    /// The location of a path, with symbolic links followed; `nil` if even its folder is missing.
    static func location(of path: String) -> Location? {
        if let entry = try? entry(at: path) { return .existing(entry) }
        guard let target = try? resolved(path) else { return nil }
        return (try? entry(at: FilePath.directory(of: target))).map {
            .missing(folder: $0.identity, name: FilePath.split(target).name)
        }
    }

    /// The absolute path of a file with every symbolic link followed. The file itself need not exist.
    static func resolved(_ path: String) throws(SystemError) -> String {
        if let real = realPath(path) { return real }
        let failure = SystemError.last
        // A link in /proc to a pipe or to a deleted file: the target exists, but has no path.
        guard failure == .missing, !exists(path) else { throw failure }
        var next = path
        for _ in 0..<maximumLinkCount {
            let name = FilePath.split(next).name
            guard !name.isEmpty else { throw .isFolder }
            guard let parent = realPath(FilePath.directory(of: next)) else { throw .last }
            let candidate = FilePath.prefix(in: parent) + name
            guard let destination = linkDestination(candidate) else { return candidate }
            next = FilePath.isAbsolute(destination) ? destination : FilePath.prefix(in: parent) + destination
        }
        throw SystemError(number: ELOOP)
    }

    /// The absolute path of the working folder, which relative paths refer to.
    static var workingFolder: String { realPath(".") ?? "/" }

    private static let maximumLinkCount = 40

    private static func realPath(_ path: String) -> String? {
        guard let characters = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(characters) }
        return unsafe String(cString: characters)
    }

    private static func linkDestination(_ path: String) -> String? {
        let capacity = Int(PATH_MAX)
        var characters = [CChar](repeating: 0, count: capacity)
        let count = unsafe readlink(path, &characters, capacity)
        return count < 0 ? nil : String(decoding: characters.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
