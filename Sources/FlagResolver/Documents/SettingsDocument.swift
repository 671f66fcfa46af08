/// One JSON document of settings, ready to be resolved for any app version.
///
/// ```swift
/// let document = try SettingsDocument(parsing: bytes)
/// for issue in document.issues { log(issue) }
///
/// let snapshot = document.snapshot(for: "1.4.0")
/// let payments = snapshot.value(for: "payments", default: false)
/// ```
///
/// 1. An object with `defaultValue` or `valuesByVersion` is a setting, any other object a group. A setting's name is its
///    path joined with `.`, compared byte by byte. A scalar or an array outside a setting is a constant: a setting with
///    that default and no entries.
/// 2. Members whose key starts with `$` are metadata and never take part in resolution.
/// 3. A malformed setting or entry does not affect the others; ``issues`` lists all problems.
/// 4. Loading decodes no values. A value is decoded when it is read.
///
/// A document is immutable and shares its storage when it is copied.
public struct SettingsDocument: Sendable {
    private let storage: Storage

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - bytes: JSON as RFC 8259 defines it, in UTF-8 without a byte order mark.
    ///   - limits: The limits that the document must not exceed.
    /// - Throws: ``DocumentError`` if the text is not a JSON object, two settings have the same name, or a limit is
    ///   exceeded.
    /// - Complexity: O(*n*) for *n* bytes of any input.
    public init(parsing bytes: [UInt8], limits: DocumentLimits = .standard) throws(DocumentError) {
        try self.init(parsing: bytes, sourceName: "", limits: limits)
    }

    /// Parses a document whose source has a name, for messages.
    package init(
        parsing bytes: [UInt8],
        sourceName: String,
        limits: DocumentLimits = .standard
    ) throws(DocumentError) {
        let tree: JSONTree
        do {
            tree = try JSONTree(parsing: bytes, sourceName: sourceName, limits: limits.json)
        } catch {
            throw DocumentError(error)
        }
        try self.init(tree: tree, limits: limits)
    }

    /// Creates a document from parsed JSON.
    package init(tree: JSONTree, limits: DocumentLimits = .standard) throws(DocumentError) {
        try Self.checkSize(ofMerged: tree, limits)
        var loader = DocumentLoader(tree: tree, limits: limits)
        try loader.load()
        storage = Storage(tree: tree, limits: limits, loaded: loader.loaded)
    }

    /// Rejects a merged document that exceeds the limit on its size. The parser has checked all other limits of each text.
    private static func checkSize(ofMerged tree: JSONTree, _ limits: DocumentLimits) throws(DocumentError) {
        guard tree.sources.count > 1 else { return }
        let byteCount = tree.compactByteCount
        let limit = limits.json.byteCount
        guard byteCount <= limit else {
            throw .mergedDocumentTooLarge(byteCount: byteCount, limit: limit, in: tree)
        }
    }

    /// The problems of settings and entries that were tolerated, in document order.
    public var issues: [SettingIssue] { storage.loaded.issues }

    /// The number of settings, including constants.
    public var count: Int { storage.loaded.settings.count }

    /// The names of all settings in document order.
    ///
    /// - Complexity: O(*n*) for *n* settings.
    public var names: [String] { indices.map { name(of: $0) } }

    /// The `$version` of the document, if it has one that is an integer of at most 64 bits.
    public var documentVersion: Int64? { storage.loaded.metadata.documentVersion }

    /// The `$minimumVersion`: the oldest app version that is still supported.
    ///
    /// `nil` if the document does not have it, or it is not a version.
    public var minimumVersion: AppVersion? { storage.loaded.metadata.minimumVersion }

    /// The `$minimumVersionSetting`: the name of the setting that forces updates; `nil` if absent.
    public var minimumVersionSetting: String? { storage.loaded.metadata.minimumVersionSetting }

    /// Merges a partial update into the document, as RFC 7396 defines it.
    ///
    /// 1. An absent member keeps its value, `null` deletes it, and any other value replaces it.
    /// 2. The limits that the document was parsed with also apply to the patch and to the result. The size of the result
    ///    is that of its text without blanks.
    /// 3. The result keeps only that text, so its memory does not grow with the number of patches. The locations of its
    ///    ``issues`` are locations in that text.
    ///
    /// - Parameter bytes: The patch, JSON as RFC 8259 defines it.
    /// - Throws: ``DocumentError`` if the patch is not JSON or the result is rejected. The document is not changed.
    /// - Complexity: O(*n*) for *n* bytes of document and patch.
    public func merging(patch bytes: [UInt8]) throws(DocumentError) -> SettingsDocument {
        let patch: JSONTree
        do {
            patch = try JSONTree(parsing: bytes, sourceName: "", limits: storage.limits.json)
        } catch {
            throw DocumentError(error)
        }
        let merged: JSONTree
        do {
            merged = try storage.tree.merging(patch)
        } catch {
            throw .tooLargeToMerge(error, in: storage.tree)
        }
        try Self.checkSize(ofMerged: merged, storage.limits)
        return try SettingsDocument(parsing: merged.compactText, limits: storage.limits)
    }

    /// The JSON of the document.
    package var tree: JSONTree { storage.tree }

    /// The settings and entries of the document.
    package var loaded: LoadedSettings { storage.loaded }

    /// The location of a byte of the document.
    ///
    /// - Complexity: O(log *n*) for *n* bytes, but O(*n*) at the first call.
    func location(at byteOffset: Int) -> SourceLocation {
        storage.tree.location(at: byteOffset).location
    }
}

extension SettingsDocument {
    /// The parts of the document behind one reference, so that a copy costs one retain.
    private final class Storage: Sendable {
        let tree: JSONTree
        let limits: DocumentLimits
        let loaded: LoadedSettings

        init(tree: JSONTree, limits: DocumentLimits, loaded: LoadedSettings) {
            self.tree = tree
            self.limits = limits
            self.loaded = loaded
        }
    }
}
