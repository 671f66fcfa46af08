/// How a store uses its directory.
public enum DirectoryAccess: String, Hashable, Sendable, Codable, CaseIterable {
    /// The store holds a lock in the directory while it is open.
    ///
    /// The first store that opens the directory writes; stores of other processes read, and one of them takes over later.
    case exclusive

    /// The store locks the directory only while it writes.
    ///
    /// Use it for the app's own store in a container that the app shares with its extensions: the system ends an app that
    /// is suspended with a lock in such a container.
    case sharedContainer = "shared-container"

    /// The store reads the documents at its start, and neither writes nor locks anything.
    ///
    /// Use it in app extensions. The store does not count starts, and documents that it fetches are not kept.
    case readOnly = "read-only"
}
