package import FlagResolver

/// Settings with requirements of every form, over few versions, so that requirements often overlap.
package enum RandomSetting {
    private static let versions = [
        "0.0.0", "1", "1.2", "1.2.0.1", "1.2.1", "1.2.1-rc.1", "1.3.0-0", "2.0.0", "2.0.0-rc", "2.0.0-rc.0", "3",
    ]

    /// The versions that requirements name, and their nearest neighbours.
    package static let probes: [AppVersion] = {
        let texts = versions + ["0.0.0-0", "0.0.0-a", "0.0.1", "0.1", "0.99", "1.3", "1.99", "2.5", "4"]
        return texts.flatMap { text -> [AppVersion] in
            let suffixes = text.contains("-") ? ["", ".0", ".0.0"] : ["", ".0.0.0.1", "-0", "-zz"]
            return suffixes.compactMap { AppVersion(text + $0) }
        }
    }()

    package static func json(entries count: ClosedRange<Int> = 0...6, using random: inout SeededRandom) -> String {
        let values = [
            "true", "false", "1", "1.0", "1.00", "\"a\"", "null", "[1]", "{\"a\":1,\"b\":[]}", "{\"b\":[],\"a\":1}",
        ]
        func value() -> String { values.randomElement(using: &random) ?? "null" }
        var members = ["\"defaultValue\": \(value())"]
        if Int.random(in: 0..<4, using: &random) == 0 { members.append("\"type\": \"boolean\"") }
        let entries = (0..<Int.random(in: count, using: &random)).map { _ in
            "{\"appVersion\": \(appVersion(using: &random)), \"value\": \(value())}"
        }
        members.append("\"valuesByVersion\": [\(entries.joined(separator: ","))]")
        return "{\(members.joined(separator: ","))}"
    }

    /// A non-empty set of versions, often of several intervals.
    package static func set(using random: inout SeededRandom) -> VersionSet {
        while true {
            let text = (0..<Int.random(in: 1...3, using: &random)).map { _ in requirement(using: &random) }
            let set = VersionRequirement(text.joined(separator: " || "))?.set ?? .none
            if !set.isEmpty { return set }
        }
    }

    package static func appVersion(using random: inout SeededRandom) -> String {
        if Int.random(in: 0..<5, using: &random) == 0 {
            return "[\"\(requirement(using: &random))\", \"\(requirement(using: &random))\"]"
        }
        return "\"\(requirement(using: &random))\""
    }

    package static func requirement(using random: inout SeededRandom) -> String {
        func version() -> String { versions.randomElement(using: &random) ?? "1" }
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return "*"
        case 1: return "1.x"
        case 2: return "\(version()) - \(version())"
        case 3: return "~\(version())"
        case 4: return "^\(version())"
        case 5: return "!=\(version())"
        case 6: return "\(version()) || >\(version())"
        default:
            let operators = ["<", "<=", ">", ">=", "="]
            return "\(operators.randomElement(using: &random) ?? "=")\(version()) <=\(version())"
        }
    }
}
