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
    /// Creates a file and its parent folders.
    ///
    /// - Parameter isPrivate: Whether only its owner may read and write it.
    /// - Returns: `false` if something already exists at the path, which is left unchanged.
    /// - Throws: `SystemError` if the file cannot be created. No part of it remains.
    static func create(_ path: String, with bytes: [UInt8], isPrivate: Bool = false) throws(SystemError) -> Bool {
        if exists(path) || isLink(path) { return false }
        try createFolders(FilePath.directory(of: path))
        let file: FileDescriptor
        do throws(SystemError) {
            file = try FileDescriptor.creating(path, mode: isPrivate ? 0o600 : 0o666)
        } catch {
            // Another process has created it meanwhile.
            if error.number == EEXIST { return false }
            throw error
        }
        do throws(SystemError) {
            try FileDescriptor.writeAll(bytes, to: file.number)
        } catch {
            remove(path)
            throw error
        }
        return true
    }

    private static func createFolders(_ path: String) throws(SystemError) {
        if exists(path) { return }
        let parent = FilePath.directory(of: path)
        if parent != path { try createFolders(parent) }
        // Another process may have created it meanwhile.
        guard unsafe mkdir(path, 0o777) == 0 || SystemError.last.number == EEXIST else { throw .last }
    }
}
