import FlagAnalysis

/// Counts and lists in sentences.
enum Count {
    /// `1 setting`, `4 settings`
    static func of(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    /// `1 file`, `3,000 files`
    static func of(grouped number: Int, _ one: String) -> String {
        "\(ShortText.grouped(number)) \(number == 1 ? one : one + "s")"
    }

    /// `6`, `6 and 7`, `6, 7 and 12`; a long list is shortened: `6, 7 and 30 more`.
    static func list(_ names: [String], atMost limit: Int = .max) -> String {
        let left = names.count - limit
        let shown = left > 0 ? names.prefix(limit) + ["\(left) more"] : names[...]
        guard let last = shown.last, shown.count > 1 else { return names.first ?? "" }
        return "\(shown.dropLast().joined(separator: ", ")) and \(last)"
    }
}
