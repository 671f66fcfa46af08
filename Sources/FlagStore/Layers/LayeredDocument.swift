import FlagResolver

/// A document in a layer: resolved for the app's version, with what is known of its origin.
struct LayeredDocument: Sendable {
    let snapshot: SettingsSnapshot
    let layer: SettingLayer

    /// What the document is recognised by.
    let identity: DocumentIdentity

    /// The entity tag that it came with.
    let entityTag: String?

    /// How old the document was when ``since`` was: what the wall clock told at the start.
    let initialAge: Duration

    /// When, on the monotonic clock, it was loaded from disk or fetched.
    let since: Duration

    var document: SettingsDocument { snapshot.document }

    /// The same document in another layer.
    func moved(to layer: SettingLayer) -> LayeredDocument {
        LayeredDocument(
            snapshot: snapshot,
            layer: layer,
            identity: identity,
            entityTag: entityTag,
            initialAge: initialAge,
            since: since
        )
    }
}
