import FlagResolver

/// An evaluator that is as plain as can be and shares no code with the library: text in, answer out.
enum SlowEvaluator {
    /// What a setting is for a version; `nil` if its default is not of its kind.
    static func answer(of setting: RandomDocument.Setting, for version: String) -> Answer? {
        guard let fallback = swiftText(setting.defaultValue, setting.kind) else { return nil }
        for (index, entry) in setting.entries.enumerated() where !entry.isMalformed {
            let matches = entry.alternatives.contains { alternative in
                alternative.allSatisfy { NaiveVersion(version).satisfies($0) }
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
}
