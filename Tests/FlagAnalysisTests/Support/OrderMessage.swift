import FlagAnalysis
import FlagResolver

/// What the message of a finding about order says, read back from its words.
struct OrderMessage {
    /// Versions as a message lists them: the lowest ranges, and the number of the others.
    struct Versions {
        let shown: VersionSet
        let furtherCount: Int
    }

    /// `nil` if all versions of the entry are meant.
    private(set) var versions: Versions?
    /// The line of the entry that gives the value.
    private(set) var giver: Int?
    /// The text of the value; `nil` if there are several.
    private(set) var value: String?
    /// The text of the value around an island, or of the value that the entry itself has.
    private(set) var otherValue: String?
    /// Whether other versions are said to get the same value from earlier entries.
    private(set) var isPartlySame = false

    /// - Returns: `nil` if the message has none of the known forms.
    init?(_ message: String) {
        var rest = message[...]
        if Self.drop(#"this entry of "s" never wins: "#, from: &rest) {
            isPartlySame = Self.dropSuffix("; its other versions get the same value from earlier entries", from: &rest)
            if Self.drop("for ", from: &rest) {
                versions = Self.versions(before: [" line ", " an earlier ", " earlier "], in: &rest)
                guard versions != nil else { return nil }
            } else {
                guard Self.dropSuffix(" for all of its versions", from: &rest) else { return nil }
            }
            guard readValues(rest) else { return nil }
        } else if Self.drop(#"this entry of "s" does not win for all of its versions: for "#, from: &rest) {
            versions = Self.versions(before: [" an earlier ", " earlier "], in: &rest)
            guard versions != nil, readValues(rest) else { return nil }
        } else if Self.drop(
            #"this entry of "s" overlaps an earlier one, and neither contains the other: for "#, from: &rest)
        {
            versions = Self.versions(before: [" only their order makes it "], in: &rest)
            guard versions != nil, Self.drop("only their order makes it ", from: &rest) else { return nil }
            let words = rest.split(separator: ", not ")
            guard words.count == 2 else { return nil }
            (value, otherValue) = (String(words[0]), String(words[1]))
        } else if Self.drop(#""s" is "#, from: &rest) {
            _ = Self.dropSuffix(" each", from: &rest)
            guard Self.dropSuffix(" just before and just after", from: &rest),
                let end = rest.firstRange(of: " for "), let last = rest.ranges(of: ", and ").last
            else { return nil }
            value = String(rest[..<end.lowerBound])
            otherValue = String(rest[last.upperBound...])
            versions = Self.versions(rest[end.upperBound..<last.lowerBound])
            guard versions != nil else { return nil }
        } else {
            return nil
        }
    }

    /// `line 3 gives 1`, `an earlier entry gives 1`, `earlier entries give 1`, `earlier entries give other values`
    private mutating func readValues(_ text: Substring) -> Bool {
        guard text != "earlier entries give other values" else { return true }
        var rest = text
        if Self.drop("line ", from: &rest) {
            giver = Int(rest.prefix { $0.isNumber })
            rest = rest.drop { $0.isNumber }
            guard giver != nil, Self.drop(" gives ", from: &rest) else { return false }
        } else {
            guard
                Self.drop("an earlier entry gives ", from: &rest) || Self.drop("earlier entries give ", from: &rest)
            else { return false }
        }
        value = String(rest)
        return true
    }

    /// The versions before one of some words, which remain.
    private static func versions(before words: [String], in text: inout Substring) -> Versions? {
        guard let end = words.compactMap({ text.firstRange(of: $0)?.lowerBound }).min() else { return nil }
        defer { text = text[text.index(after: end)...] }
        return versions(text[..<end])
    }

    /// `every version >=2.0.0, and 3 more version ranges`, `every version`, `version 1.4.0`
    private static func versions(_ text: Substring) -> Versions? {
        var rest = text
        var furtherCount = 0
        if let more = text.firstRange(of: ", and ") {
            guard let count = Int(text[more.upperBound...].prefix { $0.isNumber }) else { return nil }
            furtherCount = count
            rest = text[..<more.lowerBound]
        }
        guard rest != "every version" else { return Versions(shown: .all, furtherCount: furtherCount) }
        guard drop("every version ", from: &rest) || drop("version ", from: &rest) else { return nil }
        return (try? VersionSet(parsing: String(rest))).map { Versions(shown: $0, furtherCount: furtherCount) }
    }

    private static func drop(_ prefix: String, from text: inout Substring) -> Bool {
        guard text.hasPrefix(prefix) else { return false }
        text = text.dropFirst(prefix.count)
        return true
    }

    private static func dropSuffix(_ suffix: String, from text: inout Substring) -> Bool {
        guard text.hasSuffix(suffix) else { return false }
        text = text.dropLast(suffix.count)
        return true
    }
}
