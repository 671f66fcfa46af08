/// Why a setting has the value it has, in OpenFeature's words.
///
/// The reason describes the resolution alone. Where the document came from and how old it is are questions of their own.
/// Standard: OpenFeature specification, *Resolution reason*.
public enum ResolutionReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The setting has no entries; its value is the same for every version.
    case `static` = "STATIC"

    /// The setting has entries, and none of them matched the app version.
    case `default` = "DEFAULT"

    /// An entry matched the app version.
    case targetingMatch = "TARGETING_MATCH"

    /// The setting could not be resolved, and the value is a fallback.
    ///
    /// ``Resolution/errorCode`` says what was wrong.
    case error = "ERROR"
}
