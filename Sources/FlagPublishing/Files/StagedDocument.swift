import FlagStore

/// The new content of a file, written and synchronised under a temporary name beside it.
struct StagedDocument: Sendable {
    private let files: any FileLayer
    private let target: String
    private let temporary: String

    /// - Parameter access: The file whose owner and permissions the new one gets; `nil` for a private file.
    init(_ bytes: [UInt8], for target: String, files: any FileLayer, access: String?) throws(FileFailure) {
        self.files = files
        self.target = target
        temporary = "\(target).flagctl-temporary"
        do throws(FileFailure) {
            // A process that was killed while writing may have left it. Only the holder of the lock gets here.
            try files.remove(temporary)
        } catch {
            guard error.isAbsence else { throw error }
        }
        let open = try files.create(temporary)
        do throws(FileFailure) {
            try files.write(bytes[...], to: open)
            if let access { try files.adoptAccess(of: access, by: open) }
            try files.synchronize(open)
            files.close(open)
        } catch {
            files.close(open)
            try? files.remove(temporary)
            throw error
        }
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
