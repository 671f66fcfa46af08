// Options that several commands share.

extension CommandOption where Self == Option<ColorChoice> {
    static var color: Self {
        Option(
            name: "color", value: .choice("WHEN"), default: .auto,
            summary: "whether to use colour: auto (the default), always or never",
            isCommon: true)
    }
}

extension CommandOption where Self == Option<Bool> {
    static var exitZero: Self {
        Option(name: "exit-zero", summary: "exit 0 instead of 1; errors still exit 2", isCommon: true)
    }

    static var cases: Self {
        Option(name: "cases", summary: "show every case of a setting, also if there are more than 20 of them")
    }

    static var watch: Self {
        Option(
            name: "watch", summary: "run again when one of the files changes, until you press Ctrl-C",
            isCommon: true)
    }
}
