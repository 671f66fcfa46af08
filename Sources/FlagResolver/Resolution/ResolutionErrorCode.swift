/// What kept a setting from being resolved, in OpenFeature's words.
///
/// Standard: OpenFeature specification, *Error code*.
public enum ResolutionErrorCode: String, Hashable, Sendable, Codable, CaseIterable {
    /// The document has no setting of that name.
    case flagNotFound = "FLAG_NOT_FOUND"

    /// The setting is malformed: its default is missing, say.
    case parseError = "PARSE_ERROR"

    /// The default is not of the type that was asked for.
    case typeMismatch = "TYPE_MISMATCH"

    /// Nothing has been loaded yet.
    case providerNotReady = "PROVIDER_NOT_READY"

    /// There is no app version to resolve for, or it cannot be read.
    case invalidContext = "INVALID_CONTEXT"

    /// Anything else.
    case general = "GENERAL"
}
