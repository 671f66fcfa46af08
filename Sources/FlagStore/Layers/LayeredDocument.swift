import FlagResolver

/// A document in a layer: resolved for the app's version, with what is known of its origin.
struct LayeredDocument: Sendable {
    let snapshot: SettingsSnapshot
    let layer: SettingLayer

    /// How old the document was when ``since`` was: what the wall clock told at the start.
    let initialAge: Duration

    /// When, on the monotonic clock, it was loaded from disk or fetched.
    let since: Duration

    /// Whether it is the one that the server is asked about; the others were replaced.
    let isNewest: Bool

    var document: SettingsDocument { snapshot.document }

    /// The same document as the one that another took the place of.
    var replaced: LayeredDocument {
        LayeredDocument(
            snapshot: snapshot,
            layer: .lastKnownGood,
            initialAge: initialAge,
            since: since,
            isNewest: false
        )
    }
}
