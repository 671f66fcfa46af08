/// Counts in sentences.
enum Count {
    /// `1 setting`, `4 settings`
    static func of(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }
}
