/// What a document may hold at most. Exceeding a limit refuses the document; nothing is ever truncated.
///
/// The limits keep a document that was blown up by accident, or by an attacker, from taking an app down: the old
/// document stays in use.
public struct DocumentLimits: Hashable, Sendable {
    /// The size of the whole document in bytes; 8 MiB unless told otherwise. At most 2 GiB have any effect.
    public var byteCount: Int

    /// How deeply objects and arrays may be nested; 64 unless told otherwise.
    ///
    /// At most 1,024 have any effect.
    public var depth: Int

    /// The number of settings; 20,000 unless told otherwise.
    public var settingCount: Int

    /// The number of entries of one setting; 10,000 unless told otherwise.
    public var entryCount: Int

    /// The size of one string in bytes as written, without its quotes; 1 MiB unless told otherwise.
    public var stringByteCount: Int

    /// Limits that are the standard ones where nothing else is said.
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
