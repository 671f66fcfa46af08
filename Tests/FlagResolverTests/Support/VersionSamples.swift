import FlagResolver
import TestSupport

/// Versions and requirements for laws and oracles: a small exhaustive world, and a seeded random one.
enum VersionSamples {
    /// Versions in strictly ascending order, with the edges of every field and of every rule among them.
    static let ascending: [String] = [
        "0.0.0-0", "0.0.0-0.0", "0.0.0-0.0.0", "0.0.0-0.a", "0.0.0-1", "0.0.0-a", "0", "0.0.0.0.0.1-a", "0.0.0.0.0.1",
        "0.0.0.1", "0.0.1-0", "0.0.1", "0.0.3", "0.0.4", "0.1.0-rc", "0.1", "0.3.1", "0.4", "1-0", "1.0.0-1",
        "1.0.0-2", "1.0.0-10", "1.0.0-99999999999999999999", "1.0.0-100000000000000000000", "1.0.0--", "1.0.0--1",
        "1.0.0-0a", "1.0.0-A", "1.0.0-a", "1.0.0-a.0", "1.0.0-a.0.0", "1.0.0-a.1", "1.0.0-a.a", "1.0.0-a-", "1.0.0-b",
        "1.0.0-rc", "1.0.0-rc.0", "1.0.0-rc.1", "1.0.0-rc.1.0", "1.0.0-rc.1.0.0", "1.0.0-rc.2", "1.0.0-rc.10", "1",
        "1.0.0.0.1", "1.0.0.0.10", "1.0.0.1", "1.0.1", "1.2.3", "1.2.3.4-0", "1.2.3.4-b", "1.2.3.4",
        "1.2.3.4.0.5-b", "1.2.3.4.0.5-b.0", "1.2.3.4.0.5", "1.2.3.4.0.5.1", "1.2.3.4.5", "1.2.3.5",
        "1.2.3.1073741822", "1.2.3.1073741822.1", "1.2.3.1073741823-a", "1.2.3.1073741823", "1.2.3.1073741824",
        "1.2.3.20240131235959", "1.2.4-0", "1.2.4", "1.2.4294967294", "1.2.4294967294.7", "1.2.4294967295-x",
        "1.2.4294967295", "1.2.4294967295.1", "1.2.4294967296", "1.3-0", "1.3", "1.10", "1.4294967294.9",
        "1.4294967295", "1.4294967295.1-a", "1.4294967295.1", "1.4294967296", "1.18446744073709551615",
        "1.18446744073709551616", "2-0", "2-0.0", "2", "4294967294.4294967294.4294967294.1073741822",
        "4294967294.4294967294.4294967294.1073741822.1", "4294967295-0", "4294967295-0.0", "4294967295",
        "4294967295.5", "4294967296-0", "4294967296", "4294967296.0.0.0.0.1", "99999999999999999999",
        "100000000000000000000-rc.1", "100000000000000000000-rc.1.0", "100000000000000000000",
    ]

    /// The versions of ``ascending``.
    static func ascendingVersions() throws -> [AppVersion] {
        try ascending.map { try AppVersion(parsing: $0) }
    }

    /// A random version's text: mostly small, at times with the edges of the fields.
    static func version(using random: inout SeededRandom) -> String {
        if Int.random(in: 0..<4, using: &random) == 0 {
            return ascending[Int.random(in: 0..<ascending.count, using: &random)]
        }
        var text = (0..<Int.random(in: 1...5, using: &random))
            .map { _ in String(Int.random(in: 0...2, using: &random)) }.joined(separator: ".")
        if Int.random(in: 0..<3, using: &random) == 0 {
            let identifiers = ["0", "1", "2", "10", "a", "b", "rc", "a-0"]
            let chosen = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                identifiers[Int.random(in: 0..<identifiers.count, using: &random)]
            }
            text += "-" + chosen.joined(separator: ".")
        }
        if Int.random(in: 0..<8, using: &random) == 0 { text += "+build.01" }
        return text
    }

    /// A random requirement's text, of every form there is.
    static func requirement(using random: inout SeededRandom) -> String {
        let alternatives = (0..<Int.random(in: 1...3, using: &random)).map { _ in alternative(using: &random) }
        return alternatives.joined(separator: ["||", " || ", "\t||\n"][Int.random(in: 0..<3, using: &random)])
    }

    private static func alternative(using random: inout SeededRandom) -> String {
        if Int.random(in: 0..<8, using: &random) == 0 {
            return version(using: &random) + " - " + version(using: &random)
        }
        let comparators = (0..<Int.random(in: 1...3, using: &random)).map { _ in comparator(using: &random) }
        return comparators.joined(separator: [" ", "  ", ",", " , "][Int.random(in: 0..<4, using: &random)])
    }

    private static func comparator(using random: inout SeededRandom) -> String {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return "*"
        case 1:
            let numbers = version(using: &random).prefix { $0.isNumber || $0 == "." }
            let wildcard = [".x", ".X", ".*"][Int.random(in: 0..<3, using: &random)]
            return ["", "=", "=="][Int.random(in: 0..<3, using: &random)] + numbers + wildcard
        default:
            let operators = ["", "=", "==", "!=", "<", "<=", ">", ">=", "~", "^"]
            let sign = operators[Int.random(in: 0..<operators.count, using: &random)]
            let blank = sign.isEmpty || Bool.random(using: &random) ? "" : " "
            let prefix = Int.random(in: 0..<6, using: &random) == 0 ? "v" : ""
            return sign + blank + prefix + version(using: &random)
        }
    }

    /// A random set, as a random requirement's.
    static func set(using random: inout SeededRandom) throws -> VersionSet {
        try VersionSet(parsing: requirement(using: &random))
    }
}
