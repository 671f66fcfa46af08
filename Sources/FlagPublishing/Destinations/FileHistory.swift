import FlagResolver
import FlagStore

/// The publications of a file, in a hidden directory beside it: `.NAME.published` for a file `NAME`.
///
/// 1. `N` has the bytes of publication *N*, and never changes.
/// 2. `list` has the numbers and records of all publications that are kept, the oldest first.
/// 3. `pending` names the publication that is about to replace the file. It counts as published if the file has its bytes.
/// 4. `lock` is held by the process that publishes.
struct FileHistory: Sendable {
    /// A publication of the list; its record is `nil` if the file was changed by another program.
    struct Entry: Hashable, Sendable {
        let number: Int64
        let record: PublicationRecord?
    }

    let files: any FileLayer
    let directory: String

    private static let maximumListByteCount = 16 << 20
    private static let maximumNumber: Int64 = 1 << 53
    /// The maximum number of bytes of a document that is read.
    static let maximumDocumentByteCount = 64 << 20

    init(of path: String, files: any FileLayer) {
        self.files = files
        let (prefix, name) = FilePath.split(path)
        directory = "\(prefix).\(name).published"
    }

    func path(of number: Int64) -> String { "\(directory)/\(number)" }
    private var list: String { "\(directory)/list" }
    private var pending: String { "\(directory)/pending" }
    private var lockPath: String { "\(directory)/lock" }

    /// Creates the directory if needed, and takes the lock; `nil` if another process holds it.
    func lock() throws(FileFailure) -> OpenFile? {
        try files.makeDirectory(directory)
        return try files.lock(lockPath)
    }

    /// The publications, the oldest first, with one that was interrupted if the file has its bytes.
    ///
    /// - Throws: Also if the list is damaged.
    func entries(current: [UInt8]?) throws(FileFailure) -> [Entry] {
        guard let entries = try readableEntries(current: current) else {
            throw FileFailure(
                "read", list,
                reason: "it is not a list of publications; the next publication begins a new one")
        }
        return entries
    }

    /// The publications, as ``entries(current:)`` returns them; `nil` if the list is damaged.
    func readableEntries(current: [UInt8]?) throws(FileFailure) -> [Entry]? {
        // After a number that somebody has made up, no greater one may be left.
        guard var entries = try read(list), entries.last?.number ?? 0 <= Self.maximumNumber / 2 else { return nil }
        for entry in try read(pending) ?? [] where entry.number > entries.last?.number ?? 0 {
            if let current, try document(entry.number) == current { entries.append(entry) }
        }
        return entries
    }

    /// Puts a damaged list aside, and returns the highest number that a new list must not use again.
    func setListAside() throws(FileFailure) -> Int64? {
        try files.rename(list, to: list + ".damaged")
        var number: Int64 = 0
        while number < Self.maximumNumber, files.modificationTime(of: path(of: number + 1)) != nil { number += 1 }
        return number == 0 ? nil : number
    }

    /// The bytes of a publication; `nil` if there is no such publication.
    func document(_ number: Int64) throws(FileFailure) -> [UInt8]? {
        do throws(FileFailure) {
            return try files.read(path(of: number), limit: Self.maximumDocumentByteCount)
        } catch {
            guard error.isAbsence else { throw error }
            return nil
        }
    }

    /// Keeps the bytes of a publication. An interrupted attempt may have left other bytes.
    func keep(_ bytes: [UInt8], as number: Int64) throws(FileFailure) {
        try replace(path(of: number), with: bytes)
    }

    func announce(_ entry: Entry) throws(FileFailure) {
        try replace(pending, with: Self.bytes(of: [entry]))
        try files.synchronizeDirectory(directory)
    }

    /// Writes the list, and then removes what is no longer in it.
    func save(_ entries: [Entry], removing old: [Entry]) throws(FileFailure) {
        try replace(list, with: Self.bytes(of: entries))
        try files.synchronizeDirectory(directory)
        for name in old.map({ path(of: $0.number) }) + [pending] {
            do throws(FileFailure) {
                try files.remove(name)
            } catch {
                guard error.isAbsence else { throw error }
            }
        }
    }

    /// Replaces a file as a whole.
    private func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
        let staged = try StagedDocument(bytes, for: path, files: files, access: nil)
        try staged.commit()
    }

    /// The publications that a file names; `nil` if it is damaged.
    private func read(_ path: String) throws(FileFailure) -> [Entry]? {
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try files.read(path, limit: Self.maximumListByteCount)
        } catch {
            guard error.isAbsence else { throw error }
            return []
        }
        guard let tree = try? JSONTree(parsing: bytes, sourceName: path), tree.kind(of: 0) == .array else { return nil }
        var entries: [Entry] = []
        for node in tree.elements(of: 0) {
            let item = tree[node]
            guard let number = item.member(named: "number")?.string.flatMap({ Int64($0) }),
                (1...Self.maximumNumber).contains(number), number > entries.last?.number ?? 0
            else { return nil }
            entries.append(
                Entry(number: number, record: item.member(named: "record").flatMap { PublicationRecord($0.text) }))
        }
        return entries
    }

    private static func bytes(of entries: [Entry]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for entry in entries {
            writer.beginObject()
            writer.write(key: "number")
            writer.write("\(entry.number)")
            if let record = entry.record {
                writer.write(key: "record")
                writer.write(raw: record.bytes)
            }
            writer.endObject()
        }
        writer.endArray()
        return writer.bytes
    }
}
