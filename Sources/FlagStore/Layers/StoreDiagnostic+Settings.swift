import FlagResolver

/// The wording of what a store reports about settings, overrides and the context.
extension StoreDiagnostic {
    static func unreadableAppVersion(_ text: String, _ error: VersionSyntaxError) -> StoreDiagnostic {
        StoreDiagnostic(
            .unreadableAppVersion,
            "the app version \(SettingProblem.quoted(text)) cannot be read: \(error); no condition on the version holds"
        )
    }

    static let missingAppVersion = StoreDiagnostic(
        .unreadableAppVersion,
        "the app has no version; pass one such as \"1.4.0\"; no condition on the version holds"
    )

    static func typeMismatch(_ name: String, in layer: SettingLayer, _ issues: [SettingIssue]) -> StoreDiagnostic {
        let reasons = issues.map(\.textWithoutCode).joined(separator: "; ")
        return StoreDiagnostic(
            .typeMismatch,
            "the setting \(SettingProblem.quoted(name)) of the layer \(layer.rawValue) is skipped: \(reasons)",
            setting: name
        )
    }

    static func unusableAttributes(
        _ name: String, in layer: SettingLayer, _ issues: [SettingIssue]
    ) -> StoreDiagnostic {
        let reasons = issues.map(\.textWithoutCode).joined(separator: "; ")
        return StoreDiagnostic(
            .unusableAttribute,
            "entries of the setting \(SettingProblem.quoted(name)) of the layer \(layer.rawValue) do not match: \(reasons)",
            setting: name
        )
    }

    /// What is wrong with the names of the attributes of a context; `nil` if conditions can use all of them.
    static func unusableAttributeNames(in context: EvaluationContext) -> StoreDiagnostic? {
        let names = context.attributes.keys.filter { name in
            name.withUTF8Bytes { AttributeName($0) } != .attribute
        }.sorted()
        guard let first = names.first else { return nil }
        let more = names.count > 1 ? ", and \(names.count - 1) more" : ""
        return StoreDiagnostic(
            .unusableAttribute,
            "no condition can use the attribute \(SettingProblem.quotedExcerpt(first))\(more) of the context; a name is an ASCII letter, then"
                + " letters, digits, \"_\" and \"-\", and neither \"appVersion\", \"date\" nor \"targetingKey\", which are properties"
        )
    }

    static func notFound(_ name: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .settingNotFound,
            "no document has the setting \(SettingProblem.quoted(name)), so it has its default; check its spelling",
            setting: name
        )
    }

    static func settingIssues(_ issues: [SettingIssue], in layer: SettingLayer) -> StoreDiagnostic {
        let first = issues.prefix(3).map(\.textWithoutCode).joined(separator: "; ")
        let others = issues.dropFirst(3).map { SettingProblem.quoted($0.path) }
        let more = others.isEmpty ? "" : "; and \(others.count) more: \(others.joined(separator: ", "))"
        return StoreDiagnostic(.settingIssues, "in the layer \(layer.rawValue): \(first)\(more)")
    }

    static func unusableSourceValue(_ name: String, in source: SourceLayer, _ reason: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .unusableSource,
            "the value of \(SettingProblem.quoted(name)) in the source \(SettingProblem.quoted(source.name)) is ignored:"
                + " \(reason)",
            setting: name
        )
    }

    static func unusableSource(_ source: SourceLayer, _ reason: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .unusableSource,
            "the values of the source \(SettingProblem.quoted(source.name)) are ignored: \(reason)"
        )
    }

    static func badOverride(_ name: String, _ text: String, expected: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .badOverride,
            "the override of \(SettingProblem.quoted(name)) is \(SettingProblem.quotedExcerpt(text)), expected \(expected);"
                + " it is ignored",
            setting: name
        )
    }

    static func mistypedOverride(_ name: String, found: String, expected: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .badOverride,
            "the override of \(SettingProblem.quoted(name)) is \(found), expected \(expected);"
                + " it is ignored",
            setting: name
        )
    }

    static func endedOverride(_ name: String, at end: Instant) -> StoreDiagnostic {
        StoreDiagnostic(
            .badOverride,
            "the override of \(SettingProblem.quoted(name)) has no effect: it ended at \(end), before the date of the store",
            setting: name
        )
    }

    static func malformedOverride(_ text: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .badOverride,
            "the argument \(SettingProblem.quoted(text)) is not an override; expected a name, \"=\" and a value",
            setting: text
        )
    }

    static func unknownOverride(_ unknown: UnknownOverride) -> StoreDiagnostic {
        let help = unknown.suggestion.map { Spelling.didYouMean(SettingProblem.quoted($0)) } ?? "check its spelling"
        return StoreDiagnostic(
            .badOverride,
            "\(SettingProblem.quoted(unknown.name)) overrides a setting that is not declared; \(help)",
            setting: unknown.name
        )
    }

    static func ambiguousOverride(_ variable: String, _ names: [String]) -> StoreDiagnostic {
        let settings = names.map { SettingProblem.quoted($0) }.joined(separator: ", ")
        return StoreDiagnostic(
            .badOverride,
            "\(SettingProblem.quoted(variable)) overrides several settings: \(settings); for one of them, pass the argument"
                + " \"--flag NAME=VALUE\"",
            setting: variable
        )
    }

    static func unwritableOverride(_ name: String, _ type: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .badOverride,
            "the override of \(SettingProblem.quoted(name)) is in effect, but neither kept for the next start nor exported:"
                + " a value of type \(type) cannot be written as JSON; make the type Codable, or override the setting by a text",
            setting: name
        )
    }
}
