import FlagAnalysis
import FlagResolver

/// A document to check, with what it is compared with.
struct CheckInput {
    let source: InputSource
    /// The file that was read; `nil` if it is not a regular file, or nothing is fixed.
    let identity: FileSystem.Identity?
    let releases: ReleaseList?
    let instant: Instant?
    let previous: LoadedDocument?
    /// Whether the document is deleted. One without settings takes its place.
    var isDeleted = false
    let readers: DocumentReaders?
    /// The settings whose changes since the revision are allowed, with the reasons.
    let allowedChanges: [ExactText: String]

    func checked(_ bytes: [UInt8], patches: [JSONTree], _ check: DocumentCheck) -> CheckedFile {
        CheckedFile(
            checking: bytes, named: source.name, patches: patches, releases: releases, instant: instant,
            previous: previous?.settings, readers: readers, allowing: allowedChanges, check)
    }

    func document(_ settings: SettingsDocument) -> CheckedDocument {
        CheckedDocument(
            settings, releases: releases, instant: instant, previous: previous?.settings, readers: readers,
            allowing: allowedChanges)
    }
}

/// The files that a check reads in addition to those that it checks.
struct CheckResources {
    private(set) var patches: [JSONTree] = []
    /// The policies that could be read; the others are reported.
    let policies: [ProofReport.Source]
    let releases: ReleaseLists
    let readers: ReaderFolders
    private(set) var baseline: FindingBaseline?

    /// - Returns: `nil` if one of them cannot be read, which has been reported.
    init?(_ arguments: ParsedArguments, session: inout Session) {
        guard let reader = DocumentReader(patches: [], session: &session),
            let releases = ReleaseLists(arguments, in: &session), let readers = ReaderFolders(arguments, in: &session)
        else { return nil }
        self.releases = releases
        self.readers = readers
        policies = PolicyFiles(arguments[.policy], in: &session).sources
        for path in arguments[.patch] {
            guard let patch = reader.tree(of: .file(path), in: &session) else { return nil }
            patches.append(patch)
        }
        if let path = arguments[.baseline] {
            guard let known = FindingBaseline(path, of: "check FILE", reader: reader, session: &session) else {
                return nil
            }
            baseline = known
        }
    }
}
