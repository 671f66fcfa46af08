/// What a key allows.
package enum AccessRole: String, Sendable, Hashable, CaseIterable {
    /// Values and documents.
    case evaluate

    /// Everything, including reasons, metrics and the inspector.
    case inspect

    /// Whether a key of this role may do what another role may do.
    func includes(_ other: AccessRole) -> Bool { self == other || self == .inspect }
}
