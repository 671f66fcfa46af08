import FlagAnalysis
import FlagResolver
import FlagSigning
import FlagStore

extension CommandOption where Self == Option<String?> {
    /// The publisher's memory.
    static var publicationState: Self {
        Option(
            name: "state", value: .file("FILE"),
            summary:
                "the record of what was signed, so that an old publication that was put back is noticed; it is created if needed"
        ).configurable
    }
}

/// What was signed for publication last, for each document and environment: a file that the publisher keeps.
///
/// A destination is not trusted to remember: an old publication that somebody has put back verifies as well. The file is written
/// before the destination, so that no version is signed for two texts, also after an interruption.
struct PublicationState {
    /// A document that was signed.
    struct Entry: Equatable {
        let document: String
        let environment: String?
        let version: DocumentVersion
        /// The SHA-256 of the signed text, in hexadecimal digits.
        let digest: String
        /// The digest of what each destination has confirmed last, by the destinations as command lines name them: a publication that was
        /// interrupted has not replaced it.
        var published: [String: String] = [:]

        func isSame(as other: Self?) -> Bool { version == other?.version && digest == other?.digest }

        /// The digests that a destination can have, if nobody has put something else there.
        func expected(at destination: String) -> [String] { [digest] + [published[destination]].compactMap(\.self) }
    }

    /// The path as the command line names it.
    let path: String
    /// The file with symbolic links followed: a link stays, and the file that it leads to is replaced.
    private let file: String
    /// As they were when the run began.
    private let entries: [Entry]

    private static let maximumByteCount = 1 << 20
    /// How often the lock is asked for, every 100 milliseconds.
    private static let attemptCount = 100

    /// Reads the file; an absent one has no entries.
    ///
    /// - Returns: `nil` if it cannot be read, which has been reported.
    init?(_ path: String, in session: inout Session) {
        do throws(SystemError) {
            file = try FileSystem.resolved(path)
        } catch {
            session.report(InputError.unreadable(path: path, error).diagnostic)
            return nil
        }
        self.path = path
        guard let entries = Self.read(file, named: path, in: &session) else { return nil }
        self.entries = entries
    }

    /// Whether the record is in a file, which publishing or checking would replace or read.
    func isFile(at other: String) -> Bool {
        FileSystem.location(of: file).map { $0 == FileSystem.location(of: other) } ?? false
    }

