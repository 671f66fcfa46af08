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
    }

    let path: String
    private var entries: [Entry] = []

    private static let maximumByteCount = 1 << 20

    /// Reads the file; an absent one has no entries.
    ///
    /// - Returns: `nil` if it cannot be read, which has been reported.
    init?(_ path: String, in session: inout Session) {
        self.path = path
        guard FileSystem.exists(path) else { return }
        guard let bytes = InputSource.file(path).bytes(atMost: Self.maximumByteCount, "the record has", in: &session)
        else { return nil }
        guard let entries = Self.entries(in: bytes) else {
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error, message: "this is not a record of publications",
                    help: "restore it; without it, nobody knows which versions were signed"))
            return nil
        }
        self.entries = entries
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
            let environment = member("environment")
            guard environment == nil || environment.flatMap({ tree.string(at: $0) }) != nil else { return nil }
            entries.append(
                Entry(
                    document: document, environment: environment.flatMap { tree.string(at: $0) },
                    version: DocumentVersion(version, epoch: epoch), digest: digest))
        }
        return entries
    }

    /// What was signed last for a document and an environment; `nil` if that is not recorded.
    func last(of document: String, _ environment: String?) -> Entry? {
        // A merge of two branches can leave two lines for one document.
        entries.filter { Self.isSame($0, document, environment) }.max { $0.version < $1.version }
    }

    private static func isSame(_ entry: Entry, _ document: String, _ environment: String?) -> Bool {
        entry.document.hasSameBytes(as: document)
            && (entry.environment.map { Array($0.utf8) } == environment.map { Array($0.utf8) })
    }

    /// Records a document before it is published.
    ///
    /// - Returns: Whether it is on disk; otherwise the problem has been reported.
    func record(_ entry: Entry, in session: inout Session) -> Bool {
        let others = entries.filter { !Self.isSame($0, entry.document, entry.environment) }
        let files = SystemFiles()
        do throws(FileFailure) {
            try files.stage(
                Self.bytes(of: others + [entry]), as: path + ".temporary",
                access: FileSystem.exists(path) ? path : nil)
            try files.rename(path + ".temporary", to: path)
            try files.synchronizeDirectory(FilePath.directory(of: path))
            return true
        } catch {
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error, message: "the record cannot be written: \(error)",
                    help: "nothing was published; name another file with --state"))
            return false
        }
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
            writer.endObject()
            return "  \(String(decoding: writer.bytes, as: UTF8.self))"
        }
        return Array("{\"publications\": [\n\(lines.joined(separator: ",\n"))\n]}\n".utf8)
    }
}
