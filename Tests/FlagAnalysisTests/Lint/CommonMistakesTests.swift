import FlagAnalysis
import TestSupport
import Testing

/// Documents with the mistakes that people make, and exactly what a reviewer would say about them.
struct CommonMistakesTests {
    /// A document, and its findings: code, marked text, message and help.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        var releases: String?
        let findings: [String]

        var testDescription: String { name }

        init(_ name: String, _ text: String, releases: String? = nil, _ findings: String...) {
            self.name = name
            self.text = text
            self.releases = releases
            self.findings = findings
        }
    }

    @Test(arguments: mistakes + harmless)
    func `a mistake is reported, and nothing else`(_ mistake: Mistake) throws {
        let checked = try CheckedText(mistake.text, releases: mistake.releases)
        expectEqual(checked.written(), mistake.findings)
    }

    private static func entries(_ list: String, defaultValue: String = "false") -> String {
        #"{ "a": { "defaultValue": \#(defaultValue), "valuesByVersion": [\#(list)] } }"#
    }

    static let mistakes: [Mistake] = groups + names + versions + targeting + elsewhere + values + foreign

    private static let groups = [
        Mistake(
            "default for defaultValue", #"{ "e": { "type": "boolean", "default": false } }"#,
            #"setting-like-group at "default": "e" looks like a setting, but is read as a group of 2 settings; did you mean "defaultValue"?"#
        ),
        Mistake(
            "the same under a type of another language", #"{ "g": { "e": { "type": "Bool", "value": false } } }"#,
            #"setting-like-group at "value": "g.e" looks like a setting, but is read as a group of 2 settings; did you mean "defaultValue"?"#
        ),
        Mistake(
            "default with overrides", #"{ "e": { "default": 1, "overrides": [{ "version": ">=2", "value": 2 }] } }"#,
            #"setting-like-group at "default": "e" looks like a setting, but is read as a group of 2 settings; did you mean "defaultValue"?"#
        ),
        Mistake(
            "an entry in place of a setting", #"{ "a": { "appVersion": ">=1.0.0", "value": 3 } }"#,
            #"setting-like-group at "appVersion": "a" looks like an entry, but is read as a group of 2 settings; put it into a list: { "defaultValue": …, "valuesByVersion": [{ "appVersion": …, "value": … }] }"#
        ),
        Mistake(
            "a setting as the whole document", #"{ "type": "boolean", "default": true }"#,
            #"setting-like-group at "default": the document looks like a setting, but is read as a group of 2 settings; put it into a member that has the name of the setting, with "defaultValue" as the name of its value"#
        ),
    ]

    private static let names = [
        Mistake(
            "names that differ in case", #"{ "newHome": true, "newhome": false }"#,
            #"similar-names at "newhome": the names "newhome" and "newHome" differ only in the case of their letters"#),
        Mistake(
            "groups that differ in case", #"{ "Shop": { "a": 1, "b": 1 }, "shop": { "b": 2 } }"#,
            #"similar-names at "shop": the names "shop" and "Shop" differ only in the case of their letters"#),
    ]

    private static let versions = [
        Mistake(
            "build metadata in a bound", entries(#"{ "appVersion": ">=5.6.21+2300181", "value": true }"#),
            #"build-metadata at 5.6.21+2300181: in "a": the build metadata of "5.6.21+2300181" does not count when versions are compared; write "5.6.21""#
        ),
        Mistake(
            "build metadata in the minimum version", #"{ "$minimumVersion": "1.4.0+531", "a": 1 }"#,
            #"build-metadata at 1.4.0+531: in "$minimumVersion": the build metadata of "1.4.0+531" does not count when versions are compared; write "1.4.0""#
        ),
        Mistake(
            "build metadata in a condition",
            entries(#"{ "when": { "sdk": { "version": ">=2.0+7" } }, "value": true }"#),
            #"build-metadata at 2.0+7: in "a": the build metadata of "2.0+7" does not count when versions are compared; write "2.0""#
        ),
        Mistake(
            "bounds that differ in build metadata",
            entries(
                #"{ "appVersion": "<2.0.0+5", "value": 1 }, { "appVersion": ">=2.0.0+7", "value": 2 }"#,
                defaultValue: "0"),
            #"build-metadata at 2.0.0+7: in "a": "2.0.0+7" and "2.0.0+5" differ only in their build metadata, so they are one and the same bound; give builds a fourth number, as in 2.0.0.531, to tell them apart"#
        ),
        Mistake(
            "a short version of a series with releases", entries(#"{ "appVersion": "1.4", "value": true }"#),
            releases: "1.4.0\n1.4.1\n1.5.0\n",
            #"value-island at "1.4": "a" is true for version 1.4, and false just before and just after"#,
            #"short-version at 1.4: in "a": "1.4" is only the version 1.4.0, and not 1.4.1; write "1.4.x" for every 1.4 version, or "1.4.0" for the one"#
        ),
        Mistake(
            "a range of Swift", entries(#"{ "appVersion": "2.0.0..<3.0.0", "value": true }"#),
            #"bad-requirement at .<3.0.0: in "a": requirement "2.0.0..<3.0.0" cannot be read: expected a number at offset 6, found ".<3.0.0"; a version is numbers separated by single dots, such as 1.4.0; did you mean ">=2.0.0 <3.0.0"?"#
        ),
        Mistake(
            "an open end", entries(#"{ "appVersion": "2.0.0+", "value": true }"#),
            #"bad-requirement at : in "a": requirement "2.0.0+" cannot be read: expected a build identifier at offset 6, found the end of the text; what follows "+" is build metadata, which does not count; did you mean ">=2.0.0"?"#
        ),
        Mistake(
            "version for appVersion", entries(#"{ "version": ">=2.0.0", "value": true }"#),
            #"unknown-member at "version": in "a": the entry has the unknown member "version", so it never wins; did you mean "appVersion"?"#
        ),
    ]

    @Test func `a letter of another script is named, with what it looks like`() throws {
        let text = #"{ "a": { "defaultValue": 1, "valuesByVersion": [{ "appVersion": "1.0.0", "v\#u{430}lue": 2 }] } }"#
        let finding = try #require(CheckedText(text).findings(.unknownMember).first)
        expectEqual(
            finding.notes, [#"the letter U+0430 (CYRILLIC SMALL LETTER A) at character 2 looks like "a""#])
    }

    private static let elsewhere = [
        Mistake(
            "a bound beside the entries", #"{ "a": { "defaultValue": 1, "appVersion": ">=1.0.0" } }"#,
            #"unknown-member at "appVersion": "a" has the unknown member "appVersion", which is ignored; "appVersion" belongs to an entry: "valuesByVersion": [{ "appVersion": …, "value": … }]"#
        ),
        Mistake(
            "a percentage without its object", entries(#"{ "percent": 25, "value": true }"#),
            #"unknown-member at "percent": in "a": the entry has the unknown member "percent", so it never wins; write "rollout": { "percent": 25, "salt": "a" }"#
        ),
    ]

    private static let targeting = [
        Mistake(
            "a fraction for a percentage",
            entries(
                #"{ "when": { "ring": "beta" }, "rollout": { "percent": 0.25, "salt": "a" }, "value": true }, { "rollout": { "percent": 10, "salt": "a" }, "value": true }"#
            ),
            #"fractional-percent at 0.25: in "a": the percentage includes 1 user of 400, and all others are whole numbers; write 25 if a fraction of all users is meant"#
        ),
        Mistake(
            "a percentage in quotes", entries(#"{ "rollout": { "percent": "25", "salt": "a" }, "value": true }"#),
            #"bad-condition at "25": in "a": found a string, expected a percentage such as 25, or a slice [25, 50]; did you mean 25?"#
        ),
        Mistake(
            "percentage for percent", entries(#"{ "rollout": { "percentage": 25, "salt": "a" }, "value": true }"#),
            #"bad-condition at "percentage": in "a": unknown member "percentage"; the members are "percent", "salt" and "by"; did you mean "percent"?"#
        ),
        Mistake(
            "an attribute as a string and as a Boolean",
            #"{ "a": { "defaultValue": 0, "valuesByVersion": [{ "when": { "paid": "true" }, "value": 1 }] }, "b": { "defaultValue": 0, "valuesByVersion": [{ "when": { "paid": true }, "value": 1 }] } }"#,
            #"mixed-attribute-types at true: in "b": this tests a Boolean of "paid", and another condition tests strings; clients give an attribute with one type: test that one everywhere"#
        ),
        Mistake(
            "a country in lower case", entries(#"{ "when": { "country": ["DE", "gb"] }, "value": true }"#),
            #"attribute-form at "gb": in "a": "gb" is not a country as the store gives it, such as "AT"; did you mean "GB"?"#
        ),
        Mistake(
            "a name and another code of a country",
            entries(#"{ "when": { "country": ["UK", "Germany"] }, "value": true }"#),
            #"attribute-form at "UK": in "a": "UK" is not a country as the store gives it, such as "AT"; did you mean "GB"?"#,
            #"attribute-form at "Germany": in "a": "Germany" is not a country as the store gives it, such as "AT"; correct it, or declare "values" for it in "$attributes""#
        ),
        Mistake(
            "a platform with capitals", entries(#"{ "when": { "platform": "iOS" }, "value": true }"#),
            #"attribute-form at "iOS": in "a": "iOS" is not a platform as the store gives it, such as "ios"; did you mean "ios"?"#
        ),
        Mistake(
            "a locale with an underscore",
            entries(#"{ "when": { "locale": { "startsWith": "en_" } }, "value": true }"#),
            #"attribute-form at "en_": in "a": "en_" is not a locale as the store gives it, such as "de-AT"; did you mean "en-"?"#
        ),
        Mistake(
            "a locale for a language", entries(#"{ "when": { "language": "de-DE" }, "value": true }"#),
            #"attribute-form at "de-DE": in "a": "de-DE" is not a language as the store gives it, such as "de"; test "locale" for more than the language, as in { "startsWith": "de-" }"#
        ),
        Mistake(
            "a system version as a string", entries(#"{ "when": { "osVersion": "17.2" }, "value": true }"#),
            #"attribute-form at "17.2": in "a": "osVersion" is a version, and this tests strings; write { "version": … } with "17.2""#
        ),
        Mistake(
            "an attribute that nobody gives",
            #"{ "$attributes": { "ring": { "type": "string" } }, "a": { "defaultValue": 0, "valuesByVersion": [{ "when": { "rng": "beta", "contry": "DE" }, "value": 1 }] } }"#,
            #"undeclared-attribute at "rng": in "a": "$attributes" does not declare "rng"; did you mean "ring"?"#,
            #"undeclared-attribute at "contry": in "a": "$attributes" does not declare "contry"; did you mean "country"?"#
        ),
    ]

    private static let values = [
        Mistake(
            "null beside Booleans", entries(#"{ "appVersion": ">=1.4.0", "value": true }"#, defaultValue: "null"),
            #"null-default at null: in "a": the default is null, and every entry gives true or false; write true or false, so that every app gets the same where no entry matches"#
        ),
        Mistake(
            "types of another language", #"{ "a": { "type": "bool", "defaultValue": false } }"#,
            #"bad-type at "bool": in "a": "type" is "bool", expected "boolean", "integer", "number", "string", "array" or "object"; did you mean "boolean"?"#
        ),
        Mistake(
            "white space around names",
            entries(
                #"{ "when": { "ring": " beta" }, "value": true }, { "rollout": { "percent": 5, "salt": "a " }, "value": true }, { "appVersion": ">=2.0.0", "name": "all\n", "value": true }"#
            ),
            #"hidden-characters at " beta": in "a": the text begins with white space; did you mean "beta"?"#,
            #"hidden-characters at "a ": in "a": the text ends with white space; did you mean "a"?"#,
            #"hidden-characters at "all\n": in "a": the text ends with white space; did you mean "all"?"#
        ),
        Mistake(
            "hidden characters in values", #"{ "a": "dark ", "b": { "defaultValue": ["x\u200by"] }, "c": "\ufeffx" }"#,
            #"hidden-characters at "dark ": in "a": the text ends with white space; did you mean "dark"?"#,
            #"hidden-characters at "x\u200by": in "b": the text contains U+200B, which cannot be seen; did you mean "xy"?"#,
            #"hidden-characters at "\ufeffx": in "c": the text contains U+FEFF, which cannot be seen; did you mean "x"?"#
        ),
        Mistake(
            "credentials",
            #"{ "a": "AKIAIOSFODNN7EXAMPLE", "b": { "defaultValue": { "url": "https://u:secret@example.com/" } }, "c": "-----BEGIN PRIVATE KEY-----\nMIIE" }"#,
            #"secret-value at "AKIAIOSFODNN7EXAMPLE": in "a": the value looks like an access key of AWS, which everybody who has the app can read; revoke it, and remove it from the document and its history"#,
            #"secret-value at "https://u:secret@example.com/": in "b": the value looks like a URL with a password, which everybody who has the app can read; revoke it, and remove it from the document and its history"#,
            #"secret-value at "-----BEGIN PRIVATE KEY-----\nMIIE": in "c": the value looks like a private key, which everybody who has the app can read; revoke it, and remove it from the document and its history"#
        ),
    ]

    private static let foreign = [
        (
            "flagd",
            #"{ "flags": «{ "a": { "state": "ENABLED", "variants": { "on": true }, "defaultVariant": "on" } }» }"#
        ),
        (
            "LaunchDarkly",
            #"{ "flags": «{ "a": { "on": true, "variations": [true, false], "salt": "x" } }», "segments": {} }"#
        ),
        ("LaunchDarkly", #"{ "flagValues": «{ "a": "x", "b": true }» }"#),
        (
            "ConfigCat",
            #"{ "p": { "u": "https://cdn.example.com", "r": 0 }, "f": «{ "a": { "t": 0, "v": { "b": true } } }» }"#
        ),
        (
            "Firebase Remote Config",
            #"{ "conditions": [], "parameters": «{ "a": { "defaultValue": { "value": "1" }, "valueType": "NUMBER" } }» }"#
        ),
        ("GrowthBook", #"{ "features": «{ "a": { "defaultValue": false, "rules": [{ "force": true }] } }» }"#),
        ("Unleash", #"{ "version": 1, "features": «[{ "name": "a", "enabled": true, "strategies": [] }]» }"#),
    ].map { system, marked in
        let example = RuleExample(marked)
        let flags = example.marks.first.map { String(decoding: Array(example.document.utf8)[$0], as: UTF8.self) } ?? ""
        return Mistake(
            "a file of \(system)", example.document,
            "foreign-format at \(flags): this is a file of \(system) and not a document of settings, so its flags and rules "
                + #"have no effect; write each flag as a setting: { "payments": { "defaultValue": false, "valuesByVersion": "#
                + #"[{ "appVersion": ">=2.0.0", "value": true }] } }"#)
    }

    /// Documents that look like mistakes and are none.
    private static let harmless = [
        Mistake(
            "a canary",
            entries(
                #"{ "when": { "ring": "beta" }, "rollout": { "percent": 0.5, "salt": "a" }, "value": true }, { "rollout": { "percent": 1, "salt": "a" }, "value": true }"#
            )),
        Mistake("units and lines", #"{ "b": "%d%%", "c": "Ein Wort\u00a0noch" }"#),
        Mistake("coordinates", #"{ "a": { "X": 1, "x": 2 } }"#),
        Mistake(
            "numbers beside a name, on purpose",
            entries(#"{ "when": { "age": ["unknown", { ">=": 18 }] }, "value": true }"#)),
        Mistake(
            "null where every version has an entry",
            entries(
                #"{ "appVersion": "<3.0.0-0", "value": true }, { "appVersion": ">=3.0.0-0", "value": false }"#,
                defaultValue: "null")),
        Mistake("a group of a paywall", #"{ "paywall": { "type": "soft", "value": 4.99, "default": "monthly" } }"#),
        Mistake(
            "groups with names of members",
            #"{ "window": { "from": "left", "name": "main" }, "price": { "value": 3 } }"#),
        Mistake("a version of something else", #"{ "api": { "version": "2.1.0", "url": "https://api.example.com" } }"#),
        Mistake("a group of flags", #"{ "flags": { "a": { "defaultValue": false } }, "features": { "b": true } }"#),
        Mistake("the same name in two groups", #"{ "shop": { "Style": "a" }, "cart": { "style": "b" } }"#),
        Mistake("no value beside texts", entries(#"{ "appVersion": ">=1.4.0", "value": "Hi" }"#, defaultValue: "null")),
        Mistake(
            "small percentages in use",
            entries(
                #"{ "when": { "ring": "beta" }, "rollout": { "percent": 2.5, "salt": "a" }, "value": true }, { "rollout": { "percent": 0.5, "salt": "a" }, "value": true }"#
            )),
        Mistake(
            "attributes that the store gives",
            #"{ "$attributes": { "ring": { "type": "string" } }, "a": { "defaultValue": 0, "valuesByVersion": [{ "when": { "ring": "beta", "platform": "ios", "osVersion": { "version": ">=17" }, "locale": "de-DE", "language": "de", "country": "DE", "installationKey": { "absent": false } }, "value": 1 }] } }"#
        ),
        Mistake(
            "forms that the app declares",
            #"{ "$attributes": { "platform": { "type": "string", "values": ["iOS", "Android"] } }, "a": { "defaultValue": 0, "valuesByVersion": [{ "when": { "platform": "iOS" }, "value": 1 }] } }"#
        ),
        Mistake(
            "a declared attribute of the app",
            #"{ "$attributes": { "language": { "type": "string" } }, "a": { "defaultValue": 0, "valuesByVersion": [{ "when": { "language": "de-CH" }, "value": 1 }] } }"#
        ),
        Mistake("clients of other systems", entries(#"{ "when": { "platform": ["android", "web"] }, "value": true }"#)),
        Mistake("texts that join others", #"{ "a": ", ", "b": " · ", "c": "\n", "d": "Family 👨‍👩‍👧", "e": "می‌خواهم" }"#),
        Mistake(
            "keys for apps",
            #"{ "a": "pk_live_51HabcdefghijklmnopQRS", "b": "AIzaSyDdI0hCZtE6vySjMm0123456789", "c": "https://example.com/@team:1" }"#
        ),
        Mistake("a password to fill in", #"{ "a": "https://user:{password}@example.com/" }"#),
        Mistake("a build as a fourth number", entries(#"{ "appVersion": ">=2.0.0.531", "value": true }"#)),
    ]
}
