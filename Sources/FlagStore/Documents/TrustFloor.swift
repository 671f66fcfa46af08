import FlagResolver

/// The version below which no document is accepted.
///
/// 1. It is the highest of: that of the policy, that of the bundled document if the verifier accepts its signatures, and those of
///    the authentic documents that were kept.
/// 2. The last ones are floors for each public key that has signed. Only those of keys that the app has now count: an app without
///    a stolen key forgets what the thief has raised with it.
/// 3. They are in a file of its own directory, so that they survive a cleared cache. The file is written after the document: a
///    process that is killed between the two has a floor that is too low, never one that is too high.
/// 4. A document with the version of a floor must have its text.
/// 5. Without the file, for example after it was damaged, the floors rise again to the documents on disk at the next start.
package final class TrustFloor: Sendable {
    private let policy: TrustPolicy
    private let files: any FileLayer
    private let path: String?
    private let state: Locked<State>

    private struct State: Sendable {
        var bundled = DocumentVersion.lowest

        /// The last authentic document of each key: those of the file, and of this run.
        var marks: [String: Mark] = [:]

        /// Those of the file, as far as this process knows.
        var kept: [String: Mark] = [:]

        /// Whether the file has the form of today.
        var isCurrent = false

        /// Whether the file could not be written.
        var hasFailed = false
    }

    /// A document that was accepted.
    struct Mark: Hashable, Sendable {
        let version: DocumentVersion

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
    var version: DocumentVersion { state.withLock { version(of: $0) } }

    /// Whether the floor survives the end of the process, as far as is known.
    var isKept: Bool { path != nil && !state.withLock { $0.hasFailed } }

    /// Whether no floor of a key that the app has is known.
    var isLost: Bool { state.withLock { counting($0).isEmpty } }

    private func version(of state: State) -> DocumentVersion {
        max(policy.minimum, state.bundled, counting(state).map(\.version).max() ?? .lowest)
    }

    /// The floors of the keys that the app has.
    private func counting(_ state: State) -> [Mark] { policy.keys.compactMap { state.marks[$0] } }

    /// Reads the file, and takes the version of an authentic bundled document into account.
    func load(bundled: DocumentVersion?) -> [StoreDiagnostic] {
        state.withLock { $0.bundled = bundled ?? .lowest }
        let isForgotten = path == nil && policy.isEnforced
        return [readAgain(), isForgotten ? .floorWithoutDirectory : nil].compactMap { $0 }
    }

    /// Reads the file, which another process may have changed.
    func readAgain() -> StoreDiagnostic? {
        guard let path else { return nil }
        do throws(FileFailure) {
            let bytes = try files.read(path, limit: CacheFile.overhead + FloorFile.maximumByteCount)
            guard let file = CacheFile(bytes), let found = FloorFile(file.payload, keys: policy.keys) else {
                state.withLock { $0.kept = [:] }
                return .damagedFloor(path)
            }
            guard found.isOf(policy) else { return nil }
            state.withLock { state in
                state.kept = found.marks
                state.isCurrent = found.isCurrent
                for (key, mark) in found.marks where mark.version >= state.marks[key]?.version ?? .lowest {
                    state.marks[key] = mark
                }
            }
            return nil
        } catch {
            guard error.isAbsence else { return .unreadableFloor(error) }
            state.withLock { $0.kept = [:] }
            return nil
        }
    }

    /// Checks that a document is not below the floor.
    ///
    /// - Parameters:
    ///   - stored: The authentic document that it would replace.
    ///   - isExempt: Whether it may be older than the last one, as the document may to which the crash-loop breaker goes back. It
    ///     must not be older than the policy and the bundled document demand.
    func check(
        _ facts: SignedDocumentFacts, replacing stored: SignedDocumentFacts? = nil, isExempt: Bool
    ) throws(TrustFailure) {
        let (floor, marks) = state.withLock { state in
            (isExempt ? max(policy.minimum, state.bundled) : version(of: state), counting(state))
        }
        guard facts.version >= floor else { throw .older(facts.version, floor: floor) }
        if isExempt { return }
        // Apps with other keys may have accepted another text, so one that is equal is enough.
        let same = marks.filter { $0.version == facts.version }
        let isKnown = same.isEmpty || same.contains { $0.digest == facts.digest }
        let replacesOther = stored.map { $0.version == facts.version && $0.digest != facts.digest } ?? false
        if !isKnown || replacesOther { throw .otherText(facts.version) }
    }

    /// Whether a document is the last one that was accepted with a key of the app.
    func hasAccepted(_ facts: SignedDocumentFacts) -> Bool {
        state.withLock { counting($0) }.contains { $0.version == facts.version && $0.digest == facts.digest }
    }

    /// Raises the floors to an authentic document that this process uses, but has not kept.
    func raise(to facts: SignedDocumentFacts) {
        state.withLock { state in
            for key in facts.keys where facts.version > state.marks[key]?.version ?? .lowest {
                state.marks[key] = Mark(version: facts.version, digest: facts.digest)
            }
        }
    }

    /// Whether the file has all floors, in the form of today.
    var isWritten: Bool {
        path == nil || state.withLock { $0.marks == $0.kept && ($0.isCurrent || $0.marks.isEmpty) }
    }

    /// Raises the floors to an authentic document that is on disk. Only the owner of the cache may call it.
    ///
    /// - Parameter facts: The document; `nil` to write what is known.
    /// - Returns: The problem, if the floors could not be written.
    func keep(_ facts: SignedDocumentFacts?, at wallTime: Int64) -> StoreDiagnostic? {
        // A damaged file is replaced.
        _ = readAgain()
        if let facts { raise(to: facts) }
        guard let path, let directory = policy.directory, !isWritten else { return nil }
        let marks = state.withLock { $0.marks }
        let file = CacheFile(writtenAt: wallTime, payload: FloorFile(policy, marks).encoded)
        do throws(FileFailure) {
            try files.makeDirectory(directory)
            try files.stage(file.encoded, as: path + ".temporary")
            try files.rename(path + ".temporary", to: path)
            try files.synchronizeDirectory(directory)
            state.withLock { state in
                state.kept = marks
                state.isCurrent = true
                state.hasFailed = false
            }
            return nil
        } catch {
            state.withLock { $0.hasFailed = true }
            return .floorNotKept(error)
        }
    }

    /// Raises the floors to an authentic document that no cache keeps, because its source is a file.
    ///
    /// - Returns: The problem, if the floors could not be written.
    func keepAlone(_ facts: SignedDocumentFacts, at wallTime: Int64) -> StoreDiagnostic? {
        guard let path, let directory = policy.directory else { return nil }
        do throws(FileFailure) {
            try files.makeDirectory(directory)
            // Another process that writes at this moment: the next check raises the floor.
            guard let lock = try files.lock(path + ".lock") else { return nil }
            defer { files.unlock(lock) }
            return keep(facts, at: wallTime)
        } catch {
            state.withLock { $0.hasFailed = true }
            return .floorNotKept(error)
        }
    }
}

/// The content of the file of a ``TrustFloor``: an object of JSON.
private struct FloorFile {
    let document: String
    let environment: String?
    let marks: [String: TrustFloor.Mark]

    /// Whether the file has the form of today: a floor for each key.
    let isCurrent: Bool

    static let maximumByteCount = 64 << 10

    init(_ policy: TrustPolicy, _ marks: [String: TrustFloor.Mark]) {
        document = policy.document
        environment = policy.environment
        self.marks = marks
        isCurrent = true
    }

    /// - Parameter keys: The keys of the app. A file of the form before has one floor, which counts for all of them.
    init?(_ bytes: [UInt8], keys: [String]) {
        guard let tree = try? JSONTree(parsing: bytes),
            let document = tree.member(named: "document", of: 0).flatMap({ tree.string(at: $0) })
        else { return nil }
        self.document = document
        environment = tree.member(named: "environment", of: 0).flatMap { tree.string(at: $0) }
        guard let floors = tree.member(named: "floors", of: 0) else {
            // Its epoch was one of the app, and documents had none.
            guard let version = tree.member(named: "version", of: 0).flatMap({ tree.int64(at: $0) }),
                let digest = tree.member(named: "digest", of: 0).flatMap({ tree.string(at: $0) })
            else { return nil }
            let mark = TrustFloor.Mark(version: DocumentVersion(version), digest: digest)
            marks = Dictionary(keys.map { ($0, mark) }) { first, _ in first }
            isCurrent = false
            return
        }
        guard tree.kind(of: floors) == .object else { return nil }
        var marks: [String: TrustFloor.Mark] = [:]
        for (key, floor) in tree.members(of: floors) {
            guard let key = tree.string(at: key), tree.kind(of: floor) == .object,
                let epoch = tree.member(named: "epoch", of: floor).flatMap({ tree.int64(at: $0) }),
                let version = tree.member(named: "version", of: floor).flatMap({ tree.int64(at: $0) }),
                let digest = tree.member(named: "digest", of: floor).flatMap({ tree.string(at: $0) })
            else { return nil }
            marks[key] = TrustFloor.Mark(version: DocumentVersion(version, epoch: epoch), digest: digest)
        }
        self.marks = marks
        isCurrent = true
    }

    func isOf(_ policy: TrustPolicy) -> Bool {
        document == policy.document && environment == policy.environment
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
        writer.write(key: "floors")
        writer.beginObject()
        for (key, mark) in marks.sorted(by: { $0.key < $1.key }) {
            writer.write(key: key)
            writer.beginObject()
            writer.write(key: "epoch")
            writer.write(mark.version.epoch)
            writer.write(key: "version")
            writer.write(mark.version.version)
            writer.write(key: "digest")
            writer.write(mark.digest)
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }
}
