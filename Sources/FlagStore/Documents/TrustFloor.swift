import FlagResolver

/// The version below which no document is accepted.
///
/// 1. It is the highest of: the version of the bundled document, that of the policy, and that of the last authentic document
///    that was kept.
/// 2. The last one is in a file of its own directory, so that it survives a cleared cache. The file is written after the
///    document: a process that is killed between the two has a floor that is too low, never one that is too high.
/// 3. A document with the version of the last one must have its text.
/// 4. Without the file, for example after it was damaged, the floor rises again to the document on disk at the next start.
package final class TrustFloor: Sendable {
    private let policy: TrustPolicy
    private let files: any FileLayer
    private let path: String?
    private let state: Locked<State>

    private struct State: Sendable {
        var bundledVersion: Int64 = 0

        /// The last authentic document: the one of the file, or of this run.
        var last: Mark?

        /// The one of the file, as far as this process knows.
        var kept: Mark?
    }

    /// A document that was accepted.
    struct Mark: Hashable, Sendable {
        let version: Int64

        /// The SHA-256 of its signed text, in hexadecimal digits.
        let digest: String
    }

    init(_ policy: TrustPolicy, files: any FileLayer) {
        self.policy = policy
        self.files = files
        state = Locked(State())
        guard let directory = policy.directory, !directory.isEmpty else {
            path = nil
            return
        }
        // Several documents may share a directory; their names may have any characters.
        let name = "\(policy.document)\0\(policy.environment ?? "")"
        let checksum = DocumentIdentity(of: Array(name.utf8)).checksum
        path = "\(directory)/floor-\(String(checksum, radix: 16))"
    }

    /// The lowest version that is accepted.
    var version: Int64 { state.withLock { version(of: $0) } }

    private func version(of state: State) -> Int64 {
        max(policy.minimumVersion, state.bundledVersion, state.last?.version ?? 0)
    }

    /// Reads the file, and takes the version of the bundled document into account.
    func load(bundledVersion: Int64?) -> StoreDiagnostic? {
        state.withLock { $0.bundledVersion = max(0, bundledVersion ?? 0) }
        return readAgain()
    }

    /// Reads the file, which another process may have changed.
    func readAgain() -> StoreDiagnostic? {
        guard let path else { return nil }
        do throws(FileFailure) {
            let bytes = try files.read(path, limit: CacheFile.overhead + Self.maximumByteCount)
            guard let file = CacheFile(bytes), let found = FloorFile(file.payload) else {
                return .damagedFloor(path)
            }
            guard found.isOf(policy) else { return nil }
            state.withLock { state in
                state.kept = found.mark
                if found.mark.version >= state.last?.version ?? 0 { state.last = found.mark }
            }
            return nil
        } catch {
            return error.isAbsence ? nil : .unreadableFloor(error)
        }
    }

    /// Checks that a document is not below the floor.
    ///
    /// - Parameter isConfirmed: Whether it is the document that the crash-loop breaker goes back to. That one may be older than
    ///   the last one, but not older than the policy and the bundled document demand.
    func check(_ facts: SignedDocumentFacts, isConfirmed: Bool) throws(TrustFailure) {
        let (floor, last) = state.withLock { state in
            (isConfirmed ? max(policy.minimumVersion, state.bundledVersion) : version(of: state), state.last)
        }
        guard facts.version >= floor else { throw .older(version: facts.version, floor: floor) }
        if let last, last.version == facts.version, last.digest != facts.digest {
            throw .otherText(version: facts.version)
        }
    }

    /// Raises the floor to an authentic document that this process uses, but has not kept.
    func raise(to facts: SignedDocumentFacts) {
        state.withLock { state in
            if facts.version > state.last?.version ?? 0 {
                state.last = Mark(version: facts.version, digest: facts.digest)
            }
        }
    }

    /// Whether the newest document on disk raises the floor at a start, because the process may have ended before it could.
    ///
    /// In a new epoch, it does not: it may be the one to leave behind.
    var risesAtStart: Bool { policy.epoch <= 1 || state.withLock { $0.kept } != nil }

    /// Whether the file has a document, or a later one.
    func isKept(_ facts: SignedDocumentFacts) -> Bool {
        path == nil || state.withLock { $0.kept.map { $0.version >= facts.version } ?? false }
    }

    /// Raises the floor to an authentic document that is on disk. Only the owner of the cache may call it.
    ///
    /// - Returns: The problem, if the floor could not be written.
    func keep(_ facts: SignedDocumentFacts, at wallTime: Int64) -> StoreDiagnostic? {
        // A damaged file is replaced.
        _ = readAgain()
        raise(to: facts)
        guard let path, let directory = policy.directory else { return nil }
        let (last, kept) = state.withLock { ($0.last, $0.kept) }
        guard let last, last != kept else { return nil }
        let file = CacheFile(writtenAt: wallTime, payload: FloorFile(policy, last).encoded)
        do throws(FileFailure) {
            try files.makeDirectory(directory)
            try files.stage(file.encoded, as: path + ".temporary")
            try files.rename(path + ".temporary", to: path)
            try files.synchronizeDirectory(directory)
            state.withLock { $0.kept = last }
            return nil
        } catch {
            return .floorNotKept(error)
        }
    }

    private static let maximumByteCount = 4_096
}

/// The content of the file of a ``TrustFloor``: an object of JSON.
private struct FloorFile {
    let document: String
    let environment: String?
    let epoch: Int
    let mark: TrustFloor.Mark

    init(_ policy: TrustPolicy, _ mark: TrustFloor.Mark) {
        document = policy.document
        environment = policy.environment
        epoch = policy.epoch
        self.mark = mark
    }

    init?(_ bytes: [UInt8]) {
        guard let tree = try? JSONTree(parsing: bytes),
            let document = tree.member(named: "document", of: 0).flatMap({ tree.string(at: $0) }),
            let epoch = tree.member(named: "epoch", of: 0).flatMap({ tree[$0].int }),
            let version = tree.member(named: "version", of: 0).flatMap({ tree.int64(at: $0) }),
            let digest = tree.member(named: "digest", of: 0).flatMap({ tree.string(at: $0) })
        else { return nil }
        self.document = document
        environment = tree.member(named: "environment", of: 0).flatMap { tree.string(at: $0) }
        self.epoch = epoch
        mark = TrustFloor.Mark(version: version, digest: digest)
    }

    func isOf(_ policy: TrustPolicy) -> Bool {
        document == policy.document && environment == policy.environment && epoch == policy.epoch
    }

    var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write(key: "document")
        writer.write(document)
        if let environment {
            writer.write(key: "environment")
            writer.write(environment)
        }
        writer.write(key: "epoch")
        writer.write(epoch)
        writer.write(key: "version")
        writer.write(mark.version)
        writer.write(key: "digest")
        writer.write(mark.digest)
        writer.endObject()
        return writer.bytes
    }
}
