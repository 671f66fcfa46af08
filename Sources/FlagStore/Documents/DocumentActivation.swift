/// When a store uses a new document.
public enum DocumentActivation: String, Hashable, Sendable, Codable, CaseIterable {
    /// As soon as it arrives.
    case atOnce = "at-once"

    /// At the next start, so that no value changes while the app runs.
    ///
    /// The document is kept in the store's directory and lost if there is none. The very first run uses the bundled
    /// document throughout.
    case atNextStart = "at-next-start"
}
