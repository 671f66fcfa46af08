/// New content for a file that was read.
struct FileReplacement {
    let path: String
    /// The identity of the file that was read.
    let identity: FileSystem.Identity
    /// The content that was read.
    let old: [UInt8]
    let new: [UInt8]

    /// Why no file was replaced.
    struct Failure: Error {
        enum Reason {
            case system(SystemError)
            /// The file or its content is not what was read.
            case changedMeanwhile
        }

        /// The file that could not be replaced.
        let path: String
        let reason: Reason
        /// Files with their new content whose old content could not be restored, and the path of the old content.
        var unrestored: [(path: String, backup: String)] = []
    }

    /// Replaces the content of all files, or of none.
    ///
    /// 1. The new contents are written to temporary files and synchronised to disk. A full disk or a missing permission
    ///    fails here, before anything has changed.
    /// 2. Every file is compared with what was read: first all files, then each file again right before it is replaced.
    /// 3. Each file is exchanged with its new content atomically: readers see the old content or the new. The old file is
    ///    compared once more, so that a concurrent writer is not overwritten.
    /// 4. If a file has changed or cannot be replaced, the files already replaced get their old content back, unless they
    ///    have changed since.
    ///
    /// For a symbolic link, its target is replaced. Signals that would end the process are deferred.
    ///
    /// - Parameter exchange: Exchanges two files atomically. If it returns `false`, the new content is renamed over the old
    ///   instead, which overwrites a writer between comparison and renaming.
    static func apply(
        _ replacements: [FileReplacement], exchange: @escaping (String, String) -> Bool = FileSystem.exchange
    ) throws(Failure) {
        try RunningProcess.deferringSignals { () throws(Failure) in
            var prepared: [PreparedReplacement] = []
            var unrestored: [(path: String, backup: String)] = []
            defer {
                for file in prepared { file.removeTemporaryFiles(keeping: unrestored.map(\.backup)) }
            }
            for replacement in replacements {
                do throws(SystemError) {
                    prepared.append(try PreparedReplacement(replacement, exchange: exchange))
                } catch {
                    throw Failure(path: replacement.path, reason: .system(error))
                }
            }
            if let changed = prepared.first(where: { !$0.isUnchanged }) {
                throw Failure(path: changed.path, reason: .changedMeanwhile)
            }
            for index in prepared.indices {
                guard let reason = prepared[index].replace() else { continue }
                for file in prepared[...index].reversed() where !file.restore() {
                    unrestored.append((file.path, file.displaced))
                }
                throw Failure(path: prepared[index].path, reason: reason, unrestored: unrestored)
            }
        }
    }
}

/// A file, and its new content in a temporary file.
private struct PreparedReplacement {
    private let replacement: FileReplacement
    private let staged: StagedFile
    private let exchange: (String, String) -> Bool
    /// The path of the old file after the replacement.
    private(set) var displaced: String
    private var isReplaced = false

    /// The maximum number of attempts against concurrent writers.
    private static let maximumRoundCount = 100

    var path: String { replacement.path }

    init(_ replacement: FileReplacement, exchange: @escaping (String, String) -> Bool) throws(SystemError) {
        self.replacement = replacement
        self.exchange = exchange
        staged = try StagedFile(replacement.new, for: try FileSystem.resolved(replacement.path))
        displaced = staged.temporary
    }

    /// Whether the path still names the file that was read, with the same content.
    var isUnchanged: Bool {
        (try? FileSystem.resolved(path)) == staged.target && isOld(staged.target)
    }

    /// Replaces the old content with the new, if it is still what was read.
    ///
    /// - Returns: Why the file could not be replaced; `nil` if it was.
    mutating func replace() -> FileReplacement.Failure.Reason? {
        guard isUnchanged else { return .changedMeanwhile }
        if exchange(staged.temporary, staged.target) {
            isReplaced = true
            return isOld(displaced) ? nil : .changedMeanwhile
        }
        do throws(SystemError) {
            displaced = try keepOldContent()
            try staged.commit()
        } catch {
            return .system(error)
        }
        isReplaced = true
        // A writer may have had the old file open.
        return content(of: displaced)?.bytes == replacement.old ? nil : .changedMeanwhile
    }

    /// Restores the old content, unless the new content has been replaced since.
    ///
    /// - Returns: Whether the file no longer has the new content.
    func restore() -> Bool {
        guard isReplaced else { return true }
        var expected = Content(identity: staged.identity, bytes: replacement.new)
        for _ in 0..<Self.maximumRoundCount {
            guard let inserted = content(of: displaced) else { return false }
            guard exchange(displaced, staged.target) else {
                guard content(of: staged.target) == expected else { return true }
                return (try? FileSystem.rename(displaced, to: staged.target)) != nil
            }
            // This must be what this process inserted last. Anything else is from another process, and is restored.
            if content(of: displaced) == expected { return true }
            expected = inserted
        }
        return false
    }

    func removeTemporaryFiles(keeping kept: [String]) {
        staged.discard()
        if !kept.contains(displaced) { FileSystem.remove(displaced) }
    }

    /// Links the old content to a second name, or copies it if that is impossible.
    private func keepOldContent() throws(SystemError) -> String {
        let backup = StagedFile.temporaryPath(beside: staged.target)
        if FileSystem.link(staged.target, to: backup) { return backup }
        return try StagedFile(replacement.old, for: staged.target).temporary
    }

    private func isOld(_ path: String) -> Bool {
        content(of: path) == Content(identity: replacement.identity, bytes: replacement.old)
    }

    /// Identity and content of a file. The inode of a removed file can be reused, so identity is not enough.
    private struct Content: Equatable {
        let identity: FileSystem.Identity
        let bytes: [UInt8]
    }

    /// The content of a regular file, up to one byte more than the longer of the old and the new content.
    private func content(of path: String) -> Content? {
        let (limit, _) = max(replacement.old.count, replacement.new.count).addingReportingOverflow(1)
        let file = (try? FileSystem.readRegularFile(path, atMost: limit)) ?? nil
        return file.map { Content(identity: $0.identity, bytes: $0.bytes) }
    }
}
