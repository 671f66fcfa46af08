import FlagResolver

/// The starts of a version of the program that did not end normally: one record for each, in the file `starts`.
///
/// The file is not synchronised, because the system keeps unwritten bytes when a process ends.
struct StartRecords: Sendable {
    let directory: CacheDirectory

    /// The record of one start: the version of the program.
    private let record: [UInt8]

    /// The maximum size of the file.
    private static let maximumByteCount = 1_024

    init(in directory: CacheDirectory, program: UInt64) {
        self.directory = directory
        var bytes: [UInt8] = []
        bytes.append(littleEndian: program)
        record = bytes
    }

    private var bytes: [UInt8]? {
        try? directory.files.read(directory.path(.starts), limit: Self.maximumByteCount)
    }

    /// How many of the last starts of this version ended early, in a row. A damaged file counts as none.
    var earlyEnds: Int {
        var count = 0
        var rest = (bytes ?? [])[...]
        while rest.count >= record.count, rest.suffix(record.count).elementsEqual(record) {
            rest.removeLast(record.count)
            count += 1
        }
        return count
    }

    /// Adds a start. A file that is full or unreadable is replaced; of a full one, as many starts are kept as matter.
    func add() throws(FileFailure) {
        let (path, old) = (directory.path(.starts), bytes)
        if let old, old.count + record.count <= Self.maximumByteCount {
            return try directory.files.append(record, to: path)
        }
        try? directory.files.remove(path)
        let kept = (old ?? []).suffix(CrashLoopBreaker.allowedEarlyEnds * record.count)
        try directory.files.append(kept + record, to: path)
    }

    /// Removes all starts.
    func removeAll() {
        // Without the file, there is nothing to remove.
        try? directory.files.remove(directory.path(.starts))
    }
}
