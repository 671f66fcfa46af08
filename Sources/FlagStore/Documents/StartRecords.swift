import FlagResolver

/// The starts of a version of the program that may have been crashes, in the file `starts`.
///
/// 1. A start has a record of 8 bytes from the time at which it is in the foreground: the version of the program. If it
///    leaves the foreground, the inverted bits of the version follow, which cancel the record.
/// 2. A long run and a normal exit remove the file.
/// 3. The file is not synchronised, because the system keeps unwritten bytes when a process ends.
struct StartRecords: Sendable {
    let directory: CacheDirectory

    private let entered: [UInt8]
    private let left: [UInt8]

    /// The maximum size of the file.
    private static let maximumByteCount = 1_024

    init(in directory: CacheDirectory, program: UInt64) {
        self.directory = directory
        entered = Self.record(program)
        left = Self.record(~program)
    }

    private static func record(_ number: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: number)
        return bytes
    }

    private var bytes: [UInt8]? {
        try? directory.files.read(directory.path(.starts), limit: Self.maximumByteCount)
    }

    /// How many of the last starts of this version were crashes, in a row. A damaged file counts as none.
    var crashes: Int { count(in: bytes ?? []) }

    private func count(in bytes: [UInt8]) -> Int {
        guard bytes.count.isMultiple(of: entered.count) else { return 0 }
        var count = 0
        for start in stride(from: 0, to: bytes.count, by: entered.count) {
            let record = bytes[start..<start + entered.count]
            // A record of another version ends the row.
            count = record == entered[...] ? count + 1 : record == left[...] ? max(0, count - 1) : 0
        }
        return count
    }

    /// Notes that a start is in the foreground.
    func enterForeground() throws(FileFailure) {
        try add(entered)
    }

    /// Notes that the start of the last record has left the foreground.
    func leaveForeground() throws(FileFailure) {
        try add(left)
    }

    /// Adds a record. A file that is full, damaged or unreadable is replaced; of a full one, as many crashes are kept as
    /// matter.
    private func add(_ record: [UInt8]) throws(FileFailure) {
        let (path, old) = (directory.path(.starts), bytes)
        if let old, old.count.isMultiple(of: record.count), old.count + record.count <= Self.maximumByteCount {
            return try directory.files.append(record, to: path)
        }
        try? directory.files.remove(path)
        let kept = min(old.map { count(in: $0) } ?? 0, CrashLoopBreaker.allowedCrashes.bundled + 1)
        try directory.files.append(Array(repeatElement(entered, count: kept).joined()) + record, to: path)
    }

    /// Removes all records.
    func removeAll() {
        // Without the file, there is nothing to remove.
        try? directory.files.remove(directory.path(.starts))
    }
}
