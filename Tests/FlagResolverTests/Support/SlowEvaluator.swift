import FlagResolver

/// An evaluator that is as plain as can be and shares no code with the library: text in, answer out.
enum SlowEvaluator {
    /// What a setting is for a version; `nil` if its default is not of its kind.
    static func answer(of setting: RandomDocument.Setting, for version: String) -> Answer? {
        guard let fallback = swiftText(setting.defaultValue, setting.kind) else { return nil }
        for (index, entry) in setting.entries.enumerated() where !entry.isMalformed {
            let matches = entry.alternatives.contains { alternative in
                alternative.allSatisfy { holds($0, for: version) }
            }
            if matches, let value = swiftText(entry.value, setting.kind) {
                return Answer(value: value, reason: .targetingMatch, entry: index)
            }
        }
        return Answer(value: fallback, reason: setting.entries.isEmpty ? .static : .default, entry: nil)
    }

    /// A JSON text as Swift prints the value; `nil` if it is not of the kind.
    private static func swiftText(_ json: String, _ kind: RandomDocument.Kind) -> String? {
        switch (kind, json) {
        case (.bool, "true"), (.bool, "false"): json
        case (.int, "3.0"): "3"
        case (.int, "1e2"): "100"
        case (.int, _): Int(json).map { "\($0)" }
        case (.string, "\"\\u0062\\n\""): "b\n"
        case (.string, _) where json.hasPrefix("\""): String(json.dropFirst().dropLast())
        case (.list, "[1,2]"): "[1, 2]"
        case (.list, "[]"), (.list, "[1]"): json
        default: nil
        }
    }

    private static func holds(_ comparator: String, for version: String) -> Bool {
        let order = compare(version, String(comparator.drop { "<>=!".contains($0) }))
        return switch comparator.prefix(while: { "<>=!".contains($0) }) {
        case "!=": order != 0
        case "<": order < 0
        case "<=": order <= 0
        case ">": order > 0
        case ">=": order >= 0
        default: order == 0
        }
    }

    /// Negative, zero or positive, as the left version is below, at or above the right one.
    private static func compare(_ left: String, _ right: String) -> Int {
        let (leftNumbers, leftTags) = split(left)
        let (rightNumbers, rightTags) = split(right)
        for index in 0..<max(leftNumbers.count, rightNumbers.count) {
            let a = index < leftNumbers.count ? leftNumbers[index] : "0"
            let b = index < rightNumbers.count ? rightNumbers[index] : "0"
            let order = compareNumbers(a, b)
            if order != 0 { return order }
        }
        guard let leftTags else { return rightTags == nil ? 0 : 1 }
        guard let rightTags else { return -1 }
        for (a, b) in zip(leftTags, rightTags) where a != b {
            switch (Int(a), Int(b)) {
            case (let a?, let b?): return a - b
            case (_?, nil): return -1
            case (nil, _?): return 1
            case (nil, nil): return a < b ? -1 : 1
            }
        }
        return leftTags.count - rightTags.count
    }

    private static func compareNumbers(_ left: String, _ right: String) -> Int {
        if left.count != right.count { return left.count - right.count }
        return left == right ? 0 : (left < right ? -1 : 1)
    }

    private static func split(_ version: String) -> (numbers: [String], tags: [String]?) {
        let parts = version.split(separator: "-", maxSplits: 1)
        let numbers = parts[0].split(separator: ".").map(String.init)
        return (numbers, parts.count > 1 ? parts[1].split(separator: ".").map(String.init) : nil)
    }
}
