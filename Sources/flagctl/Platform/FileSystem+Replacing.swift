#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension FileSystem {
    /// Why a file is not replaced.
    enum ReplacingError: Error {
        case system(SystemError)
        /// It is not a regular file, or not what it was when it was read.
        case changedMeanwhile
    }

    /// Replaces the content of a file in one step: whoever reads it sees the old bytes or the new ones, never a part.
    ///
    /// The new bytes go to a file beside it, which then takes its place with the same permissions. Of a symbolic link the
    /// file that it leads to is replaced, and the link stays.
    ///
    /// - Parameter old: What the file held when it was read; if it holds something else now, it is left alone.
    static func replace(_ path: String, holding old: [UInt8], with new: [UInt8]) throws(ReplacingError) {
        let target = try resolved(path)
        var status = stat()
        guard unsafe stat(target, &status) == 0 else { throw .system(.last) }
        guard isRegular(status) else { throw .changedMeanwhile }
        let current: [UInt8]
        do throws(SystemError) {
            current = try read(target, atMost: .max)
        } catch {
            throw .system(error)
        }
        guard current == old else { throw .changedMeanwhile }

        var template = Array("\(target).XXXXXX".utf8CString)
        let number = unsafe mkstemp(&template)
        guard number >= 0 else { throw .system(.last) }
        let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do throws(SystemError) {
            defer { close(number) }
            try FileDescriptor.writeAll(new, to: number)
            // The owner can only be kept by who may give files away; the permissions come last, as a change of owner
            // takes some away.
            _ = fchown(number, status.st_uid, status.st_gid)
            guard fchmod(number, status.st_mode & 0o7777) == 0, fsync(number) == 0 else { throw .last }
        } catch {
            unsafe unlink(temporary)
            throw .system(error)
        }
        guard unsafe rename(temporary, target) == 0 else {
            let failure = SystemError.last
            unsafe unlink(temporary)
            throw .system(failure)
        }
    }

    /// The path of the file itself, with every symbolic link followed.
    private static func resolved(_ path: String) throws(ReplacingError) -> String {
        guard let characters = unsafe realpath(path, nil) else { throw .system(.last) }
        defer { unsafe free(characters) }
        return unsafe String(cString: characters)
    }
}
