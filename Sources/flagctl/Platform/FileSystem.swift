#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Files and folders by path, as the operating system sees them.
enum FileSystem {
    enum Kind: Hashable {
        case file
        case folder
    }

    /// What makes two paths name one file: the same place on the same disk.
    struct Identity: Hashable {
        let device: UInt64
        let file: UInt64
    }

    struct Entry: Hashable {
        let kind: Kind
        let identity: Identity
    }

    /// What there is at a path, symbolic links followed.
    static func entry(at path: String) throws(SystemError) -> Entry {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .last }
        return Entry(
            kind: isFolder(status) ? .folder : .file,
            identity: Identity(
                device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(truncatingIfNeeded: status.st_ino)))
    }

    static func exists(_ path: String) -> Bool {
        (try? entry(at: path)) != nil
    }

    /// Whether the path itself is a symbolic link.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The names in a folder, sorted by their bytes; `.` and `..` are left out.
    ///
    /// Names that are not UTF-8 come with their bytes repaired, so that the attempt to read them fails and is reported.
    static func names(in folder: String) throws(SystemError) -> [String] {
        guard let stream = unsafe opendir(folder.isEmpty ? "." : folder) else { throw .last }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        errno = 0
        while let record = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &record.pointee.d_name) { characters in
                unsafe characters.withMemoryRebound(
                    to: CChar.self, capacity: MemoryLayout.size(ofValue: characters.pointee)
                ) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw .last }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The bytes of a file, at most so many of them.
    static func read(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
        try FileDescriptor.reading(path).readAll(atMost: limit)
    }

    /// Replaces the content of a file, making it where it is not there.
    static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let file = try FileDescriptor.writing(path)
        try FileDescriptor.writeAll(bytes, to: file.number)
    }
}
