import FlagResolver
package import FlagStore

/// Files in memory that fail on demand, and that lose unsynchronised data on a simulated power failure.
package final class MemoryFiles: FileLayer {
    package enum Operation: String, CaseIterable, Hashable, Sendable {
        case makeDirectory, create, append, write, synchronize, rename, link, remove, synchronizeDirectory, lock
    }

    /// What survives a crash.
    package enum Loss: CaseIterable, Sendable {
        /// The process was killed; all data survives.
        case nothing

        /// The power failed: unsynchronised bytes and names are lost.
        case everythingUnsynchronized

        /// The power failed, and names were written before bytes.
        case unsynchronizedBytes
    }

    private struct File: Sendable {
        var bytes: [UInt8] = []
        var durableBytes: [UInt8] = []
    }

    private struct State: Sendable {
        var files: [Int32: File] = [:]
        var names: [String: Int32] = [:]
        var durableNames: [String: Int32] = [:]
        var excluded: Set<Int32> = []
        var locks: Set<String> = []
        var lockFiles: [Int32: String] = [:]
        var modificationTimes: [String: Int64] = [:]
        var nextNumber: Int32 = 1
        var operationCount = 0
        var operationsUntilDeath = Int.max
        var failing: [Operation: String] = [:]
    }

    private let state: Locked<State>

    package init() {
        state = Locked(State())
    }

    private init(_ initial: State) {
        state = Locked(initial)
    }

    /// The number of operations so far.
    package var operationCount: Int { state.withLock { $0.operationCount } }

    /// All names, sorted.
    package var names: [String] { state.withLock { $0.names.keys.sorted() } }

    /// Makes operations fail from now on.
    package func fail(_ operations: [Operation], reason: String = "no space left on device") {
        state.withLock { state in
            state.failing = Dictionary(uniqueKeysWithValues: operations.map { ($0, reason) })
        }
    }

    /// Kills the process in the middle of the operation after this number of operations.
    package func die(after count: Int) {
        state.withLock { $0.operationsUntilDeath = count }
    }

    /// The files that another process finds after a crash.
    package func remains(after loss: Loss) -> MemoryFiles {
        var left = State()
        let now = state.withLock { $0 }
        left.nextNumber = now.nextNumber
        left.names = loss == .everythingUnsynchronized ? now.durableNames : now.names
        left.durableNames = left.names
        left.modificationTimes = now.modificationTimes
        for (number, file) in now.files {
            let bytes = loss == .nothing ? file.bytes : file.durableBytes
            left.files[number] = File(bytes: bytes, durableBytes: bytes)
        }
        return MemoryFiles(left)
    }

    /// The bytes of a file.
    package subscript(path: String) -> [UInt8]? {
        get { state.withLock { state in state.names[path].flatMap { state.files[$0]?.bytes } } }
        set {
            state.withLock { state in
                guard let newValue else {
                    state.names[path] = nil
                    return
                }
                let number = state.names[path] ?? state.nextNumber
                state.nextNumber += 1
                state.files[number] = File(bytes: newValue, durableBytes: newValue)
                state.names[path] = number
                state.durableNames[path] = number
            }
        }
    }

    private func perform<Value: Sendable>(
        _ operation: Operation,
        _ path: String,
        dying: @Sendable (inout State) -> Void = { _ in },
        _ body: @Sendable (inout State) -> Result<Value, FileFailure>
    ) throws(FileFailure) -> Value {
        try state.withLock { state -> Result<Value, FileFailure> in
            guard state.operationCount < state.operationsUntilDeath else {
                if state.operationCount == state.operationsUntilDeath { dying(&state) }
                state.operationCount += 1
                return .failure(FileFailure(operation.rawValue, path, reason: "the process is dead"))
            }
            state.operationCount += 1
            if let reason = state.failing[operation] {
                return .failure(FileFailure(operation.rawValue, path, reason: reason))
            }
            return body(&state)
        }.get()
    }

    package func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
        guard let bytes = self[path] else { throw FileFailure("read", path, reason: "absent", isAbsence: true) }
        guard bytes.count <= limit else { throw FileFailure("read", path, reason: "too large") }
        return bytes
    }

    package func makeDirectory(_ path: String) throws(FileFailure) {
        try perform(.makeDirectory, path) { _ in .success(()) }
    }

    package func create(_ path: String) throws(FileFailure) -> OpenFile {
        try perform(.create, path) { state -> Result<OpenFile, FileFailure> in
            guard state.names[path] == nil else {
                return .failure(FileFailure("create", path, reason: "file exists"))
            }
            let number = state.nextNumber
            state.nextNumber += 1
            state.files[number] = File()
            state.names[path] = number
            return .success(OpenFile(number: number))
        }
    }

    package func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(FileFailure) {
        let half = bytes.prefix(bytes.count / 2)
        let writeHalf: @Sendable (inout State) -> Void = { $0.files[file.number]?.bytes += half }
        try perform(.write, "file", dying: writeHalf) { state -> Result<Void, FileFailure> in
            state.files[file.number]?.bytes += bytes
            return .success(())
        }
    }

    package func append(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        try perform(.append, path) { state -> Result<Void, FileFailure> in
            let number = state.names[path] ?? state.nextNumber
            if state.names[path] == nil { state.nextNumber += 1 }
            state.files[number, default: File()].bytes += bytes
            state.names[path] = number
            return .success(())
        }
    }

    package func names(_ path: String, _ file: OpenFile) -> Bool {
        state.withLock { $0.lockFiles[file.number] == path }
    }

    package func modificationTime(of path: String) -> Int64? {
        state.withLock { $0.modificationTimes[path] }
    }

    package func setModificationTime(of path: String, to time: Int64) throws(FileFailure) {
        state.withLock { $0.modificationTimes[path] = time }
    }

    package func synchronize(_ file: OpenFile) throws(FileFailure) {
        try perform(.synchronize, "file") { state -> Result<Void, FileFailure> in
            if let bytes = state.files[file.number]?.bytes { state.files[file.number]?.durableBytes = bytes }
            return .success(())
        }
    }

    package func close(_ file: OpenFile) {}

    package func unlock(_ file: OpenFile) {
        state.withLock { state in
            if let path = state.lockFiles.removeValue(forKey: file.number) { state.locks.remove(path) }
        }
    }

    package func rename(_ path: String, to newPath: String) throws(FileFailure) {
        try perform(.rename, path) { state -> Result<Void, FileFailure> in
            guard let number = state.names.removeValue(forKey: path) else {
                return .failure(FileFailure("rename", path, reason: "absent", isAbsence: true))
            }
            state.names[newPath] = number
            return .success(())
        }
    }

    package func link(_ path: String, to newPath: String) throws(FileFailure) -> Bool {
        try perform(.link, path) { state -> Result<Bool, FileFailure> in
            guard let number = state.names[path] else {
                return .failure(FileFailure("link", path, reason: "absent", isAbsence: true))
            }
            guard state.names[newPath] == nil else { return .success(false) }
            state.names[newPath] = number
            return .success(true)
        }
    }

    package func excludeFromBackups(_ path: String) throws(FileFailure) {
        state.withLock { state in
            if let number = state.names[path] { state.excluded.insert(number) }
        }
    }

    /// Whether a file is left out of backups.
    package func isExcludedFromBackups(_ path: String) -> Bool {
        state.withLock { state in state.names[path].map { state.excluded.contains($0) } ?? false }
    }

    package func remove(_ path: String) throws(FileFailure) {
        try perform(.remove, path) { state -> Result<Void, FileFailure> in
            guard state.names.removeValue(forKey: path) != nil else {
                return .failure(FileFailure("remove", path, reason: "absent", isAbsence: true))
            }
            return .success(())
        }
    }

    package func synchronizeDirectory(_ path: String) throws(FileFailure) {
        try perform(.synchronizeDirectory, path) { state in
            state.durableNames = state.names
            return .success(())
        }
    }

    package func lock(_ path: String) throws(FileFailure) -> OpenFile? {
        try perform(.lock, path) { state -> Result<OpenFile?, FileFailure> in
            guard state.locks.insert(path).inserted else { return .success(nil) }
            let number = state.nextNumber
            state.nextNumber += 1
            state.lockFiles[number] = path
            return .success(OpenFile(number: number))
        }
    }
}
