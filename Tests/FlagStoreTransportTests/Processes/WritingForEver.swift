import FlagStore

/// Writes documents into a cache until a second thread kills the process.
func writeForever(in path: String, killedAfter microseconds: Int) {
    let cache = DocumentCache(directory: path, files: PiecemealFiles())
    let text = String(repeating: "x", count: 60_000)
    var number: Int64 = 0
    while true {
        number += 1
        let payload = Array("{\"n\": \(number), \"text\": \"\(text)\"}".utf8)
        _ = cache.write(payload, identity: DocumentIdentity(of: payload), entityTag: "\"\(number)\"", at: number)
        // The time starts with the first complete document.
        if number == 1 {
            _ = OwnThread.start {
                sleepMicroseconds(microseconds)
                sendKill(to: ownProcess)
            }
        }
    }
}

/// The system's files, written in small pieces so that most kills hit the middle of a file.
private struct PiecemealFiles: FileLayer {
    private let files = SystemFiles()

    func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(FileFailure) {
        var rest = bytes
        while !rest.isEmpty {
            try files.write(rest.prefix(16), to: file)
            rest = rest.dropFirst(16)
        }
    }

    func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] { try files.read(path, limit: limit) }
    func makeDirectory(_ path: String) throws(FileFailure) { try files.makeDirectory(path) }
    func create(_ path: String) throws(FileFailure) -> OpenFile { try files.create(path) }
    func synchronize(_ file: OpenFile) throws(FileFailure) { try files.synchronize(file) }
    func close(_ file: OpenFile) { files.close(file) }
    func rename(_ path: String, to newPath: String) throws(FileFailure) { try files.rename(path, to: newPath) }
    func remove(_ path: String) throws(FileFailure) { try files.remove(path) }
    func synchronizeDirectory(_ path: String) throws(FileFailure) { try files.synchronizeDirectory(path) }
    func lock(_ path: String) throws(FileFailure) -> OpenFile? { try files.lock(path) }
    func unlock(_ file: OpenFile) { files.unlock(file) }
    func append(_ bytes: [UInt8], to path: String) throws(FileFailure) { try files.append(bytes, to: path) }
    func names(_ path: String, _ file: OpenFile) -> Bool { files.names(path, file) }
    func modificationTime(of path: String) -> Int64? { files.modificationTime(of: path) }
    func setModificationTime(of path: String, to time: Int64) throws(FileFailure) {
        try files.setModificationTime(of: path, to: time)
    }
}
