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
/// 3. One bad setting is one bad setting, one bad entry is one bad entry: ``issues`` lists them all.
/// 4. Loading decodes no values; they are read when they are asked for.
///
/// A document is immutable and shares its storage when it is copied.
public struct SettingsDocument: Sendable {
    private let storage: Storage

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - bytes: JSON as RFC 8259 defines it, in UTF-8 without a byte order mark.
    ///   - limits: What the document may hold at most.
    /// - Throws: ``DocumentError`` if the text is not JSON, is no object, spells the name of a setting twice, or exceeds
    ///   a limit.
    /// - Complexity: O(*n*) for *n* bytes, whatever they are.
    public init(parsing bytes: [UInt8], limits: DocumentLimits = .standard) throws(DocumentError) {
        try self.init(parsing: bytes, sourceName: "", limits: limits)
    }

    /// Parses a document that messages call by the name of its source.
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

    /// Makes a document of JSON that is parsed already, under the same limits.
    package init(tree: JSONTree, limits: DocumentLimits = .standard) throws(DocumentError) {
        try Self.checkSize(ofMerged: tree, limits)
        var loader = DocumentLoader(tree: tree, limits: limits)
        try loader.load()
        storage = Storage(tree: tree, limits: limits, loaded: loader.loaded)
    }

    /// Refuses a merged document that is larger than the limit. Of all limits of the parser only this one can be exceeded
    /// by documents that each keep to it.
    private static func checkSize(ofMerged tree: JSONTree, _ limits: DocumentLimits) throws(DocumentError) {
        guard tree.sources.count > 1 else { return }
        let byteCount = tree.compactByteCount
        let limit = limits.json.byteCount
        guard byteCount <= limit else {
            throw .mergedDocumentTooLarge(byteCount: byteCount, limit: limit, in: tree)
        }
    }

    /// What was wrong with single settings and entries, and tolerated, in document order.
    public var issues: [SettingIssue] { storage.loaded.issues }

    /// How many settings there are, constants included.
    public var count: Int { storage.loaded.settings.count }

    /// The names of all settings in document order.
    ///
    /// - Complexity: O(*n*) for *n* settings.
    public var names: [String] { indices.map { name(of: $0) } }

    /// The `$version` of the document, if it has one that is an integer of at most 64 bits.
    public var documentVersion: Int64? { storage.loaded.metadata.documentVersion }

    /// The `$minimumVersion`: the oldest app version that is still supported.
    ///
    /// `nil` where the document does not say, or what it says cannot be read.
    public var minimumVersion: AppVersion? { storage.loaded.metadata.minimumVersion }

    /// The `$minimumVersionSetting`: the name of the setting that forces updates, if the document says.
    public var minimumVersionSetting: String? { storage.loaded.metadata.minimumVersionSetting }

    /// Merges a partial update into the document, as RFC 7396 defines it.
    ///
    /// 1. An absent member keeps, `null` deletes, any other value replaces.
    /// 2. The patch and the result obey the limits that the document was parsed with. The size of the result is that of
    ///    its text without blanks.
    /// 3. The result holds that text and nothing else, so that memory and time depend on its size, not on the number of
    ///    patches that led to it. Locations of its ``issues`` are places in that text.
    ///
    /// - Parameter bytes: The patch, JSON as RFC 8259 defines it.
    /// - Throws: ``DocumentError`` if the patch is not JSON or the result is refused; the document itself stays as it is.
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

    /// The JSON that the document was made of.
    package var tree: JSONTree { storage.tree }

    /// What loading found.
    package var loaded: LoadedSettings { storage.loaded }

    /// The place of a byte of the document, in the text that it came from.
    ///
    /// - Complexity: O(log *n*) for *n* bytes, but O(*n*) at the first call.
    func location(at byteOffset: Int) -> SourceLocation {
        storage.tree.location(at: byteOffset).location
    }
}

extension SettingsDocument {
    /// The document's parts behind one reference, so that a copy is one retain.
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
