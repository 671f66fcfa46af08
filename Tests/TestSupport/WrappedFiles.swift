package import FlagStore

/// Files that pass every operation on to others. A type that conforms implements only what it does differently.
package protocol WrappedFiles: FileLayer {
    associatedtype Files: FileLayer

    /// The files that do the work.
    var files: Files { get }
}

extension WrappedFiles {
    package func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] { try files.read(path, limit: limit) }
    package func makeDirectory(_ path: String) throws(FileFailure) { try files.makeDirectory(path) }
    package func create(_ path: String) throws(FileFailure) -> OpenFile { try files.create(path) }
    package func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(FileFailure) {
        try files.write(bytes, to: file)
    }
    package func append(_ bytes: [UInt8], to path: String) throws(FileFailure) { try files.append(bytes, to: path) }
    package func synchronize(_ file: OpenFile) throws(FileFailure) { try files.synchronize(file) }
    package func adoptAccess(of path: String, by file: OpenFile) throws(FileFailure) {
        try files.adoptAccess(of: path, by: file)
    }
    package func close(_ file: OpenFile) { files.close(file) }
    package func rename(_ path: String, to newPath: String) throws(FileFailure) {
        try files.rename(path, to: newPath)
    }
    package func link(_ path: String, to newPath: String) throws(FileFailure) -> Bool {
        try files.link(path, to: newPath)
    }
    package func excludeFromBackups(_ path: String) throws(FileFailure) { try files.excludeFromBackups(path) }
    package func remove(_ path: String) throws(FileFailure) { try files.remove(path) }
    package func synchronizeDirectory(_ path: String) throws(FileFailure) { try files.synchronizeDirectory(path) }
    package func lock(_ path: String) throws(FileFailure) -> OpenFile? { try files.lock(path) }
    package func unlock(_ file: OpenFile) { files.unlock(file) }
    package func names(_ path: String, _ file: OpenFile) -> Bool { files.names(path, file) }
    package func modificationTime(of path: String) -> Int64? { files.modificationTime(of: path) }
    package func setModificationTime(of path: String, to time: Int64) throws(FileFailure) {
        try files.setModificationTime(of: path, to: time)
    }
}
