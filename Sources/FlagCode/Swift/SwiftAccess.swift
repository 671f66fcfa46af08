/// The access level of generated declarations.
package enum SwiftAccess: String, Sendable, CaseIterable {
    case `internal`
    case package
    case `public`

    /// The modifier before a declaration; empty for `internal`, which is Swift's default.
    var modifier: String { self == .internal ? "" : "\(rawValue) " }
}
