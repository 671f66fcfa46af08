// Options that name and select what a run reads.

extension CommandOption where Self == Option<String> {
    static var standardInputName: Self {
        Option(
            name: "stdin-name", value: .text("NAME"), default: "<stdin>",
            summary: "the name of standard input, given as \"-\", in every message", isCommon: true)
    }
}

extension CommandOption where Self == Option<[String]> {
    static var patch: Self {
        Option(
            name: "patch", values: .file("FILE"),
            summary: "apply an RFC 7396 merge patch first; several are applied in order", isCommon: true)
    }

    static var flag: Self {
        Option(name: "flag", values: .text("NAME"), summary: "only this setting")
    }
}

extension CommandOption where Self == Option<SettingOrder> {
    static var order: Self {
        Option(
            name: "order", value: .choice("ORDER"), default: .name,
            summary: "sorted by name (the default), or as the document has them", isCommon: true)
    }
}

/// The order in which settings are shown.
enum SettingOrder: String, CaseIterable, Sendable {
    case name
    case document
}
