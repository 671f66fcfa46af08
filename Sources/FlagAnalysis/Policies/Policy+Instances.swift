package import FlagResolver

/// A group or a pattern in a policy stands for settings, and the policy must hold for each of them.
extension Policy {
    /// A policy about settings alone.
    package struct Instance: Sendable {
        package let policy: Policy
        /// The setting that a group or a pattern stands for here; `nil` if the policy has none.
        package let setting: String?
    }

    /// A policy has a second group or pattern. How it combines with the first one would be a guess.
    package struct SeveralPatterns: Error, Sendable {
        package let first: Expression.SettingName
        package let second: Expression.SettingName
    }

    /// The policy for each setting that its group or pattern stands for in a document.
    ///
    /// The same pattern twice in a policy stands for the same setting. A pattern that matches no
    /// setting is kept, and is then an error like an unknown setting.
    ///
    /// - Parameter limit: How many settings it may stand for.
    /// - Returns: `nil` if there are more; with a limit of 0, they are not searched for.
    /// - Complexity: Linear in the number of settings and in the text of the policy.
    package func instances(
        in document: SettingsDocument, atMost limit: Int = .max
    ) throws(SeveralPatterns) -> [Instance]? {
        var found: (name: Expression.SettingName, settings: [SettingIndex])?
        for occurrence in statement.occurrences where !occurrence.name.isQuoted {
            let name = occurrence.name
            let pattern = SettingPattern(name.text)
            guard document.index(named: name.text) == nil, pattern.hasWildcard || !occurrence.isExistence else {
                continue
            }
            if let found, found.name.isSpelled(name.text) { continue }
            guard limit > 0 else { return nil }
            let settings = pattern.settings(in: document)
            guard !settings.isEmpty else { continue }
            if let found { throw SeveralPatterns(first: found.name, second: name) }
            found = (name, document.sortedByName(settings))
        }
        guard let found else { return [Instance(policy: self, setting: nil)] }
        guard found.settings.count <= limit else { return nil }
        return found.settings.map { setting in
            let name = document.name(of: setting)
            return Instance(policy: replacing(found.name.text, with: name), setting: name)
        }
    }

    /// The first name in the policy.
    var patternName: Expression.SettingName? { statement.occurrences.first?.name }

    private func replacing(_ pattern: String, with name: String) -> Policy {
        var bytes = Array(text.utf8)
        let spans = Set(statement.occurrences.map(\.name).filter { $0.isSpelled(pattern) && !$0.isQuoted }.map(\.span))
        for occurrence in spans.sorted(by: { $0.lowerBound > $1.lowerBound }) {
            let start = occurrence.lowerBound - span.lowerBound
            let end = occurrence.upperBound - span.lowerBound
            guard start >= 0, end <= bytes.count else { continue }
            bytes.replaceSubrange(start..<end, with: Expression.SettingName.written(name))
        }
        return Policy(
            label: label, statement: statement.replacing(pattern, with: name),
            text: String(decoding: bytes, as: UTF8.self), span: span, line: line)
    }
}

extension Policy.Statement {
    /// The names of settings, in the order of the text.
    fileprivate var occurrences: [Expression.Occurrence] {
        switch self {
        case .holds(_, let expression): expression.occurrences
        case .monotone(let name, _, _), .changesOnly(let name, _), .constant(_, let name), .readable(let name):
            [Expression.Occurrence(name: name, isExistence: false)]
        }
    }

    fileprivate func replacing(_ pattern: String, with text: String) -> Policy.Statement {
        switch self {
        case .holds(let range, let expression): .holds(range, expression.replacing(pattern, with: text))
        case .monotone(let name, let course, let chain):
            .monotone(name.replacing(pattern, with: text), over: course, chain)
        case .changesOnly(let name, let versions): .changesOnly(name.replacing(pattern, with: text), at: versions)
        case .constant(let range, let name): .constant(range, name.replacing(pattern, with: text))
        case .readable(let name): .readable(name.replacing(pattern, with: text))
        }
    }
}

extension Expression {
    /// A name in an expression.
    struct Occurrence {
        let name: SettingName
        /// Whether the name is the operand of `exists`.
        let isExistence: Bool
    }

    fileprivate var occurrences: [Occurrence] {
        switch self {
        case .comparison(let name, _, _), .membership(let name, _): [Occurrence(name: name, isExistence: false)]
        case .exists(let name): [Occurrence(name: name, isExistence: true)]
        case .attribute: []
        case .not(let inner): inner.occurrences
        case .all(let parts), .any(let parts): parts.flatMap(\.occurrences)
        case .implication(let left, let right): left.occurrences + right.occurrences
        }
    }

    fileprivate func replacing(_ pattern: String, with text: String) -> Expression {
        switch self {
        case .comparison(let name, let sign, let literal):
            .comparison(name.replacing(pattern, with: text), sign, literal)
        case .membership(let name, let literals): .membership(name.replacing(pattern, with: text), literals)
        case .exists(let name): .exists(name.replacing(pattern, with: text))
        case .attribute: self
        case .not(let inner): .not(inner.replacing(pattern, with: text))
        case .all(let parts): .all(parts.map { $0.replacing(pattern, with: text) })
        case .any(let parts): .any(parts.map { $0.replacing(pattern, with: text) })
        case .implication(let left, let right):
            .implication(left.replacing(pattern, with: text), right.replacing(pattern, with: text))
        }
    }
}

extension Expression.SettingName {
    fileprivate func replacing(_ pattern: String, with text: String) -> Self {
        isSpelled(pattern) && !isQuoted ? Self(text: text, span: span) : self
    }

    /// Whether the name has the bytes of a text, as names of settings are compared.
    fileprivate func isSpelled(_ text: String) -> Bool { self.text.utf8.elementsEqual(text.utf8) }

    /// A name as an expression spells it: bare, or as a JSON string.
    fileprivate static func written(_ name: String) -> [UInt8] {
        let bytes = Array(name.utf8)
        let scanner = PolicyScanner(bytes, in: 0..<bytes.count)
        guard scanner.peekWord() != name else { return bytes }
        var writer = JSONWriter()
        writer.write(name)
        return writer.bytes
    }
}
