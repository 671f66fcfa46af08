import FlagResolver

/// Stretches of versions as part of a sentence.
enum VersionPhrase {
    /// `for >=1.4.0 <1.4.1 and from 1.4.3 on`, `for every version`, `from 2.0.0 on`
    static func of(_ stretches: some Collection<VersionStretch>) -> String {
        if stretches.count == 1, stretches.first == .all { return "for every version" }
        var result = ""
        for (index, stretch) in stretches.enumerated() {
            if index > 0 { result += index == stretches.count - 1 ? " and " : ", " }
            if stretch.upper == .highest, case .before(let version) = stretch.lower.place {
                result += "from \(version) on"
            } else {
                result += (index == 0 ? "for " : "") + stretch.description
            }
        }
        return result
    }
}
