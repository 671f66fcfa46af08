/// Why a setting has its value, in OpenFeature's terms.
///
/// The reason describes the resolution alone, not where the document came from or how old it is.
///
/// Standard: OpenFeature specification, *Resolution reason*.
public enum ResolutionReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The setting has no entries; its value is the same in every context.
    case `static` = "STATIC"

    /// The setting has entries, and none of them matched.
    case `default` = "DEFAULT"

    /// An entry matched, and has no rollout.
    case targetingMatch = "TARGETING_MATCH"

    /// An entry with a rollout matched: the bucket of the user decided.
    case split = "SPLIT"

    /// The setting could not be resolved, or it tests an app version that the context lacks.
    ///
    /// In the first case, the value is a fallback. In the second, an entry may still have matched.
    /// ``Resolution/errorCode`` says what was wrong.
    case error = "ERROR"
}

/// What kept a setting from being resolved, in OpenFeature's terms.
///
/// Standard: OpenFeature specification, *Error code*.
public enum ResolutionErrorCode: String, Hashable, Sendable, Codable, CaseIterable {
    /// The document has no setting with that name.
    case flagNotFound = "FLAG_NOT_FOUND"

    /// The setting is malformed; for example, its default is missing.
    case parseError = "PARSE_ERROR"

    /// The default is not of the requested type.
    case typeMismatch = "TYPE_MISMATCH"

    /// No document has been loaded yet.
    case providerNotReady = "PROVIDER_NOT_READY"

    /// The context lacks the app version, or the version cannot be read.
    case invalidContext = "INVALID_CONTEXT"

    /// Any other error.
    ///
    /// This library never gives it. Code that passes resolutions on to OpenFeature may need it.
    case general = "GENERAL"
}
