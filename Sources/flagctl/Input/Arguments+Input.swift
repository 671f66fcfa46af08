import FlagResolver

// Operands and options that name and select what a run reads.

extension CommandOperand where Self == Operand<[String]> {
    static var files: Self {
        Operand(several: .file("FILE"), summary: "a file, a directory, a quoted glob, REV:PATH, or \"-\"")
            .orInputsOfProject
    }
}

extension CommandOperand where Self == Operand<String> {
    static var file: Self {
        Operand(.file("FILE"), summary: "one file, REV:PATH, or \"-\"").orInputsOfProject
    }
}

extension CommandOption where Self == Option<String> {
    static var standardInputName: Self {
        Option(
            name: "stdin-name", value: .text("NAME"), default: "<stdin>",
            summary: "the name of standard input (\"-\") in messages and reports", isCommon: true)
    }
}

extension CommandOption where Self == Option<[String]> {
    static var patch: Self {
        Option(
            name: "patch", values: .file("FILE"),
            summary: "apply a merge patch (RFC 7396) first; several are applied in order", isCommon: true)
    }

    static var exclude: Self {
        Option(
            name: "exclude", values: .text("GLOB"),
            summary: "files to leave out of directories and globs", isCommon: true
        ).configurable
    }

    static var flag: Self {
        Option(
            name: "flag", values: .setting("NAME"),
            summary:
                "only this setting, the settings of this group, or those that match a pattern such as \"checkout.*\"")
    }
}

extension CommandOption where Self == Option<String?> {
    static var releases: Self {
        Option(
            name: "releases", value: .file("FILE"),
            summary: "a list of the app's versions, one per line: VERSION [SHARE%] [planned]; \"#\" begins a comment"
        ).configurable
    }
}

extension CommandOption where Self == Option<SettingOrder> {
    static var order: Self {
        Option(
            name: "order", value: .choice("ORDER"), default: .name,
            summary: "the order of settings: name (the default), or document for the order of the document",
            isCommon: true)
    }
}

private let hintForMissingVersion =
    "the app version goes here, as in --version 1.4.0; the version of flagctl itself is \"flagctl --version\""

extension CommandOption where Self == Option<[GivenVersion]> {
    /// The app versions of a run. `flagctl --version` is the version of the tool itself, as the hint says.
    static var versions: Self {
        Option(
            name: "version", aliases: ["app-version"], commaSeparated: .givenVersion("V[,V…]"),
            summary: "the app versions to resolve for", hintForMissingValue: hintForMissingVersion)
    }
}

extension CommandOption where Self == Option<AppVersion?> {
    static var version: Self {
        Option(
            name: "version", aliases: ["app-version"], value: .version("V"),
            summary: "the app version; without it, all versions are explained",
            hintForMissingValue: hintForMissingVersion)
    }
}

/// The order in which settings are shown.
enum SettingOrder: String, CaseIterable, Sendable {
    case name
    case document
}
