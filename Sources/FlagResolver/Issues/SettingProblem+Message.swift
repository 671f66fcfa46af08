extension SettingProblem {
    /// What was found, what was expected, and what to do.
    package var message: String {
        switch self {
        case .missingDefault:
            #"the setting has "valuesByVersion" and no "defaultValue"; add the value for all other versions"#
        case .entriesNotArray(let found):
            #""valuesByVersion" is \#(found), expected an array of entries; the setting has its default everywhere"#
        case .entryNotObject(let found):
            #"found \#(found), expected an entry such as { "appVersion": ">=1.4.0", "value": … }"#
        case .missingRequirement:
            #"the entry has no "appVersion"; say for which versions it holds, "*" for all"#
        case .requirementNotText(let found):
            #""appVersion" is \#(found), expected a requirement such as ">=1.4.0", or an array of them"#
        case .numericVersion(let text):
            if let text {
                #""appVersion" is the number \#(text); numbers lose digits (1.10 reads as 1.1): write "\#(text)""#
            } else {
                #""appVersion" is a number; numbers lose digits (1.10 reads as 1.1): put it in quotes"#
            }
        case .emptyRequirementList:
            #""appVersion" is an empty array; name at least one requirement, or delete the entry"#
        case .nestedRequirementList:
            #""appVersion" holds an array in an array; list all requirements in one array"#
        case .badRequirement(let text, let error):
            "requirement \(Self.quoted(text)) cannot be read: \(error)"
        case .missingValue:
            #"the entry has no "value"; add it, or delete the entry"#
        case .conflictingValues:
            #"the entry has both "value" and "defaultValue"; keep one of them"#
        case .unknownCondition(let member):
            "the entry has the unknown member \(Self.quoted(member)); it never matches, since a condition that is not"
                + " understood must not switch anything on"
        case .wrongType(let found, let expected):
            "the value is \(found), expected \(expected)"
        case .undecodable(let type, let reason):
            "the value cannot be read as \(type): \(reason)"
        case .unknownType(let text):
            #""type" is \#(text), expected "boolean", "integer", "number", "string", "array" or "object""#
        case .missingAppVersion:
            #"there is no app version to resolve for; set userInfo[.appVersion] of the decoder, such as "1.4.0""#
        case .unreadableAppVersion(let text, let error):
            "the app version \(Self.quoted(text)) cannot be read: \(error)"
        case .appVersionNotText(let found):
            "the app version in userInfo is of type \(found), expected String or AppVersion"
        case .missingKey(let key, let nearest):
            "there is no key \(Self.quoted(key)); "
                + (nearest.map { "the nearest one is \(Self.quoted($0))" } ?? "no other key is like it")
        case .missingValueForKey(let expected):
            "found null, expected \(expected); make the property optional if the value may be missing"
        case .conflictingKeys(let used, let ignored):
            "\(Self.list([used] + ignored)) stand for the same field; \(Self.quoted(used)) was read, send only one of them"
        case .repeatedFamilyNumber(let used, let ignored):
            "\(Self.list([used] + ignored)) have the same number; \(Self.quoted(used)) was read, send only one of them"
        case .droppedElement(let type, let place, let reason):
            "the element cannot be read as \(type) and was left out"
                + (place.map { " (at \($0): \(reason))" } ?? ": \(reason)")
        case .unreadableDate(let found, let error):
            "the date \(Self.quoted(found)) cannot be read: \(error)"
        case .unexaminedKeys(let reason):
            "keys that become equal could not be looked for, and the first of them in the document was read: \(reason)"
        }
    }

    /// Keys in quotes, as part of a sentence.
    private static func list(_ keys: [String]) -> String {
        guard let last = keys.last, keys.count > 1 else { return keys.map(quoted).joined() }
        return keys.dropLast().map(quoted).joined(separator: ", ") + " and " + quoted(last)
    }

    /// Text in quotes, with everything escaped that could be mistaken.
    package static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.write(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
