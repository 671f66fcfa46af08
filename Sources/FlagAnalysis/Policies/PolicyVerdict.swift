package import FlagResolver

/// What became of a policy in a document.
package enum PolicyVerdict: Sendable {
    /// It holds for every one of these versions.
    case proved(VersionSet)
    /// It is about no version at all, so nothing was shown.
    case vacuous
    /// It is broken for exactly these versions.
    case violated(VersionSet, [Violation])

    /// One way in which a policy is broken, with the value responsible.
    package struct Violation: Sendable {
        package enum Kind: Sendable {
            /// A setting has a value with which the expression is false.
            case value
            /// The value goes back from one that stands later in the chain, the node of which this is.
            case goesBack(from: Int)
            /// The value is none of the chain.
            case notInChain
            /// The value changes from another one where it must not, at the lower end of the versions.
            case changes(from: Int)
            /// The value is not the one that the first of the versions has, the node of which this is.
            case differs(from: Int)
        }

        package let setting: Expression.SettingName
        package let kind: Kind
        package let versions: VersionSet
        /// The node of the value.
        package let value: Int
    }
}
