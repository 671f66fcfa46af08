/// The few things that the cache does with files; in tests a layer that fails, or forgets what was not synchronised.
package protocol FileLayer: Sendable {
    /// The bytes of a file of at most `limit` bytes.
    func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8]

    /// Makes a directory, and those above it, that only this user may enter; one that is there already is fine.
    func makeDirectory(_ path: String) throws(FileFailure)

    /// Makes a file that was not there before, readable and writable by this user only.
    func create(_ path: String) throws(FileFailure) -> OpenFile

    /// Writes bytes to the end of a file.
    func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(FileFailure)

    /// Waits until what was written is on the disk.
    func synchronize(_ file: OpenFile) throws(FileFailure)

    func close(_ file: OpenFile)

    /// Gives a file another name, in one step, in the place of a file that had it.
    func rename(_ path: String, to newPath: String) throws(FileFailure)

    func remove(_ path: String) throws(FileFailure)

    /// Waits until the names in a directory are on the disk.
    func synchronizeDirectory(_ path: String) throws(FileFailure)

    /// Makes a file if need be and locks it, as long as it stays open; `nil` if someone else has it locked.
    func lock(_ path: String) throws(FileFailure) -> OpenFile?
}

/// A file that is open.
package struct OpenFile: Hashable, Sendable {
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }
}

/// What kept something from being done with a file.
package struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let operation: String
    package let path: String
    package let reason: String

    /// Whether there is no such file.
    package let isAbsence: Bool

    package init(_ operation: String, _ path: String, reason: String, isAbsence: Bool = false) {
        self.operation = operation
        self.path = path
        self.reason = reason
        self.isAbsence = isAbsence
    }

    package var description: String { "cannot \(operation) \(path): \(reason)" }
}
