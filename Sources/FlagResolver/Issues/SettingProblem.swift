/// A problem with a setting or an entry, as data.
///
/// Typed decoding and documents raise the same problems. ``message`` has the only wording of each.
package enum SettingProblem: Error, Hashable, Sendable {
    case missingDefault
    case objectWithoutDefault(expected: String)
    case entriesNotArray(found: String)
    case entryNotObject(found: String)
    case missingCondition
    case requirementNotText(found: String)
    case numericVersion(text: String?)
    case emptyRequirementList
    case nestedRequirementList
    case badRequirement(text: String, error: VersionSyntaxError)
    case missingValue
    case conflictingValues
    case unknownCondition(member: String)
    case wrongType(found: String, expected: String)
    case undecodable(type: String, reason: String)
    case unknownType(text: String)
    case missingAppVersion
    case unreadableAppVersion(text: String, error: VersionSyntaxError)
    case appVersionNotText(found: String)

    /// A malformed condition on more than the app version.
    case condition(ConditionProblem)

    /// A member of a context that counts as absent.
    case attribute(ConditionProblem)

    /// A value of the context that a condition tests and cannot use.
    case unusableInput(message: String)

    /// A problem that another library found and worded.
    case other(code: SettingIssue.Code, message: String)
}

extension SettingProblem {
    /// The problem behind an error that was thrown while a value of the given type was decoded.
    package init(_ error: any Error, decoding type: Any.Type) {
        if let problem = (error as? DecodingError)?.context?.settingProblem {
            self = problem
        } else {
            self = .undecodable(type: Self.name(of: type), reason: Self.reason(of: error, decoding: type))
        }
    }

