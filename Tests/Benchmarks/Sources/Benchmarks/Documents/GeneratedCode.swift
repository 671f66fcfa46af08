/// Swift code that reads the settings of a generated document: 1,000 files of 100 lines.
///
/// Each file declares ten keys and reads ten settings. The other lines are those of an ordinary app: types, calls,
/// comments, and literals with and without interpolation.
enum GeneratedCode {
    static let fileCount = 1_000

    /// The text of a file, in 100 lines.
    static func text(ofFile file: Int) -> String {
        let settings = (0..<10).map { file * 10 + $0 }
        var lines = ["import FlagStore", "", "extension SettingKey where Value == Bool {"]
        lines += settings.map {
            "    static let flag\($0) = SettingKey(\"\(GeneratedDocument.name(of: $0))\", default: false)"
        }
        lines += ["}", "", "/// A screen, with \"quotes\" and `code` in its comment.", "final class Screen\(file) {"]
        for setting in settings {
            lines += [
                "    // Shows the row of flag\(setting), unless the user has none.",
                "    func show\(setting)(_ rows: [String: Int], in store: SettingsStore) -> String? {",
                "        guard let count = rows[\"row\(setting)\"], count > 0x1F, store[.flag\(setting)] else { return nil }",
                "        let title = \"\\(count) of \\(rows.count) rows (\\(Double(count) / Double(rows.count) * 100) %)\"",
                "        let items = rows.filter { $0.value >= 1_000 }.map { key, value in (key.lowercased(), value &+ 1) }",
                "        return items.isEmpty ? title : items.map { \"\\($0.0)\\t\\($0.1)\" }.joined(separator: \", \\n\")",
                "    }",
                "",
            ]
        }
        lines += ["}"]
        while lines.count < 100 { lines.append("// The end of Screen\(file).") }
        return lines.joined(separator: "\n") + "\n"
    }
}
