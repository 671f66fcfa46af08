import FlagResolver

/// An attribute that a store gives without the app's help, with the form of its values.
package enum StoreAttribute: String, CaseIterable {
    case platform
    case osVersion
    case locale
    case language
    case country
    case installationKey

    struct Problem {
        let message: String
        let correction: String?
        let help: String
    }

    /// What is unusual about a string, or about the beginning of one; `nil` if the store gives it like that.
    func problem(of text: String, isPrefix: Bool) -> Problem? {
        let expected: Expected?
        switch self {
        case .platform: expected = isPrefix ? nil : Self.platform(text)
        case .locale: expected = Self.locale(text, isPrefix: isPrefix)
        case .language: expected = Self.language(text, isPrefix: isPrefix)
        case .country: expected = isPrefix ? nil : Self.country(text)
        case .osVersion, .installationKey: expected = nil
        }
        return expected.map { expected in
            Problem(
                message:
                    "\(SettingProblem.quotedExcerpt(text)) is not a \(rawValue) as the store gives it, such as \(expected.form)",
                correction: expected.correction,
                help: expected.help ?? "correct it, or declare \"values\" for it in \"$attributes\"")
        }
    }

    /// An example, the text in this form, and what to do if there is no text for the same users.
    private typealias Expected = (form: String, correction: String?, help: String?)

    private static let platforms = ["ios", "macos", "tvos", "watchos", "visionos", "linux"]
    private static let otherPlatforms = [
        "iphoneos": "ios", "osx": "macos", "mac": "macos", "os x": "macos", "mac os": "macos", "apple tv": "tvos",
        "watch": "watchos",
    ]
    /// Names of devices that have the platform `ios`.
    private static let devices: Set<String> = ["iphone", "ipad", "ipados", "ipod"]

    /// Clients of other systems, such as `android` or `web`, give their own names, in lower case as a rule.
    private static func platform(_ text: String) -> Expected? {
        let lowercased = text.lowercased()
        guard !platforms.contains(text) else { return nil }
        if devices.contains(lowercased) {
            return ("\"ios\"", nil, "\"ios\" has iPhones and iPads: to tell them apart, give an attribute of the app")
        }
        let name = platforms.contains(lowercased) ? lowercased : otherPlatforms[lowercased]
        return name.map { ("\"ios\"", $0, nil) }
    }

    private static func locale(_ text: String, isPrefix: Bool) -> Expected? {
        let form = "\"de-AT\""
        guard let tags = LocaleTags(text) else { return isPrefix ? nil : (form, nil, nil) }
        // A prefix may end within a tag.
        guard !isPrefix || text.ends(withBytesOf: "-") || text.ends(withBytesOf: "_") else {
            return text.containsByte("_") ? (form, text.replacing("_", with: "-"), nil) : nil
        }
        let tag = tags.tag + (isPrefix ? "-" : "")
        if text.hasSameBytes(as: tag) { return nil }
        // Without its extensions, a tag has more users.
        let isSpelling = tag.utf8.count == text.utf8.count
        return (form, isSpelling ? tag : nil, isSpelling ? nil : "the store gives \(SettingProblem.quoted(tag))")
    }

    private static func language(_ text: String, isPrefix: Bool) -> Expected? {
        let form = "\"de\""
        guard let tags = LocaleTags(text) else { return isPrefix ? nil : (form, nil, nil) }
        if text.containsByte("-") || text.containsByte("_") {
            return (form, nil, "test \"locale\" for more than the language, as in { \"startsWith\": \"de-\" }")
        }
        guard !isPrefix else { return nil }
        let language = LanguageCodes.used(for: tags.language)
        if text.hasSameBytes(as: language ?? "") { return nil }
        return (form, language, language == nil ? "correct it; languages have the codes of ISO 639" : nil)
    }

    private static func country(_ text: String) -> Expected? {
        let form = "\"AT\""
        let uppercased = text.uppercased()
        if let code = otherCountries[uppercased] { return (form, code, nil) }
        guard countries.contains(uppercased) else { return (form, nil, nil) }
        return text.hasSameBytes(as: uppercased) ? nil : (form, uppercased, nil)
    }

    /// Codes in use elsewhere, with those of ISO 3166-1.
    private static let otherCountries = ["UK": "GB", "EL": "GR", "USA": "US", "GBR": "GB", "DEU": "DE", "FRA": "FR"]

    /// The codes of ISO 3166-1 alpha-2, and `XK` for Kosovo, which systems also give.
    private static let countries: Set<String> = Set(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF \
        CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH \
        GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW \
        KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG \
        NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN \
        SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE \
        YT ZA ZM ZW
        """.split(separator: " ").map(String.init))
}
