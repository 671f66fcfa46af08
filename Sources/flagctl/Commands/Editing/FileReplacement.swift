/// New content for a file that was read before.
struct FileReplacement {
    let path: String
    /// Which file it was when it was read.
    let identity: FileSystem.Identity
    /// The content that was read.
    let old: [UInt8]
    let new: [UInt8]

    /// Why no file was replaced.
    struct Failure: Error {
        enum Reason {
            case system(SystemError)
            /// The file, or its content, is not the one that was read.
            case changedMeanwhile
        }

        /// The file that could not be replaced.
        let path: String
        let reason: Reason
        /// Files that have their new content and could not be given back the old one, each with the path of the old one.
        var unrestored: [(path: String, backup: String)] = []
    }

    /// Replaces the content of several files: of all of them, or of none.
    ///
    /// 1. The new contents are written to temporary files and synchronised to disk. A full disk or a missing permission
    ///    shows here, before anything has changed.
    /// 2. Every file is compared with what was read: first all of them, then each one again right before it is replaced.
    /// 3. Each file is exchanged with its new content in one step: its readers see the old content or the new. What comes
    ///    out is compared once more, so that a writer in between is not overwritten.
    /// 4. If a file has changed or cannot be replaced, those already replaced get their old content back, unless somebody
    ///    has written to them since.
    ///
    /// Of a symbolic link, the file that it leads to is replaced. Signals that end the process wait until all is done.
    ///
    /// - Parameter exchange: Exchanges two files in one step. If it returns `false`, the new content is renamed over the
    ///   old instead, which overwrites a writer that comes between comparison and renaming.
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

/// A file with its new content beside it.
private struct PreparedReplacement {
    private let replacement: FileReplacement
    private let staged: StagedFile
    private let exchange: (String, String) -> Bool
    /// Where the old file is once it has been replaced.
    private(set) var displaced: String
    private var isReplaced = false

    /// So many writers in a row are let go first.
    private static let greatestRoundCount = 100

    var path: String { replacement.path }

    init(_ replacement: FileReplacement, exchange: @escaping (String, String) -> Bool) throws(SystemError) {
        self.replacement = replacement
        self.exchange = exchange
        staged = try StagedFile(replacement.new, for: try FileSystem.resolved(replacement.path))
        displaced = staged.temporary
    }

    /// Whether the path still leads to the file that was read, with the content that was read.
    var isUnchanged: Bool {
        (try? FileSystem.resolved(path)) == staged.target && isOld(staged.target)
    }

    /// Puts the new content in the place of the old, if that is still what was read.
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
        // A writer that still had the old file open may have written to it.
        return content(of: displaced)?.bytes == replacement.old ? nil : .changedMeanwhile
    }

    /// Puts the old content back. If somebody has replaced the new content since, theirs stays.
    ///
    /// - Returns: Whether the file does not have the new content any more.
    func restore() -> Bool {
        guard isReplaced else { return true }
        var expected = Content(identity: staged.identity, bytes: replacement.new)
        for _ in 0..<Self.greatestRoundCount {
            guard let inserted = content(of: displaced) else { return false }
            guard exchange(displaced, staged.target) else {
                guard content(of: staged.target) == expected else { return true }
                return (try? FileSystem.rename(displaced, to: staged.target)) != nil
            }
            // What comes out has to be what this process put in last. Anything else is somebody's, and goes back in.
            if content(of: displaced) == expected { return true }
            expected = inserted
        }
        return false
    }

    func removeTemporaryFiles(keeping kept: [String]) {
        staged.discard()
        if !kept.contains(displaced) { FileSystem.remove(displaced) }
    }

    /// Gives the old content a second name, or copies it where that is impossible.
    private func keepOldContent() throws(SystemError) -> String {
        let backup = StagedFile.temporaryPath(beside: staged.target)
        if FileSystem.link(staged.target, to: backup) { return backup }
        return try StagedFile(replacement.old, for: staged.target).temporary
    }

    private func isOld(_ path: String) -> Bool {
        content(of: path) == Content(identity: replacement.identity, bytes: replacement.old)
    }

    /// What a file is recognised by. The number of a file that was removed can be given to another one, so its bytes count.
    private struct Content: Equatable {
        let identity: FileSystem.Identity
        let bytes: [UInt8]
    }

    /// The content of a regular file, up to one byte more than the old and the new content have.
    private func content(of path: String) -> Content? {
        let (limit, _) = max(replacement.old.count, replacement.new.count).addingReportingOverflow(1)
        let file = (try? FileSystem.readRegularFile(path, atMost: limit)) ?? nil
        return file.map { Content(identity: $0.identity, bytes: $0.bytes) }
    }
}
