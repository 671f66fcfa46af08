import FlagStore
import TestSupport

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
private struct PiecemealFiles: WrappedFiles {
    let files = SystemFiles()

    func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(FileFailure) {
        var rest = bytes
        while !rest.isEmpty {
            try files.write(rest.prefix(16), to: file)
            rest = rest.dropFirst(16)
        }
    }
}
