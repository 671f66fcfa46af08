import FlagStore

/// The new content of a file, written and synchronised under a temporary name in the same directory.
struct StagedDocument: Sendable {
    private let files: any FileLayer
    private let target: String
    private let temporary: String

    /// - Parameter access: The file whose owner and permissions the new one gets; `nil` for a private file.
    init(_ bytes: [UInt8], for target: String, files: any FileLayer, access: String?) throws(FileFailure) {
        self.files = files
        self.target = target
        temporary = "\(target).flagctl-temporary"
        // Only the holder of the lock gets here.
        try files.stage(bytes, as: temporary, access: access)
    }

    /// Replaces the file with the content atomically.
    func commit() throws(FileFailure) {
        do throws(FileFailure) {
            try files.rename(temporary, to: target)
        } catch {
            discard()
            throw error
        }
    }

    func discard() { try? files.remove(temporary) }
}
