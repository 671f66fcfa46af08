package import FlagResolver

/// What the template of Firebase does not say.
package struct FirebaseOptions: Sendable {
    /// The platforms of apps, by their IDs.
    package var platforms: [ExactText: String] = [:]
    /// The app that the document is for; `nil` for all apps.
    package var onlyApp: String?
    /// Defaults of settings whose default is not in the template, by their names. The texts are values as Firebase has them.
    package var defaults: [ExactText: String] = [:]

    package init() {}
}
