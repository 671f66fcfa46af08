/// The file operations of the cache. Tests replace them by ones that fail, or that lose unsynchronised data.
package protocol FileLayer: Sendable {
    /// The bytes of a file of at most `limit` bytes.
    func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8]

    /// Creates a directory and its parents for this user only; an existing directory is fine.
    func makeDirectory(_ path: String) throws(FileFailure)

    /// Creates a new file that only this user can read and write.
    func create(_ path: String) throws(FileFailure) -> OpenFile

    /// Appends bytes to a file.
    func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(FileFailure)

    /// Appends bytes to the file at a path, which is created if needed; does not wait until they are on disk.
    func append(_ bytes: [UInt8], to path: String) throws(FileFailure)

    /// Waits until the content of a file is on disk.
    func synchronize(_ file: OpenFile) throws(FileFailure)

    /// Gives an open file the permissions, and if possible the owner, of the file at a path. If there is none, everybody may
    /// read it.
    func adoptAccess(of path: String, by file: OpenFile) throws(FileFailure)

    func close(_ file: OpenFile)

    /// Renames a file atomically, replacing a file that has the new name.
    func rename(_ path: String, to newPath: String) throws(FileFailure)

    /// Gives a file a second name, unless something has that name; returns whether it did.
    func link(_ path: String, to newPath: String) throws(FileFailure) -> Bool

    func remove(_ path: String) throws(FileFailure)

    /// Leaves a file out of the backups of the system, if it has any.
    func excludeFromBackups(_ path: String) throws(FileFailure)

    /// Waits until the names in a directory are on disk.
    func synchronizeDirectory(_ path: String) throws(FileFailure)

    /// Locks a file, which is created if needed; `nil` if another process holds the lock.
    func lock(_ path: String) throws(FileFailure) -> OpenFile?

    /// Releases the lock of a file at once, and closes the file.
    func unlock(_ file: OpenFile)

    /// Whether a path still names an open file, which may have been removed or replaced.
    func names(_ path: String, _ file: OpenFile) -> Bool

    /// When a file was last modified, in seconds since 1970; `nil` if that is unknown.
    func modificationTime(of path: String) -> Int64?

    /// Sets when a file was last modified, in seconds since 1970; does not wait until this is on disk.
    func setModificationTime(of path: String, to time: Int64) throws(FileFailure)
}

extension FileLayer {
    /// The files of tests have no permissions.
    package func adoptAccess(of path: String, by file: OpenFile) throws(FileFailure) {}

    /// Most systems have no such mark.
    package func excludeFromBackups(_ path: String) throws(FileFailure) {}
}

/// An open file.
package struct OpenFile: Hashable, Sendable {
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }
}

/// Why a file operation failed.
package struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let operation: String
    package let path: String
    package let reason: String

    /// Whether the file does not exist.
    package let isAbsence: Bool

    package init(_ operation: String, _ path: String, reason: String, isAbsence: Bool = false) {
        self.operation = operation
        self.path = path
        self.reason = reason
        self.isAbsence = isAbsence
    }

    package var description: String { "cannot \(operation) \(path): \(reason)" }
}

extension FileLayer {
    /// Writes and synchronises a new file, whose name is temporary. If that fails, no file remains.
    ///
    /// Only one process may use the name at a time: a file that a killed process left is replaced.
    ///
    /// - Parameter access: The file whose owner and permissions the new one gets; `nil` for a private file.
    package func stage(_ bytes: [UInt8], as temporary: String, access: String? = nil) throws(FileFailure) {
        do throws(FileFailure) {
            try remove(temporary)
        } catch {
            guard error.isAbsence else { throw error }
        }
        let file = try create(temporary)
        do throws(FileFailure) {
            try write(bytes[...], to: file)
            if let access { try adoptAccess(of: access, by: file) }
            try synchronize(file)
            close(file)
        } catch {
            close(file)
            try? remove(temporary)
            throw error
        }
    }
}
