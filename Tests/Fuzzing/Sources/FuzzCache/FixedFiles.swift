import FlagStore

/// Files that can be read, and that ignore all writes.
struct FixedFiles: FileLayer {
    private let contents: [String: [UInt8]]

    init(_ contents: [String: [UInt8]]) {
        self.contents = contents
    }

    func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
        guard let bytes = contents[path] else {
            throw FileFailure("read", path, reason: "no such file", isAbsence: true)
        }
        guard bytes.count <= limit else { throw FileFailure("read", path, reason: "too large") }
        return bytes
    }

    func makeDirectory(_ path: String) {}

    func create(_ path: String) -> OpenFile { OpenFile(number: 1) }

    func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) {}

    func append(_ bytes: [UInt8], to path: String) {}

    func names(_ path: String, _ file: OpenFile) -> Bool { true }

    func modificationTime(of path: String) -> Int64? { nil }

    func setModificationTime(of path: String, to time: Int64) {}

    func synchronize(_ file: OpenFile) {}

    func close(_ file: OpenFile) {}

    func rename(_ path: String, to newPath: String) {}

    func link(_ path: String, to newPath: String) -> Bool { true }

    func remove(_ path: String) {}

    func synchronizeDirectory(_ path: String) {}

    func lock(_ path: String) -> OpenFile? { OpenFile(number: 2) }

    func unlock(_ file: OpenFile) {}
}
