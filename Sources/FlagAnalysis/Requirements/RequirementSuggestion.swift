import FlagResolver

/// What a text that is not a requirement was most likely meant to be.
package enum RequirementSuggestion {
    /// A longer text is not corrected: nobody would read the suggestion.
    private static let maximumLength = 200

    /// Spellings of other languages and tools, and their equivalents in requirements. The order matters: `=>` ends with
    /// an operator.
    private static let spellings = [
        ("≥", ">="), ("≤", "<="), ("≠", "!="), ("–", " - "), ("—", " - "), ("...", " - "), ("..", " - "),
        ("=<", "<="), ("=>", ">="), ("&&", " "), ("&", " "), ("< =", "<="), ("> =", ">="), ("! =", "!="),
        ("!==", "!="), ("===", "="),
    ]
    private static let words = ["and": "", "or": "||", "to": "-", "not": "!=", "|": "||"]

    /// The corrected text; `nil` unless the corrections make it a requirement that contains a version.
    ///
    /// `~>` keeps its meaning in other tools: less than the next version of the second-to-last component.
    package static func nearest(to text: String) -> String? {
        guard text.utf8.count <= maximumLength else { return nil }
        var corrected = pessimistic(interval(text) ?? halfOpenRange(text) ?? openEnd(text) ?? text)
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

    /// `>=1.0 <2.0` for `1.0 until 2.0` and for `1.0..<2.0`: the second version is not included.
    private static func halfOpenRange(_ text: String) -> String? {
        let bounds = text.split(separator: "..<", omittingEmptySubsequences: false)
        if bounds.count == 2 {
            return (bounds[0].allSatisfy { $0 == " " } ? "" : ">=\(bounds[0]) ") + "<\(bounds[1])"
        }
        let words = text.split(separator: " ")
        guard words.count == 3, words[1].lowercased() == "until" else { return nil }
        return ">=\(words[0]) <\(words[2])"
    }

    /// `>=2.0` for `2.0+`, `2.0...`, `2.0 or later` and the like; `<=2.0` for `...2.0`, `2.0 or earlier` and the like.
    private static func openEnd(_ text: String) -> String? {
        let text = text.lowercased()
        for (ending, sign) in openEnds {
            if let version = text.before(suffix: ending), !version.isEmpty, !version.contains(" ") {
                return sign + version
            }
        }
        return text.after(prefix: "...").map { "<=\($0)" }
    }

    private static let openEnds =
        [
            "+", "...", " or later", " or newer", " or above", " or higher", " and later", " and newer", " and above",
            " and up",
        ]
        .map { ($0, ">=") }
        + [" or earlier", " or older", " or below", " or lower", " and earlier", " and older", " and below"].map {
            ($0, "<=")
        }

    /// `^1.4` for `~> 1.4`, `~1.4.2` for `~> 1.4.2` and `>=0.4 <1-0` for `~> 0.4`.
    private static func pessimistic(_ text: String) -> String {
        var parts = text.split(separator: "~>", omittingEmptySubsequences: false).map(String.init)
        for index in parts.indices.dropFirst() {
            let rest = parts[index].drop { $0 == " " }
            let version = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || ".-+".contains($0)) }
            let components = version.prefix { $0 != "-" && $0 != "+" }.split(separator: ".").map(String.init)
            parts[index] =
                (Self.meaning(ofPessimistic: components, version) ?? "^\(version)") + rest[version.endIndex...]
        }
        return parts.joined()
    }

    /// `nil` if `^` means the same.
    private static func meaning(ofPessimistic components: [String], _ version: Substring) -> String? {
        if components.count == 3 { return "~\(version)" }
        guard components.count > 3 || components.count == 2 && components.first == "0",
            let last = Int(components[components.count - 2]), last < Int.max
        else { return nil }
        let bound = components.dropLast(2) + ["\(last + 1)"]
        return ">=\(version) <\(bound.joined(separator: "."))-0"
    }

    /// `>=1.4` for `>=1,4`, where commas are decimal separators; `nil` if no comma is between two digits, if the result
    /// contains no version, or if a version becomes longer than three components, as in `1.4.0,1.5.0`.
    package static func withPoints(_ text: String) -> String? {
        var bytes = Array(text.utf8)
        for index in bytes.indices.dropFirst().dropLast()
        where bytes[index] == UInt8(ascii: ",") && bytes[index - 1].isDigit && bytes[index + 1].isDigit {
            bytes[index] = UInt8(ascii: ".")
        }
        let corrected = String(decoding: bytes, as: UTF8.self)
        guard corrected != text, let requirement = RequirementText(bytes), !requirement.versions.isEmpty,
            requirement.comparators.allSatisfy({ $0.version.componentCount <= 3 })
        else { return nil }
        return corrected
    }
}
