import FlagResolver

/// The files of a ``DocumentCache``. A file is replaced as a whole, never changed.
struct CacheDirectory: Sendable {
    enum Name: String {
        case newest
        case confirmed
        case breaker
        case starts
        case owner
        case installation
        case overrides
    }

    let files: any FileLayer
    private let directory: String

    private static let temporarySuffix = ".temporary"

    init(_ directory: String, files: any FileLayer) {
        self.directory = directory.before(suffix: "/").flatMap { $0.isEmpty ? nil : String($0) } ?? directory
        self.files = files
    }

    func path(_ name: Name) -> String {
        "\(directory)/\(name.rawValue)"
    }

    func temporaryPath(_ name: Name) -> String {
        path(name) + Self.temporarySuffix
    }

    /// Creates the directory when needed.
    func make() throws(FileFailure) {
        try files.makeDirectory(directory)
    }

    /// Creates the directory when needed, and takes the lock; `nil` if another process holds it.
    func lock() throws(FileFailure) -> OpenFile? {
        try make()
        return try files.lock(path(.owner))
    }

    /// Writes a file under a temporary name, and synchronises it.
    func writeTemporary(_ file: CacheFile, as name: Name) throws(FileFailure) {
        // Only the owner of the lock writes, so the name is not in use.
        try files.stage(file.encoded, as: temporaryPath(name))
    }

    /// Renames a temporary file to its final name.
    func useTemporary(as name: Name) throws(FileFailure) {
        try files.rename(temporaryPath(name), to: path(name))
    }

    /// Waits until the names of the files are on disk.
    func synchronize() throws(FileFailure) {
        try files.synchronizeDirectory(directory)
    }
}
