/// The language, script and country of a locale.
///
/// It reads identifiers of Apple's systems (`zh-Hans_CN`, `en_US@rg=gbzzzz`), of POSIX (`de_AT.UTF-8`) and of BCP 47
/// (`de-AT-u-ca-buddhist`).
package struct LocaleTags: Hashable, Sendable {
    /// The language in lower case, such as `de`; ISO 639.
    package let language: String

    /// The script, such as `Hans`; ISO 15924.
    private let script: String?

    /// The region of the language: a country, or an area such as `419`.
    private let region: String?

    /// The country in upper case, such as `AT`; ISO 3166-1 alpha-2.
    ///
    /// A region that the user chose separately from the language takes precedence.
    package let country: String?

    /// The language tag of BCP 47 without extensions, such as `zh-Hans-CN`.
    package var tag: String { [language, script, region].compactMap(\.self).joined(separator: "-") }

    /// Reads an identifier; `nil` if it names no language, such as `C`.
    package init?(_ identifier: String) {
        let parts = identifier.parts(separatedBy: "@", maxSplits: 1, omittingEmpty: true)
        // POSIX adds an encoding.
        let base = (parts.first ?? "").unicodeScalars.prefix { $0 != "." }
        let tags = base.split { $0 == "-" || $0 == "_" }.map { String(Substring($0)) }
        guard let first = tags.first, (2...3).contains(first.utf8.count), Self.isAlphabetic(first) else { return nil }
        language = first.lowercased()
        // A single letter starts an extension.
        let subtags = tags.dropFirst().prefix { $0.utf8.count > 1 }
        script = subtags.first { $0.utf8.count == 4 && Self.isAlphabetic($0) }.map {
            $0.prefix(1).uppercased() + $0.dropFirst().lowercased()
        }
        let region = subtags.first { Self.isRegion($0) }?.uppercased()
        self.region = region
        let keywords = parts.dropFirst().first.map { String($0) } ?? ""
        let chosen = Self.chosenCountry(keywords: keywords, extensions: Array(tags.dropFirst(1 + subtags.count)))
        country = chosen ?? region.flatMap { $0.utf8.count == 2 ? $0 : nil }
    }

    /// The country that `rg` names in the keywords of an identifier or in the extensions of a tag: `gbzzzz` means the
    /// whole of `GB`.
    private static func chosenCountry(keywords: String, extensions: [String]) -> String? {
        let keyword = keywords.parts(separatedBy: ";").lazy.compactMap { $0.after(prefix: "rg=") }.first
        let index = extensions.firstIndex { $0.lowercased() == "rg" }
        let value = keyword.map { String($0) } ?? index.flatMap { extensions.dropFirst($0 + 1).first }
        guard let country = value?.prefix(2), country.utf8.count == 2, isAlphabetic(String(country)) else { return nil }
        return country.uppercased()
    }

    private static func isRegion(_ tag: String) -> Bool {
        (tag.utf8.count == 2 && isAlphabetic(tag))
            || (tag.utf8.count == 3 && tag.utf8.allSatisfy(\.isDigit))
    }

    private static func isAlphabetic(_ tag: String) -> Bool {
        tag.utf8.allSatisfy(\.isLetter)
    }
}
