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
    static func rename(_ path: String, to newPath: String) throws(SystemError) {
        guard systemRename(path, newPath) == 0 else { throw .last }
    }

    /// Exchanges two files on one file system atomically.
    ///
    /// - Returns: Whether they were exchanged. Not every system and file system supports it.
    static func exchange(_ path: String, _ otherPath: String) -> Bool {
        #if canImport(Darwin)
            return unsafe renamex_np(path, otherPath, UInt32(RENAME_SWAP)) == 0
        #else
            // The C library declares the function only with GNU extensions.
            guard let function = unsafe dlsym(nil, "renameat2") else { return false }
            typealias Rename =
                @convention(c) (
                    Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
                ) -> Int32
            let rename = unsafe unsafeBitCast(function, to: Rename.self)
            let exchangeFlag: UInt32 = 1 << 1
            return unsafe rename(AT_FDCWD, path, AT_FDCWD, otherPath, exchangeFlag) == 0
        #endif
    }

    /// The number of other names (hard links) of a regular file; 0 for anything else, and for an open descriptor.
    static func otherNameCount(of path: String) -> Int {
        var status = stat()
        guard FileDescriptor.number(named: path) == nil, unsafe stat(path, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return 0 }
        return max(0, Int(clamping: status.st_nlink) - 1)
    }

    /// Gives a file a second name.
    ///
    /// - Returns: Whether it was successful. Not every file system supports it.
    static func link(_ path: String, to newPath: String) -> Bool {
        systemLink(path, newPath) == 0
    }

    /// Removes a file, if it exists.
    static func remove(_ path: String) {
        unsafe unlink(path)
    }
}

private func systemRename(_ path: String, _ newPath: String) -> Int32 {
    unsafe rename(path, newPath)
}

private func systemLink(_ path: String, _ newPath: String) -> Int32 {
    unsafe link(path, newPath)
}
