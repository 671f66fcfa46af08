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

/// The new content of a file, written and synchronised under a temporary name in the same folder.
///
/// The temporary name is hidden, so that no folder or pattern on a command line includes it. It is random, because two runs
/// can write the same file at the same time. (`FileLayer.stage` differs: its writer holds a lock, so each file has one
/// temporary name, and the umask does not restrict the permissions of a new file.)
struct StagedFile {
    /// The path of the file itself, with symbolic links followed.
    let target: String
    let temporary: String
    /// The identity that the file has after ``commit()``.
    let identity: FileSystem.Identity

    /// Writes the new content of a file.
    ///
    /// An existing file keeps its permissions, and its owner and group as far as the system allows.
    ///
    /// - Throws: `SystemError` if the content cannot be written, or the file is not writable. No temporary file remains.
    init(_ bytes: [UInt8], for target: String) throws(SystemError) {
        var status = stat()
        var isNew = false
        if unsafe stat(target, &status) != 0 {
            guard SystemError.last == .missing else { throw .last }
            isNew = true
        } else if unsafe access(target, W_OK) != 0 {
            throw .last
        }
        self.target = target
        temporary = Self.temporaryPath(beside: target)
        // The copy of a private file must be private when it is created.
        let file = try FileDescriptor.creating(temporary, mode: isNew ? 0o666 : 0o600)
        do throws(SystemError) {
            try FileDescriptor.writeAll(bytes, to: file.number)
            if !isNew {
                // The mode comes second, because a new owner clears some bits.
                SystemFiles.adopt(owner: status.st_uid, group: status.st_gid, by: file.number)
                guard fchmod(file.number, status.st_mode & 0o7777) == 0 else { throw .last }
            }
            guard fsync(file.number) == 0 else { throw .last }
            identity = try FileSystem.entry(of: file.number).identity
        } catch {
            FileSystem.remove(temporary)
            throw error
        }
    }

    /// Replaces the file with the content atomically.
    func commit() throws(SystemError) {
        try FileSystem.rename(temporary, to: target)
    }

    /// Removes the temporary file, if it still exists.
    func discard() {
        FileSystem.remove(temporary)
    }

    /// An unused hidden name in the folder of a file.
    static func temporaryPath(beside target: String) -> String {
        FilePath.split(target).prefix + ".flagctl-" + String(UInt64.random(in: .min ... .max), radix: 36)
    }
}

extension FileSystem {
    /// Writes a file: a new one, or all of the content of an existing one.
    ///
    /// A regular file is replaced atomically, so that a failure leaves it unchanged. If the path is a symbolic link, its
    /// target is replaced. A pipe, a device, or an open descriptor such as `/dev/fd/3` is written directly.
    static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        if let number = FileDescriptor.number(named: path) {
            return try FileDescriptor.writeAll(bytes, to: number)
        }
        switch (try? entry(at: path))?.kind {
        case .folder: throw .isFolder
        case .pipe, .socket, .device:
            let file = try FileDescriptor.writing(path)
            try FileDescriptor.writeAll(bytes, to: file.number)
        case .file, nil:
            let staged = try StagedFile(bytes, for: try resolved(path))
            do throws(SystemError) {
                try staged.commit()
            } catch {
                staged.discard()
                throw error
            }
        }
    }
}
