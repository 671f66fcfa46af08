import FlagResolver

/// What a text that is not a requirement was most likely meant to be.
package enum RequirementSuggestion {
    /// A longer text is not corrected: nobody would read the suggestion.
    private static let maximumLength = 200

    /// The spellings of other languages and tools, and those of requirements. The order matters: `~>` ends with an operator.
    private static let spellings = [
        ("≥", ">="), ("≤", "<="), ("≠", "!="), ("–", " - "), ("—", " - "), ("...", " - "), ("..", " - "),
        ("=<", "<="), ("=>", ">="), ("~>", "^"), ("&&", " "), ("&", " "), ("< =", "<="), ("> =", ">="), ("! =", "!="),
        ("!==", "!="), ("===", "="),
    ]
    private static let words = ["and": "", "or": "||", "to": "-", "not": "!=", "|": "||"]

    /// The corrected text; `nil` unless the corrections make it a requirement that contains a version.
    ///
    /// `~>` becomes `^`: for `~> 1.4` both mean the versions below 2.0.0.
    package static func nearest(to text: String) -> String? {
        guard text.utf8.count <= maximumLength else { return nil }
        var corrected = interval(text) ?? halfOpenRange(text) ?? text
        for (spelling, replacement) in spellings { corrected = corrected.replacing(spelling, with: replacement) }
        corrected = corrected.split(separator: " ").map { word in
            if let replacement = words[word.lowercased()] { return replacement }
            let isNegated = word.hasPrefix("!") && word.dropFirst().first?.isNumber == true
            return isNegated ? "!=" + word.dropFirst() : String(word)
        }.filter { !$0.isEmpty }.joined(separator: " ")
        guard corrected != text, let versions = try? VersionSet(parsing: corrected), !versions.isEmpty else {
            return nil
        }
        return corrected
    }

    /// `>=1.0 <2.0` for `[1.0, 2.0)`, the notation of intervals.
    private static func interval(_ text: String) -> String? {
        let bounds = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
        guard let first = text.first, let last = text.last, "[(".contains(first), "])".contains(last), bounds.count == 2
        else { return nil }
        let signs = (first == "[" ? ">=" : ">", last == "]" ? "<=" : "<")
        let trimmed = bounds.map { $0.drop { $0 == " " }.prefix { $0 != " " } }
        return [(signs.0, trimmed[0]), (signs.1, trimmed[1])].filter { !$0.1.isEmpty }.map { $0.0 + $0.1 }
            .joined(separator: " ")
    }

    /// `>=1.0 <2.0` for `1.0 until 2.0`: the version after `until` is not included.
    private static func halfOpenRange(_ text: String) -> String? {
        let words = text.split(separator: " ")
        guard words.count == 3, words[1].lowercased() == "until" else { return nil }
        return ">=\(words[0]) <\(words[2])"
    }

    /// `>=1.4` for `>=1,4`, where commas are decimal separators; `nil` if no comma is between two digits, or if the result
    /// contains no version.
    package static func withPoints(_ text: String) -> String? {
        var bytes = Array(text.utf8)
        for index in bytes.indices.dropFirst().dropLast()
        where bytes[index] == UInt8(ascii: ",") && bytes[index - 1].isDigit && bytes[index + 1].isDigit {
            bytes[index] = UInt8(ascii: ".")
        }
        let corrected = String(decoding: bytes, as: UTF8.self)
        guard corrected != text, let versions = try? VersionSet(parsing: corrected), !versions.isEmpty else {
            return nil
        }
        return corrected
    }
}
