import FlagAnalysis
import FlagReferences
import FlagResolver

extension CodeComparison {
    /// The findings of some rules: first in the documents, then in the code, each in the order of locations.
    ///
    /// - Parameter rules: The rules to look for, with the severities of their findings.
    func findings(of rules: [RuleCode: Severity]) -> [Diagnostic] {
        var found: [Diagnostic] = []
        // Without code that is read, nothing is known.
        if let severity = rules[.unreadSetting], hasDocuments, code.fileCount > 0 { found += unreadSettings(severity) }
        var inCode: [(source: Int, offset: Int, diagnostic: Diagnostic)] = []
        if let severity = rules[.unknownSettingName] {
            for name in unknown {
                for reference in name.references {
                    inCode.append(
                        (reference.source, reference.span.lowerBound, diagnostic(of: reference, name, severity)))
                }
            }
        }
        // Code beyond a limit is a failure of the run.
        for name in code.references.unseen where !name.reason.exceedsLimit {
            guard let severity = rules[name.reason.rule] else { continue }
            inCode.append((name.source, name.span.lowerBound, diagnostic(of: name, severity)))
        }
        found += inCode.sorted { ($0.source, $0.offset) < ($1.source, $1.offset) }.map(\.diagnostic)
        return found
    }

    /// In the order of the documents and of their settings.
    private func unreadSettings(_ severity: Severity) -> [Diagnostic] {
        let hints = UnreadHints(self)
        let ranks = Dictionary(documents.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let allowed = settingsAllowedUnread
        return settings.filter { $0.isUnread && !allowed.contains(ExactText($0.name)) }
            .compactMap { setting in setting.location.map { (setting, $0) } }
            .sorted { one, other in
                let (rank, otherRank) = (ranks[one.1.source.name] ?? 0, ranks[other.1.source.name] ?? 0)
                return (rank, one.1.span.lowerBound) < (otherRank, other.1.span.lowerBound)
            }
            .map { diagnostic(ofUnread: $0, at: $1, hints, severity) }
    }

    /// The settings that a document allows to be unread, with `"$allow"`.
    private var settingsAllowedUnread: Set<ExactText> {
        var names: Set<ExactText> = []
        for document in documents {
            let suppressions = Suppressions(of: document.settings)
            guard suppressions.names(RuleCode.unreadSetting.rawValue) else { continue }
            for index in document.settings.indices {
                let key = Int(document.settings.loaded[index].key)
                if suppressions.position(of: RuleCode.unreadSetting.rawValue, coveringNode: key) != nil {
                    names.insert(ExactText(document.settings.name(of: index)))
                }
            }
        }
        return names
    }

    private static let maximumRelatedCount = 5

    private func diagnostic(
        ofUnread setting: Setting, at location: Diagnostic.Location, _ hints: UnreadHints, _ severity: Severity
    ) -> Diagnostic {
        var related = setting.furtherLocations.map {
            Diagnostic.RelatedLocation(location: $0, message: "it is here too")
        }
        for reference in setting.references {
            let message = reference.kind == .override ? "it is overridden here" : "its key is declared here"
            related.append(Diagnostic.RelatedLocation(location: code.location(of: reference), message: message))
        }
        for reference in hints.similar(to: setting.name) {
            related.append(
                Diagnostic.RelatedLocation(
                    location: code.location(of: reference), message: "\(NameText.quoted(reference.name)) may mean it"))
        }
        for name in hints.unseen(beginning: setting.name) {
            related.append(
                Diagnostic.RelatedLocation(
                    location: code.location(of: name), message: "the name that is made here may be this one"))
        }
        let hidden = code.references.unseen.count { name in
            if case .interpolation(let head?) = name.reason, !setting.name.starts(withBytesOf: head) {
                false
            } else {
                true
            }
        }
        let others = related.count - Self.maximumRelatedCount
        return Diagnostic(
            subject: .location(location), severity: severity,
            message: hidden == 0
                ? "no code reads \(NameText.quoted(setting.name))"
                : "no code is seen to read \(NameText.quoted(setting.name)); \(Count.of(hidden, "place")) may read any setting",
            code: RuleCode.unreadSetting.rawValue, setting: setting.name,
            related: Array(related.prefix(Self.maximumRelatedCount)),
            notes: others > 0 ? ["and \(Count.of(others, "further location")), which --format json lists"] : [],
            help: setting.references.isEmpty
                ? "delete it if no supported version of the app reads it"
                : "delete it and its key if no supported version of the app reads it"
        )
    }

    private func diagnostic(
        of reference: SettingReference, _ name: UnknownName, _ severity: Severity
    ) -> Diagnostic {
        let kind = reference.isGroup ? "group" : "setting"
        let only = documents.count == 1 ? documents.first?.canonicalName : nil
        let message =
            only.map { "\(PlainText.escaped($0)) has no \(kind) \(NameText.quoted(name.name))" }
            ?? "none of the \(documents.count) documents has a \(kind) \(NameText.quoted(name.name))"
        return Diagnostic(
            subject: .location(code.location(of: reference)), severity: severity, message: message,
            code: RuleCode.unknownSettingName.rawValue, setting: name.name,
            help: name.suggestion.map { Spelling.didYouMean(NameText.quoted($0)) }
                ?? "add it to a document, or delete the code that reads it")
    }

    private func diagnostic(of name: UnseenName, _ severity: Severity) -> Diagnostic {
        Diagnostic(
            subject: .location(code.location(of: name)), severity: severity, message: name.reason.message,
            code: name.reason.rule.rawValue, help: name.reason.help)
    }
}

extension UnseenName.Reason {
    fileprivate var rule: RuleCode {
        switch self {
        case .interpolation, .expression, .model, .hidden: .unseenName
        case .problem: .unseenCode
        }
    }

