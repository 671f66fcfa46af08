/// Options that several commands have, so that they are the same everywhere.
extension Option {
    static let help = Option(name: "help", letter: "h", summary: "show this help", isCommon: true)

    static let color = Option(
        name: "color", argument: .choice("WHEN", of: ColorChoice.allCases.map(\.rawValue)),
        summary: "colour: auto (the default), always or never", isCommon: true)

    static let exitZero = Option(
        name: "exit-zero", summary: "exit 0 where it would be 1; what could not be done is still 2", isCommon: true)

    static let report = Option(
        name: "report", argument: .text("FORMAT=PATH"), use: .repeated,
        summary: "also write a report of the run to a file, or with \"-\" after the results", isCommon: true
    )

    static let watch = Option(
        name: "watch", summary: "run again whenever one of the files changes, until it is interrupted", isCommon: true)

    static let standardInputName = Option(
        name: "stdin-name", argument: .text("NAME"),
        summary: "what to call standard input, given as \"-\", in every message", isCommon: true)

    static let patch = Option(
        name: "patch", argument: .file("FILE"), use: .repeated,
        summary: "apply an RFC 7396 merge patch first; several are applied in order", isCommon: true)

    static let flag = Option(
        name: "flag", argument: .text("NAME"), use: .repeated, summary: "only this setting")

    static let order = Option(
        name: "order", argument: .choice("ORDER", of: ["name", "document"]),
        summary: "sorted by name (the default), or as the document has them", isCommon: true)

    static func format(_ formats: [String]) -> Option {
        Option(
            name: "format", argument: .choice("FORMAT", of: formats),
            summary: "\(formats.joined(separator: ", ")); \(formats.first ?? "") is the default", isCommon: true)
    }
}
