import FlagResolver

extension RuleCode {
    package static let hiddenCharacters = RuleCode(rawValue: "hidden-characters")
}

/// Text with white space at an end, or with characters that cannot be seen.
struct HiddenCharactersRule: Rule {
    let code = RuleCode.hiddenCharacters
    let severity = Severity.warning
    let meaning =
        "A value, a label, a salt or a string in a condition begins or ends with white space, or has a character that cannot be "
        + "seen, so it is not equal to the text that it looks like (a note for values that people read)."
    let advice = "Delete the white space or the character, unless it is there on purpose."

    let bad: RuleExamples = [
        RuleExample(#"{ "theme": { "defaultValue": «"dark "» } }"#),
        RuleExample(#"{ "theme": { "defaultValue": { "name": «"da\u200brk"» } } }"#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "country": ["DE", «" AT"»] }, "value": true },
                { "rollout": { "percent": 25, "salt": «"payments\n"» }, "value": true },
                { "appVersion": ">=2.0.0", "name": «"everybody "», "value": true }
                """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "separator": ", ",
              "greeting": "Grüß Gott",
              "family": "👨‍👩‍👧",
              "terms": "First line\nSecond line"
            }
            """#),
        RuleExample(
            "greeting", defaultValue: #""Hello""#,
            entries: #"{ "when": { "device": { "startsWith": "iPhone " } }, "value": "Hi" }"#),
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        for index in document.settings.indices {
            let allowed = AllowedValues.list(of: index, in: document.settings)
            for value in document.settings.valueNodes(of: index) + (allowed.map { [$0] } ?? []) {
                for node in document.tree.strings(in: value) { check(node, .value, index, in: document, &report) }
            }
        }
    }

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        let (document, tree) = (setting.document, setting.tree)
        for entry in setting.entries {
            guard let name = tree.member(named: "name" as StaticString, of: Int(entry.record.node)) else { continue }
            check(name, .name, setting.settingIndex, in: document, &report)
        }
        for entry in setting.targetedEntries {
            for rollout in entry.rollouts {
                guard let salt = tree.member(named: "salt" as StaticString, of: rollout.node) else { continue }
                check(salt, .name, setting.settingIndex, in: document, &report)
            }
            for form in entry.attributes.flatMap({ ConditionForm.forms(of: $0.condition, in: tree) }) {
                switch form.kind {
                case .string: check(form.node, .name, setting.settingIndex, in: document, &report)
                case .prefix: check(form.node, .prefix, setting.settingIndex, in: document, &report)
                case .boolean, .number, .bound, .version: break
                }
            }
        }
    }

    private func check(
        _ node: Int, _ role: TextInspection.Role, _ setting: SettingIndex, in document: CheckedDocument,
        _ report: inout RuleReport
    ) {
        guard let problem = TextInspection.problem(ofStringAt: node, role, in: document.tree) else { return }
        let span = document.span(of: node)
        report.add(
            problem.message, by: self, at: span, about: .setting(setting),
            severity: problem.isProse ? .note : nil,
            help: problem.correction.map { "did you mean \(quoted($0))?" },
            fix: problem.isProse
                ? nil : problem.correction.flatMap { .replacingString(at: span, of: document.tree, with: $0) })
    }
}

/// Looks for white space and invisible characters in a string of a document.
private enum TextInspection {
    enum Role {
        /// A text that code or people compare: a label, a salt, a string in a condition.
        case name
        /// The beginning of such a text.
        case prefix
        /// A value, which may be written for people.
        case value
    }

    struct Problem {
        let message: String
        /// The text without what is hidden; `nil` if nothing would be left.
        let correction: String?
        /// Whether the text is a value of several words, in which white space is often intended.
        let isProse: Bool
    }

    static func problem(ofStringAt node: Int, _ role: Role, in tree: JSONTree) -> Problem? {
        // Almost all strings are of visible ASCII characters, and need no copy.
        if let content = tree.plainContentRange(at: node) {
            let bytes = tree.bytes[content]
            guard bytes.first == 0x20 || bytes.last == 0x20 || bytes.contains(where: { $0 >= 0x7F }) else { return nil }
        }
        guard let text = tree.string(at: node) else { return nil }
        let scalars = text.unicodeScalars
        let hidden = scalars.first { isHidden($0, in: scalars, role) }
        let visible = scalars.filter { !isHidden($0, in: scalars, role) }
        let trimmed = trimmed(visible, atEnd: role != .prefix)
        // White space alone, and punctuation with white space, separate other texts.
        let isText = trimmed.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        let isTrimmed = trimmed.count < visible.count && isText
        guard hidden != nil || isTrimmed else { return nil }
        let correction = String(String.UnicodeScalarView(trimmed))
        let isProse = hidden == nil && role == .value && !isWord(trimmed, in: visible)
        let message =
            hidden.map {
                "the text contains U+\($0.value.padded(to: 4, radix: 16, uppercase: true)), which cannot be seen"
            }
            ?? (visible.first.map { $0.properties.isWhitespace } == true
                ? "the text begins with white space" : "the text ends with white space")
        return Problem(message: message, correction: correction.isEmpty ? nil : correction, isProse: isProse)
    }

    private static func trimmed(
        _ scalars: String.UnicodeScalarView, atEnd: Bool
    ) -> Substring.UnicodeScalarView {
        var rest = scalars[...].drop { $0.properties.isWhitespace }
        while atEnd, let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
        return rest
    }

    /// Whether a value is a word such as `dark` or a URL, and not a unit such as ` km` or a line of text.
    private static func isWord(_ trimmed: Substring.UnicodeScalarView, in text: String.UnicodeScalarView) -> Bool {
        let isURL = String(String.UnicodeScalarView(trimmed)).contains(bytesOf: "://")
        let isWord = trimmed.allSatisfy { scalar in
            UInt8(exactly: scalar.value).map { byte in
                byte.isNameCharacter || isURL && (0x21..<0x7F).contains(byte)
            } ?? false
        }
        return isWord && (text.first?.properties.isWhitespace != true || trimmed.count > maximumUnitLength)
    }

    private static let maximumUnitLength = 4

    /// Whether a character cannot be seen, and has no use in such a text.
    private static func isHidden(_ scalar: Unicode.Scalar, in text: String.UnicodeScalarView, _ role: Role) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: return false
        case 0...0x1F, 0x7F...0x9F, 0xFEFF: return true
        case 0xA0, 0xAD, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0x3164, 0xFE00...0xFE0F:
            // Line breaks in Thai, joined emoji, directions in Arabic: in values, they have their use beside other scripts and in
            // text for people.
            guard role == .value else { return !isJoiner(scalar) }
            return text.allSatisfy { $0 == scalar || $0.isASCII && ($0.value > 0x20 || scalar.value == 0x200B) }
        default: return false
        }
    }

    /// Whether a character joins others, as in emoji and in Persian.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200C || scalar.value == 0x200D || (0xFE00...0xFE0F).contains(scalar.value)
    }
}
