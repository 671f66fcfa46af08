#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Files and folders by path, as the operating system sees them.
enum FileSystem {
    enum Kind: Hashable {
        /// A regular file.
        case file
        case folder
        case pipe
        case socket
        case device
    }

    /// The identity of a file: its device and inode.
    struct Identity: Hashable {
        let device: UInt64
        let file: UInt64
    }

    struct Entry: Hashable {
        let kind: Kind
        let identity: Identity
    }

    /// The entry at a path, with symbolic links followed.
    static func entry(at path: String) throws(SystemError) -> Entry {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .last }
        return Entry(status)
    }

    /// The entry of an open descriptor.
    static func entry(of descriptor: Int32) throws(SystemError) -> Entry {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
        return Entry(status)
    }

    static func exists(_ path: String) -> Bool {
        (try? entry(at: path)) != nil
    }

    /// Whether the path itself is a symbolic link.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Whether others than the owner of a file may read or write it.
    static func isAccessibleToOthers(_ path: String) throws(SystemError) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .last }
        return status.st_mode & 0o077 != 0
    }

    /// The names in a folder, sorted by their bytes, without `.` and `..`.
    ///
    /// Names that are not UTF-8 are repaired, so that reading them fails and is reported.
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

    /// The first bytes of a file, up to a limit. Opening a pipe waits until something writes to it.
    static func read(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
        try FileDescriptor.reading(path).readAll(atMost: limit)
    }

    /// The identity of a regular file and its first bytes, up to a limit, from one open descriptor.
    ///
    /// - Returns: `nil` if it is not a regular file. This never waits, not even for a pipe.
    static func readRegularFile(
        _ path: String, atMost limit: Int
    ) throws(SystemError) -> (identity: Identity, bytes: [UInt8])? {
        let file = try FileDescriptor.readingWithoutWaiting(path)
        let entry = try entry(of: file.number)
        return entry.kind == .file ? (entry.identity, try file.readAll(atMost: limit)) : nil
    }
}

extension FileSystem.Entry {
    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            default: .device
            }
        identity = FileSystem.Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(truncatingIfNeeded: status.st_ino))
    }
}
