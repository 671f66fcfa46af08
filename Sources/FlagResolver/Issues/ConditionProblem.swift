/// What makes a condition malformed, as data. Such an entry never matches.
package enum ConditionProblem: Error, Hashable, Sendable {
    /// A value of the wrong type, or a value that is not allowed.
    case unexpected(found: String, expected: String)
    /// A member that a condition or a rollout does not have.
    case unknownMember(String, expected: String)
    case badAttributeName(String)
    /// A property of the context in place of an attribute.
    case propertyNotAttribute(String)
    case onlyAbsent(attribute: String)
    case absentWithOthers
    case absentInNot
    case notInNot
    case missingSalt
    case missingPercent
    case badPercentage(String)
    case reversedSlice(from: String, to: String)
    case badInstant(String, Instant.SyntaxError)
    case unreadableVersion(String, VersionSyntaxError)
    case requiresItself
    case circularRequirement(setting: String)
    case requiresWithoutDocument
}

extension ConditionProblem {
    package var code: SettingIssue.Code {
        switch self {
        case .requiresItself, .circularRequirement: .circularRequires
        case .requiresWithoutDocument: .requiresWithoutDocument
        default: .badCondition
        }
    }

    /// What was found, what was expected, and what to do.
    package var message: String {
        switch self {
        case .unexpected(let found, let expected):
            "found \(found), expected \(expected)"
        case .unknownMember(let name, let expected):
            "unknown member \(SettingProblem.quotedExcerpt(name)); the members are \(expected)"
        case .badAttributeName(let name):
            "\(SettingProblem.quotedExcerpt(name)) cannot be the name of an attribute; use an ASCII letter, then letters, digits,"
                + #" "_" and "-""#
        case .propertyNotAttribute(let name):
            #""\#(name)" is a property of the context, not an attribute; "by" needs the name of an attribute, or "targetingKey""#
        case .onlyAbsent(let attribute):
            #""\#(attribute)" can be tested here only with { "absent": true } or { "absent": false }; for its value, use"#
                + (attribute == "date" ? #" "from" and "until""# : #" the "appVersion" of the entry"#)
        case .absentWithOthers:
            #""absent" stands alone; write a list such as [{ "absent": true }, "DE"] for "absent or …""#
        case .absentInNot:
            #""absent" is not allowed in "not"; write { "absent": false } instead of { "not": { "absent": true } }"#
        case .notInNot:
            #""not" is not allowed in another "not"; remove both"#
        case .missingSalt:
            #"the rollout has no "salt"; add one, such as "salt": "checkout-2026": it decides which users are included"#
        case .missingPercent:
            #"the rollout has no "percent"; add one, such as "percent": 25 or "percent": [25, 50]"#
        case .badPercentage(let text):
            "found the percentage \(text), expected a number from 0 to 100 with at most three decimals"
        case .reversedSlice(let from, let to):
            "the slice ends at \(to), before it begins at \(from); swap the two numbers"
        case .badInstant(let text, let error):
            "\(SettingProblem.quotedExcerpt(text)) is not a date-time of RFC 3339: \(error.reason(for: text))"
        case .unreadableVersion(let text, let error):
            "the version \(SettingProblem.quotedExcerpt(text)) cannot be read: \(error)"
        case .requiresItself:
            #"the setting requires itself; remove its name from "requires""#
        case .circularRequirement(let setting):
            "\(SettingProblem.quoted(setting)) requires this setting in turn, directly or through others; remove one of the"
                + #" "requires" of this cycle"#
        case .requiresWithoutDocument:
            #""requires" needs the other settings of the document; decode with SettingsDocument.decode(_:for:)"#
        }
    }
}

extension Instant.SyntaxError {
    /// What is wrong with a text, and what to do.
    package func reason(for text: String) -> String {
        text.unusualSpace.map { "it contains \($0); write an ordinary space, or remove it" } ?? reason
    }

    /// What is wrong, and what to do.
    package var reason: String {
        switch self {
        case .noSuchTime: "an hour is at most 23, a minute or a second at most 59"
        case .form: #"expected a date, "T", a time and a zone, such as "2026-12-01T00:00:00Z""#
        case .missingZone:
            #"it has no time or no zone; write it as "2026-12-01T00:00:00Z" or "2026-12-01T01:00:00+01:00""#
        case .noSuchDay: "the calendar has no such day"
        case .leapSecond: "second 60 is not supported; use second 59, or the next minute"
        case .fractionTooLong: "a fraction of a second can have nine digits at most"
        }
    }
}
