import FlagResolver

/// Many versions, none of which was seen shortly before.
enum RotatingVersions {
    /// As text; the number is odd, so that going round together with a list of names meets other pairs every time.
    static let texts: [String] = {
        var random = MersenneTwister(seed: 2)
        return (0..<4_099).map { _ in
            (0..<3).map { _ in "\(random.integer(in: 0...12))" }.joined(separator: ".")
        }
    }()

    static func parsed() throws -> [AppVersion] {
        try texts.map { try AppVersion(parsing: $0) }
    }
}
