import FlagResolver

/// The case spaces of a checked document, each made when a rule first needs it.
final class CheckedSpaces {
    private let document: SettingsDocument
    /// The space of contexts with an app version.
    private(set) lazy var withVersion = CaseSpace(document)
    /// The space of contexts without an app version.
    private(set) lazy var withoutVersion = CaseSpace(withoutVersion: withVersion)

    init(_ document: SettingsDocument) {
        self.document = document
    }
}
