/// The place of a signed document in the order of all documents: its `$epoch` and its `$version`.
///
/// Documents are ordered by the epoch first: each document of epoch 2 is newer than every one of epoch 1. So a `$version` that
/// is far too high can be left behind.
///
/// ```swift
/// DocumentVersion(9_000_000) < DocumentVersion(1, epoch: 2)
/// ```
public struct DocumentVersion: Hashable, Sendable {
    /// The `$epoch`, from 1 to 2⁵³−1; 1 for a document that names none.
    public let epoch: Int64

    /// The `$version`, from 1 to 2⁵³−1; 0 stands for any.
    public let version: Int64

    /// Creates a version.
    ///
    /// - Parameters:
    ///   - version: The `$version`.
    ///   - epoch: The `$epoch`.
    public init(_ version: Int64, epoch: Int64 = 1) {
        self.epoch = epoch
        self.version = version
    }

    /// The version below that of every document.
    public static let lowest = DocumentVersion(0)
}

extension DocumentVersion: Comparable {
    /// Whether a version comes before another one: in an earlier epoch, or earlier in the same.
    public static func < (left: DocumentVersion, right: DocumentVersion) -> Bool {
        (left.epoch, left.version) < (right.epoch, right.version)
    }
}

extension DocumentVersion: CustomStringConvertible {
    /// `12` in the first epoch, and `12 of epoch 2` in a later one.
    public var description: String { epoch == 1 ? "\(version)" : "\(version) of epoch \(epoch)" }
}
