import FlagResolver

extension RuleCode {
    package static let attributeForm = RuleCode(rawValue: "attribute-form")
}

/// A value of a common attribute in a form that no store gives.
struct AttributeFormRule: Rule {
    let code = RuleCode.attributeForm
    let severity = Severity.warning
    let meaning =
        "A condition tests \"platform\", \"osVersion\", \"locale\", \"language\" or \"country\" for a value in another form than the "
        + "store gives it, so it never holds unless the app gives the attribute itself."
    let advice =
        "Write the form that the store gives, such as \"ios\", \"de-AT\", \"de\" or \"AT\"; if the app gives its own values, list them "
        + "as \"values\" in \"$attributes\"."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "platform": «"iOS"», "country": ["DE", «"gb"»] }, "value": true },
                { "when": { "locale": { "startsWith": «"de_"» } }, "value": true },
                { "when": { "osVersion": «"17.2"» }, "value": true }
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "platform": "ios", "country": ["DE", "GB"], "language": "de" }, "value": true },
                { "when": { "locale": { "startsWith": "de-" } }, "value": true },
                { "when": { "osVersion": { "version": "17.2" } }, "value": true }
                """#),
        RuleExample(
            #"""
            {
              "$attributes": { "country": { "type": "string", "values": ["north", "south"] } },
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [{ "when": { "country": "north" }, "value": true }]
              }
            }
            """#),
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for attribute in setting.targetedEntries.lazy.flatMap(\.attributes) {
            guard let store = StoreAttribute(rawValue: attribute.name), store != .installationKey else { continue }
            let declaration = setting.document.attributes?[attribute.name]
            // Values that the app lists are its own, and the declared type has a rule of its own.
            guard declaration?.values == nil, store != .osVersion || declaration?.type == nil else { continue }
            for form in ConditionForm.forms(of: attribute.condition, in: setting.tree) {
                check(form, store, isDeclared: declaration != nil, in: setting, &report)
            }
        }
    }

    private func check(
        _ form: ConditionForm, _ attribute: StoreAttribute, isDeclared: Bool, in setting: CheckedSetting,
        _ report: inout RuleReport
    ) {
        let span = setting.document.span(of: form.node)
        if attribute == .osVersion {
            guard form.kind != .version else { return }
            let requirement = Self.requirement(for: form, in: setting.tree)
            return report.add(
                "\"osVersion\" is a version, and this tests \(form.kind.tested(isInteger: false))", by: self, at: span,
                about: .setting(setting.settingIndex),
                help:
                    "write { \"version\": … } with \(requirement.map { quoted($0) } ?? "a requirement such as \">=17\"")"
            )
        }
        guard form.kind == .string || form.kind == .prefix, let text = setting.tree.string(at: form.node),
            // `hidden-characters` reports white space.
            text.first?.isWhitespace != true, text.last?.isWhitespace != true,
            let problem = attribute.problem(of: text, isPrefix: form.kind == .prefix),
            // A declared attribute may have values of the app's own, and even then nobody varies their case.
            !isDeclared || problem.correction?.lowercased() == text.lowercased().replacing("_", with: "-")
        else { return }
        report.add(
            problem.message, by: self, at: span, about: .setting(setting.settingIndex),
            help: problem.correction.map { Spelling.didYouMean(quoted($0)) } ?? problem.help,
            fix: problem.correction.flatMap { .replacingString(at: span, of: setting.tree, with: $0) })
    }

    /// The requirement that means what a test of text or of a number was meant to; `nil` if that is not clear.
    private static func requirement(for form: ConditionForm, in tree: JSONTree) -> String? {
        switch form.kind {
        case .string:
            guard let text = tree.string(at: form.node), RequirementText(Array(text.utf8)) != nil else { return nil }
            return text
        case .prefix:
            guard let text = tree.string(at: form.node)?.before(suffix: "."), AppVersion(String(text)) != nil else {
                return nil
            }
            return "\(text).x"
        case .number: return tree.int(at: form.node).map { "\($0).x" }
        case .boolean, .bound, .version: return nil
        }
    }
}

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
        return isPrefix || text.hasSameBytes(as: tags.language) ? nil : (form, tags.language, nil)
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
