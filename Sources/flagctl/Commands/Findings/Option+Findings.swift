import FlagAnalysis

// Options of the commands that report findings of rules.

extension CommandOption where Self == Option<String?> {
    static var baseline: Self {
        Option(
            name: "baseline", value: .file("FILE"),
            summary: "omit the findings of a saved JSON result, so that only new ones count")
    }
}

extension CommandOption where Self == Option<Severity> {
    static var failOn: Self {
        Option(
            name: "fail-on", value: .choice("SEVERITY", of: [.error, .warning, .note]), default: .error,
            summary: "the lowest severity that exits 1: error (the default), warning or note"
        ).configurable
    }
}

extension CommandOption where Self == Option<[RuleCode]> {
    static func select(among rules: [any Rule]) -> Self {
        Option(
            name: "select", commaSeparated: .ruleCode("CODE[,CODE…]", among: rules), summary: "run only these rules")
    }

    static func ignore(among rules: [any Rule]) -> Self {
        Option(
            name: "ignore", commaSeparated: .ruleCode("CODE[,CODE…]", among: rules), summary: "do not run these rules")
    }
}

extension CommandOption where Self == Option<Bool> {
    static var notes: Self {
        Option(name: "notes", summary: "also show notes, in the formats text, github and sarif")
    }
}
