/// Which of two compared documents something is in.
package enum DocumentSide: Sendable, BitwiseCopyable {
    /// The old one, or the only one.
    case first
    /// The new one.
    case second
}
