/// The limits on a document. A document that exceeds one is rejected; nothing is truncated.
///
/// They protect an app from huge documents, sent by accident or by an attacker: the previous document stays in use.
public struct DocumentLimits: Hashable, Sendable {
    /// The size of the whole document in bytes; 8 MiB by default, and always less than 4 GiB.
    public var byteCount: Int

    /// How deeply objects and arrays may be nested; 64 by default, and at most 1,024.
    public var depth: Int

    /// The number of settings; 20,000 by default.
    public var settingCount: Int

    /// The number of entries of one setting; 10,000 by default.
    public var entryCount: Int

    /// The size of one string in UTF-8 bytes, after unescaping, without its quotes; 1 MiB by default.
    public var stringByteCount: Int

    /// Creates limits; the defaults are the standard ones.
    public init(
        byteCount: Int = 8 << 20,
        depth: Int = 64,
        settingCount: Int = 20_000,
        entryCount: Int = 10_000,
        stringByteCount: Int = 1 << 20
    ) {
        self.byteCount = byteCount
        self.depth = depth
        self.settingCount = settingCount
        self.entryCount = entryCount
        self.stringByteCount = stringByteCount
    }

    /// The standard limits.
    public static let standard = DocumentLimits()

    /// The limits that the parser enforces.
    package var json: JSONLimits {
        JSONLimits(byteCount: byteCount, depth: depth, stringByteCount: stringByteCount)
    }
}