    /// Why a value of a type could not be decoded.
    package static func reason(of error: any Error, decoding type: Any.Type? = nil) -> String {
        // Foundation's sentence names the key as Swift does, and not where it is missing.
        if case DecodingError.keyNotFound(let key, let context)? = error as? DecodingError,
            context.settingProblem == nil, context.underlyingError == nil
        {
            let path = (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
            return "the member \(quotedExcerpt(path)) is missing"
        }
        if let context = (error as? DecodingError)?.context {
            guard case .undecodable(_, let reason)? = context.settingProblem else {
                return enumReason(context.debugDescription, decoding: type) ?? context.debugDescription
            }
            return reason
        }
        return isAboutNumber(error) ? numberDoesNotFit : "\(error)"
    }

    /// The problem with a number that the given type cannot hold.
    package static func numberDoesNotFit(_ type: Any.Type) -> SettingProblem {
        .undecodable(type: name(of: type), reason: numberDoesNotFit)
    }

    static let numberDoesNotFit = "a number does not fit its type"

    /// Whether this is the error for a number that the type cannot hold: that of this library, or Foundation's internal one.
    package static func isAboutNumber(_ error: any Error) -> Bool {
        if let error = error as? DecodingError { return error.context?.underlyingError is NumberDoesNotFit }
        return String(reflecting: Swift.type(of: error)).hasPrefix("Foundation")
    }

    /// The name of a type, or of the type that a transparent wrapper wraps.
    package static func name(of type: Any.Type) -> String {
        "\((type as? any TransparentWrapper.Type)?.wrappedType ?? type)"
    }

    package var code: SettingIssue.Code {
        switch self {
        case .missingDefault, .objectWithoutDefault: .missingDefault
        case .entriesNotArray, .entryNotObject: .malformedEntry
        case .missingCondition, .requirementNotText, .emptyRequirementList, .nestedRequirementList, .badRequirement:
            .badRequirement
        case .numericVersion: .numericVersion
        case .missingValue: .missingValue
        case .conflictingValues: .conflictingValues
        case .unknownCondition: .unknownCondition
        case .wrongType, .undecodable: .typeMismatch
        case .unknownType: .badType
        case .missingAppVersion: .missingAppVersion
        case .unreadableAppVersion, .appVersionNotText: .unreadableAppVersion
        case .condition(let problem): problem.code
        case .attribute: .badAttribute
        case .unusableInput: .unusableAttribute
        case .other(let code, _): code
        }
    }

    /// What was found, what was expected, and what to do.
    package var message: String {
        switch self {
        case .missingDefault:
            #"the setting has "valuesByVersion" and no "defaultValue"; add the value for all other versions"#
        case .objectWithoutDefault(let expected):
            #"found an object without "defaultValue", expected \#(expected) or a setting such as { "defaultValue": … }"#
        case .entriesNotArray(let found):
            #""valuesByVersion" is \#(found), expected an array of entries; every version gets the default"#
        case .entryNotObject(let found):
            #"found \#(found), expected an entry such as { "appVersion": ">=1.4.0", "value": … }"#
        case .missingCondition:
            #"the entry has no condition; add one, such as "appVersion": ">=1.4.0", or "*" for all versions"#
        case .requirementNotText(let found):
            #""appVersion" is \#(found), expected a requirement such as ">=1.4.0", or an array of them"#
        case .numericVersion(let text):
            if let text {
                #""appVersion" is the number \#(text); numbers lose digits (1.10 reads as 1.1): write "\#(text)""#
            } else {
                #""appVersion" is a number; numbers lose digits (1.10 reads as 1.1): put it in quotes"#
            }
        case .emptyRequirementList:
            #""appVersion" is an empty array; add at least one requirement, or delete the entry"#
        case .nestedRequirementList:
            #""appVersion" has an array inside an array; list all requirements in one array"#
        case .badRequirement(let text, let error):
            "requirement \(Self.quotedExcerpt(text)) cannot be read: \(error)"
        case .missingValue:
            #"the entry has no "value"; add it, or delete the entry"#
        case .conflictingValues:
            #"the entry has both "value" and "defaultValue"; keep one of them"#
        case .unknownCondition(let member):
            "the entry has the unknown member \(Self.quotedExcerpt(member)); it never matches, because an unknown condition must"
                + " not enable anything"
        case .wrongType(let found, let expected):
            "the value is \(found), expected \(expected)"
        case .undecodable(let type, let reason):
            "the value cannot be read as \(type): \(reason)"
        case .unknownType(let text):
            #""type" is \#(text), expected "boolean", "integer", "number", "string", "array" or "object""#
        case .missingAppVersion:
            #"no app version was given, so no condition on it holds; set the appVersion of the decoder, such as "1.4.0""#
        case .unreadableAppVersion(let text, let error):
            "the app version \(Self.quotedExcerpt(text)) cannot be read: \(error)"
        case .appVersionNotText(let found):
            "the app version in userInfo is of type \(found), expected String or AppVersion"
        case .condition(let problem):
            problem.message
        case .attribute(let problem):
            "\(problem.message); it counts as absent"
        case .unusableInput(let message):
            message
        case .other(_, let message):
            message
        }
    }

    /// The beginning of a text that was found, in quotes, escaped as in JSON. The text itself if it is not long.
    package static func quotedExcerpt(_ text: String) -> String { quoted(text.shortened(to: maximumExcerptLength)) }

    private static let maximumExcerptLength = 160

    /// Text in quotes, escaped as in JSON.
    package static func quoted(_ text: String) -> String {
        var writer = JSONWriter(reserving: text.utf8.count + 2)
        writer.write(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// What distinguishes the error for a number that a type does not have from other errors.
struct NumberDoesNotFit: Error {}

/// A wrapper that decodes another type in its own way. Messages name the wrapped type.
package protocol TransparentWrapper {
    static var wrappedType: any Any.Type { get }
}

extension DecodingError {
    /// The context that every kind of decoding error has.
    package var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }

    /// An error of the same kind with another context.
    package func replacingContext(_ context: Context) -> DecodingError {
        switch self {
        case .typeMismatch(let type, _): .typeMismatch(type, context)
        case .valueNotFound(let type, _): .valueNotFound(type, context)
        case .keyNotFound(let key, _): .keyNotFound(key, context)
        case .dataCorrupted: .dataCorrupted(context)
        @unknown default: self
        }
    }
}

/// A problem that was thrown in strict mode, and is otherwise an issue.
///
/// Code that skips bad values, such as a lossy list, rethrows its error: without strict mode there is none.
struct StrictProblem: Error {
    let problem: SettingProblem
}

extension DecodingError.Context {
    /// The problem behind the error, if this library found it.
    var settingProblem: SettingProblem? {
        (underlyingError as? StrictProblem)?.problem ?? underlyingError as? SettingProblem
    }
}
