import FlagStore

/// A document in a file, which is replaced atomically.
///
/// 1. A lock makes publishers take turns. A change by another program is noticed right before the file is replaced.
/// 2. After an interruption at any system call, the file has the old content or the new one, and the history agrees.
/// 3. Content that another program wrote also gets a number, so that it is not lost.
struct FileDestination: PublishingDestination {
    private let path: String
    private let files: any FileLayer
    private let past: FileHistory
    /// How often the lock is asked for, every 100 milliseconds.
    private let attemptCount: Int

    /// - Parameters:
    ///   - path: The path, with symbolic links resolved: a link is not replaced.
    ///   - patience: How long another publisher may keep this one waiting.
    init(path: String, files: any FileLayer = SystemFiles(), patience: Duration = .seconds(10)) {
        self.path = path
        self.files = files
        attemptCount = Int(clamping: patience.components.seconds) * 10 + 1
        past = FileHistory(of: path, files: files)
    }

    func current() throws(PublishingFailure) -> Publication? {
        do throws(FileFailure) {
            return try read()
        } catch {
            throw .file(error)
        }
    }

    private func read() throws(FileFailure) -> Publication? {
        guard let bytes = try content() else { return nil }
        let entries = try past.readableEntries(current: bytes)
        let last = entries?.last
        let isLast = try last.map { (entry) throws(FileFailure) in try past.document(entry.number) == bytes } ?? false
        return Publication(
            bytes: bytes, number: isLast ? last?.number : nil, record: isLast ? last?.record : nil, token: .content,
            isHistoryDamaged: entries == nil)
    }

    /// The content of the file; `nil` if there is no file.
    private func content() throws(FileFailure) -> [UInt8]? {
        do throws(FileFailure) {
            return try files.read(path, limit: FileHistory.maximumDocumentByteCount)
        } catch {
            guard error.isAbsence else { throw error }
            return nil
        }
    }

    func publish(
        _ bytes: [UInt8], _ record: PublicationRecord, replacing seen: Publication?, keeping kept: Int
    ) throws(PublishingFailure) -> PublicationOutcome {
        do throws(FileFailure) {
            for attempt in 1...attemptCount {
                if let lock = try past.lock() {
                    defer { files.unlock(lock) }
                    return try replace(bytes, record, seen, kept)
                }
                if attempt < attemptCount { OwnThread.pause(milliseconds: 100) }
            }
        } catch {
            throw .file(error)
        }
        throw .busy(path: path)
    }

    private func replace(
        _ bytes: [UInt8], _ record: PublicationRecord, _ seen: Publication?, _ kept: Int
    ) throws(FileFailure) -> PublicationOutcome {
        guard try content() == seen?.bytes else { return .lost(to: try read()) }
        let readable = try past.readableEntries(current: seen?.bytes)
        let first = readable == nil ? try past.setListAside() : nil
        var entries = readable ?? []
        if let seen {
            let last = entries.last?.number
            let isKnown = try last.map { (number) throws(FileFailure) in
                try past.document(number) == seen.bytes
            }
            if isKnown != true {
                let number = try Self.number(after: last ?? first)
                entries.append(FileHistory.Entry(number: number, record: nil))
                try past.keep(seen.bytes, as: number)
            }
        }
        let entry = FileHistory.Entry(number: try Self.number(after: entries.last?.number ?? first), record: record)
        try past.keep(bytes, as: entry.number)
        try past.save(entries, removing: [])
        try past.announce(entry)
        let staged = try StagedDocument(bytes, for: path, files: files, access: path)
        guard try content() == seen?.bytes else {
            staged.discard()
            return .lost(to: try read())
        }
        try staged.commit()
        try files.synchronizeDirectory(FilePath.directory(of: path))
        entries.append(entry)
        let old = entries.dropLast(max(1, kept))
        try past.save(Array(entries.suffix(max(1, kept))), removing: Array(old))
        return .published(number: entry.number)
    }

    func history() throws(PublishingFailure) -> [PastPublication] {
        do throws(FileFailure) {
            let content = try content()
            let entries = try past.entries(current: content)
            var found: [PastPublication] = []
            for entry in entries.reversed() {
                guard let bytes = try past.document(entry.number) else { continue }
                found.append(
                    PastPublication(
                        number: entry.number, bytes: bytes, record: entry.record,
                        isCurrent: found.isEmpty && bytes == content))
            }
            return found
        } catch {
            throw .file(error)
        }
    }

    private static func number(after number: Int64?) throws(FileFailure) -> Int64 {
        let (next, isTooLarge) = (number ?? 0).addingReportingOverflow(1)
        guard !isTooLarge else { throw FileFailure("number", "the publication", reason: "there is no greater number") }
        return next
    }
}
