#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The files of the system.
package struct SystemFiles: FileLayer {
    private let linkFlags: Int32

    /// - Parameter followsLinks: Whether reading follows a symbolic link; writing never does.
    package init(followsLinks: Bool = false) {
        linkFlags = followsLinks ? 0 : O_NOFOLLOW
    }

    package func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | linkFlags)
        guard descriptor >= 0 else { throw failure("read", path) }
        defer { _ = systemClose(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure("read", path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileFailure("read", path, reason: "it is not an ordinary file")
        }
        guard status.st_size <= limit else {
            throw FileFailure("read", path, reason: "it has \(status.st_size) bytes, expected at most \(limit)")
        }
        let size = Int(clamping: status.st_size)
        var isComplete = true
        // Each call of `read` gets the unused rest of the buffer, and `count` grows by what it filled.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let part = unsafe systemRead(descriptor, buffer.baseAddress.map { unsafe $0 + count }, size - count)
                if part < 0 && errno == EINTR { continue }
                guard part > 0 else {
                    isComplete = part == 0
                    return
                }
                count += part
            }
        }
        guard isComplete else { throw failure("read", path) }
        return bytes
    }

    package func makeDirectory(_ path: String) throws(FileFailure) {
        let names = FilePath.names(of: path)
        var part = FilePath.isAbsolute(path) ? "/" : ""
        for (index, name) in names.enumerated() {
            part += name
            // A parent may exist without this user being allowed to create it; only the last name matters.
            if unsafe mkdir(part, 0o700) != 0, errno != EEXIST, index == names.count - 1 {
                throw failure("make the directory", path)
            }
            part += "/"
        }
    }

    package func create(_ path: String) throws(FileFailure) -> OpenFile {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("create", path) }
        return OpenFile(number: descriptor)
    }

    package func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(FileFailure) {
        var rest = bytes
        while !rest.isEmpty {
            // The buffer is valid during the call, and no more than its count is read.
            let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(file.number, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw failure("write", "the file") }
            rest = rest.dropFirst(count)
        }
    }

    package func append(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("create", path) }
        defer { _ = systemClose(descriptor) }
        try write(bytes[...], to: OpenFile(number: descriptor))
    }

    package func synchronize(_ file: OpenFile) throws(FileFailure) {
        #if canImport(Darwin)
            // On Darwin, `fsync` leaves the bytes in the drive's cache. Some file systems do not support
            // `F_FULLFSYNC`.
            if fcntl(file.number, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(file.number) == 0 else { throw failure("synchronise", "the file") }
    }

    package func adoptAccess(of path: String, by file: OpenFile) throws(FileFailure) {
        var status = stat()
        // The call writes into this local value.
        guard unsafe stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw failure("read the permissions of", path) }
            guard fchmod(file.number, 0o644) == 0 else { throw failure("set the permissions of", path) }
            return
        }
        // The mode comes second, because a new owner clears some bits.
        Self.adopt(owner: status.st_uid, group: status.st_gid, by: file.number)
        guard fchmod(file.number, status.st_mode & 0o7777) == 0 else { throw failure("set the permissions of", path) }
    }

    /// Gives an open file the owner and the group of another one, as far as the system allows.
    package static func adopt(owner: UInt32, group: UInt32, by descriptor: Int32) {
        guard fchown(descriptor, owner, group) != 0 else { return }
        // Only a privileged process may change the owner, but a member of the group may set it. The greatest number means
        // "unchanged".
        _ = fchown(descriptor, .max, group)
    }

    package func close(_ file: OpenFile) {
        _ = systemClose(file.number)
    }

    package func rename(_ path: String, to newPath: String) throws(FileFailure) {
        guard systemRename(path, newPath) == 0 else { throw failure("rename", path) }
    }

    package func link(_ path: String, to newPath: String) throws(FileFailure) -> Bool {
        if systemLink(path, newPath) == 0 { return true }
        guard errno == EEXIST else { throw failure("link", path) }
        return false
    }

    package func remove(_ path: String) throws(FileFailure) {
        guard unsafe unlink(path) == 0 else { throw failure("remove", path) }
    }

    package func synchronizeDirectory(_ path: String) throws(FileFailure) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("synchronise", path) }
        defer { _ = systemClose(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("synchronise", path) }
    }

    package func lock(_ path: String) throws(FileFailure) -> OpenFile? {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("lock", path) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return OpenFile(number: descriptor) }
        let isTaken = errno == EWOULDBLOCK
        let failure = failure("lock", path)
        _ = systemClose(descriptor)
        guard isTaken else { throw failure }
        return nil
    }

    package func unlock(_ file: OpenFile) {
        // Closing alone is not enough: a new child process shares the open file, and with it the lock, until it calls
        // `exec`.
        _ = flock(file.number, LOCK_UN)
        close(file)
    }

    package func names(_ path: String, _ file: OpenFile) -> Bool {
        var (atPath, opened) = (stat(), stat())
        // Both calls write into these local values.
        guard unsafe lstat(path, &atPath) == 0, unsafe fstat(file.number, &opened) == 0 else { return false }
        return atPath.st_dev == opened.st_dev && atPath.st_ino == opened.st_ino
    }

    package func modificationTime(of path: String) -> Int64? {
        var status = stat()
        // The call writes into this local value.
        guard unsafe lstat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            return Int64(status.st_mtimespec.tv_sec)
        #else
            return Int64(status.st_mtim.tv_sec)
        #endif
    }

    package func setModificationTime(of path: String, to time: Int64) throws(FileFailure) {
        var times = timespec()
        times.tv_sec = .init(clamping: time)
        // The call reads two times from this local array.
        guard unsafe utimensat(AT_FDCWD, path, [times, times], AT_SYMLINK_NOFOLLOW) == 0 else {
            throw failure("set the time of", path)
        }
    }

    private func failure(_ operation: String, _ path: String) -> FileFailure {
        let code = errno
        return FileFailure(operation, path, reason: CMessage.system(code), isAbsence: code == ENOENT)
    }
}

// The methods above would shadow these functions.

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, buffer, count)
}

private func systemClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}

private func systemLink(_ path: String, _ newPath: String) -> Int32 {
    unsafe link(path, newPath)
}

private func systemRename(_ path: String, _ newPath: String) -> Int32 {
    unsafe rename(path, newPath)
}
