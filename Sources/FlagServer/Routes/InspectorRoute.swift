/// The questions of the inspector, by the last components of their paths.
package enum InspectorRoute: String, Sendable, Hashable, CaseIterable {
    case document = ""
    case setting
    case users
    case matrix
    case change

    /// Whether the question has a body.
    var isPosted: Bool {
        switch self {
        case .document, .change: false
        case .setting, .users, .matrix: true
        }
    }
}
