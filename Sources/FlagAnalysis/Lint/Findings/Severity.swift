/// How much a finding weighs.
package enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Worth knowing, and often meant so.
    case note
    /// Most likely not meant so.
    case warning
    /// Certainly not meant so, or dangerous.
    case error

    private var weight: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }

    package static func < (left: Severity, right: Severity) -> Bool { left.weight < right.weight }
}
