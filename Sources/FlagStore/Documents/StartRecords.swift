import FlagResolver

/// The starts of a version of the program that did not end normally: one record for each, in the file `starts`.
///
/// The file is not synchronised, because the system keeps unwritten bytes when a process ends.
struct StartRecords: Sendable {
    let directory: CacheDirectory

    /// The record of one start: the version of the program.
    private let record: [UInt8]

    /// The maximum size of the file. More starts in a row would make no difference.
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

    /// Adds a start.
    ///
    /// - Returns: Whether it was added; `false` if there are enough already.
    func add() throws(FileFailure) -> Bool {
        let size = bytes?.count
        if let size, size + record.count > Self.maximumByteCount { return false }
        if size == nil { try? directory.files.remove(directory.path(.starts)) }
        try directory.files.append(record, to: directory.path(.starts))
        return true
    }

    /// Removes all starts.
    func removeAll() {
        // Without the file, there is nothing to remove.
        try? directory.files.remove(directory.path(.starts))
    }
}