    private static func read(_ file: String, named path: String, in session: inout Session) -> [Entry]? {
        guard FileSystem.exists(file) else { return [] }
        guard let bytes = InputSource.file(file).bytes(atMost: maximumByteCount, "the record has", in: &session) else {
            return nil
        }
        guard let entries = entries(in: bytes) else {
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error, message: "this is not a record of publications",
                    help: "restore it; without it, nobody knows which versions were signed"))
            return nil
        }
        return entries
    }

    private static func entries(in bytes: [UInt8]) -> [Entry]? {
        guard let tree = try? JSONTree(parsing: bytes), tree.kind(of: 0) == .object,
            let list = tree.member(named: "publications", of: 0), tree.kind(of: list) == .array
        else { return nil }
        var entries: [Entry] = []
        for node in tree.elements(of: list) {
            guard tree.kind(of: node) == .object else { return nil }
            func member(_ name: String) -> Int? { tree.member(named: name, of: node) }
            guard let document = member("document").flatMap({ tree.string(at: $0) }),
                let epoch = member("epoch").flatMap({ tree.int64(at: $0) }), SignedMembers.versions.contains(epoch),
                let version = member("version").flatMap({ tree.int64(at: $0) }),
                SignedMembers.versions.contains(version),
                let digest = member("digest").flatMap({ tree.string(at: $0) })
            else { return nil }
            var published: [String: String] = [:]
            if let node = member("published"), tree.kind(of: node) == .object {
                for (key, value) in tree.members(of: node) {
                    guard let key = tree.string(at: key), let text = tree.string(at: value) else { return nil }
                    published[key] = text
                }
            }
            let environment = member("environment")
            guard environment == nil || environment.flatMap({ tree.string(at: $0) }) != nil else { return nil }
            entries.append(
                Entry(
                    document: document, environment: environment.flatMap { tree.string(at: $0) },
                    version: DocumentVersion(version, epoch: epoch), digest: digest, published: published))
        }
        return entries
    }

    /// What was signed last for a document and an environment; `nil` if that is not recorded.
    func last(of document: String, _ environment: String?) -> Entry? {
        Self.last(of: document, environment, in: entries)
    }

    private static func last(of document: String, _ environment: String?, in entries: [Entry]) -> Entry? {
        // A merge of two branches can leave two lines for one document.
        entries.filter { isSame($0, document, environment) }.max { $0.version < $1.version }
    }

    private static func isSame(_ entry: Entry, _ document: String, _ environment: String?) -> Bool {
        entry.document.hasSameBytes(as: document)
            && (entry.environment.map { Array($0.utf8) } == environment.map { Array($0.utf8) })
    }

    /// What became of a document that was to be recorded.
    enum Recording {
        case done
        /// Somebody else has recorded another one since the run began.
        case overtaken
        /// It is not on disk. The problem has been reported.
        case failed
    }

    /// Records a document before it is published. Other publishers wait meanwhile.
    func record(_ entry: Entry, in session: inout Session) -> Recording {
        change(entry, in: &session) { last in
            guard
                last == nil && self.last(of: entry.document, entry.environment) == nil
                    || last?.isSame(as: self.last(of: entry.document, entry.environment)) == true
            else { return nil }
            var entry = entry
            entry.published = last?.published ?? [:]
            return entry
        }
    }

    /// Records that a destination has what was signed last.
    func confirm(_ entry: Entry, at destination: String, in session: inout Session) -> Recording {
        change(entry, in: &session) { last in
            // Somebody else may have signed a later one.
            guard var last, last.isSame(as: entry) else { return last ?? entry }
            last.published[destination] = last.digest
            return last
        }
    }

    /// Replaces the entry of a document under the lock.
    ///
    /// - Parameter body: The new entry, from the one that is in the file now; `nil` if somebody else has signed another document.
    private func change(_ entry: Entry, in session: inout Session, _ body: (Entry?) -> Entry?) -> Recording {
        let files = SystemFiles()
        func report(_ message: String, help: String) -> Recording {
            session.report(Diagnostic(subject: .name(path), severity: .error, message: message, help: help))
            return .failed
        }
        do throws(FileFailure) {
            guard let lock = try Self.lock(file + ".lock", files) else {
                return report("another process writes the record", help: "run it again")
            }
            defer {
                // Whoever has opened it already sees that the name is gone, and opens a new one.
                try? files.remove(file + ".lock")
                files.unlock(lock)
            }
            guard let now = Self.read(file, named: path, in: &session) else { return .failed }
            guard let changed = body(Self.last(of: entry.document, entry.environment, in: now)) else {
                return .overtaken
            }
            let others = now.filter { !Self.isSame($0, entry.document, entry.environment) }
            try files.stage(
                Self.bytes(of: others + [changed]), as: file + ".temporary",
                access: FileSystem.exists(file) ? file : nil)
            try files.rename(file + ".temporary", to: file)
            try files.synchronizeDirectory(FilePath.directory(of: file))
            return .done
        } catch {
            return report(
                "the record cannot be written: \(error)", help: "make it writable, or name another file with --state")
        }
    }

    /// Takes the lock; `nil` if another process does not release it in time.
    private static func lock(_ path: String, _ files: SystemFiles) throws(FileFailure) -> OpenFile? {
        for attempt in 1...attemptCount {
            if let lock = try files.lock(path) {
                if files.names(path, lock) { return lock }
                files.unlock(lock)
            }
            if attempt < attemptCount { OwnThread.pause(milliseconds: 100) }
        }
        return nil
    }

    /// One line for each document, so that differences of a repository can be read.
    private static func bytes(of entries: [Entry]) -> [UInt8] {
        let lines = entries.sorted {
            ($0.document, $0.environment ?? "") < ($1.document, $1.environment ?? "")
        }.map { entry in
            var writer = JSONWriter()
            writer.beginObject()
            writer.write(key: "document")
            writer.write(entry.document)
            if let environment = entry.environment {
                writer.write(key: "environment")
                writer.write(environment)
            }
            writer.write(key: "epoch")
            writer.write(entry.version.epoch)
            writer.write(key: "version")
            writer.write(entry.version.version)
            writer.write(key: "digest")
            writer.write(entry.digest)
            if !entry.published.isEmpty {
                writer.write(key: "published")
                writer.beginObject()
                for (destination, digest) in entry.published.sorted(by: { $0.key < $1.key }) {
                    writer.write(key: destination)
                    writer.write(digest)
                }
                writer.endObject()
            }
            writer.endObject()
            return "  \(String(decoding: writer.bytes, as: UTF8.self))"
        }
        return Array("{\"publications\": [\n\(lines.joined(separator: ",\n"))\n]}\n".utf8)
    }
}