    var message: String {
        switch self {
        case .interpolation(let head?) where !head.isEmpty:
            "the name of a setting that begins with \(NameText.quoted(head)) is made when the code runs"
        case .interpolation: "the name of a setting is made when the code runs"
        case .expression: "the name of a setting is the value of an expression"
        case .model: "all settings are decoded as a model, whose members are not seen"
        case .problem(let problem): problem.message
        case .hidden(let hidden): hidden.message
        }
    }

    var help: String {
        switch self {
        case .interpolation: "write the whole name, or check by hand which settings it can be"
        case .expression: "write the name as text, or check by hand which settings it can be"
        case .model: "check by hand which settings the model has"
        case .problem(.tooDeep), .problem(.tooManyProblems): "leave the file out, or divide it"
        case .problem: "correct it, so that no name is missed"
        case .hidden(let hidden): hidden.help
        }
    }
}

extension SwiftScanProblem.Kind {
    fileprivate var message: String {
        switch self {
        case .invalidEncoding: "this byte is not UTF-8"
        case .unterminatedString: "the string literal has no end"
        case .unterminatedInterpolation: "the interpolation has no end"
        case .unterminatedRegex: "the regular expression has no end"
        case .unterminatedComment: "the comment has no end, so everything after it is part of it"
        case .unterminatedIdentifier: "the name in backquotes has no end on its line"
        case .tooDeep: "the code is nested too deeply for the compiler, so what follows is left out"
        case .tooManyProblems: "more than 1,000 literals have no end, so what follows is left out"
        }
    }
}

/// The places in code that may read a setting that seems to be unread.
private struct UnreadHints {
    /// The first places of unknown names, by the most similar setting.
    private var unknown: [ExactText: [SettingReference]] = [:]
    /// The places where names are composed at run time, by their known prefixes.
    private var unseen: [ExactText: [UnseenName]] = [:]
    private let heads: NamePrefixes

    init(_ comparison: CodeComparison) {
        for name in comparison.unknown {
            if let setting = name.suggestion, let first = name.references.first {
                unknown[ExactText(setting), default: []].append(first)
            }
        }
        for name in comparison.code.references.unseen {
            guard case .interpolation(let head?) = name.reason, !head.isEmpty else { continue }
            unseen[ExactText(head), default: []].append(name)
        }
        heads = NamePrefixes(unseen.keys.lazy.map(\.text))
    }

    func similar(to setting: String) -> [SettingReference] { unknown[ExactText(setting)] ?? [] }

    /// The places that compose a name whose known prefix is a prefix of a setting's name.
    func unseen(beginning setting: String) -> [UnseenName] {
        heads.prefixes(of: setting).flatMap { unseen[ExactText($0)] ?? [] }
    }
}
