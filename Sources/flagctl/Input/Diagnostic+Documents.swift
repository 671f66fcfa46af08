import FlagAnalysis
import FlagResolver

extension Diagnostic {
    /// Text that is not JSON.
    init(_ error: JSONSyntaxError, in bytes: ArraySlice<UInt8>) {
        let source = SourceText(name: error.sourceName, bytes: bytes)
        self.init(
            subject: .location(Location(source: source, span: error.span)), severity: .error, message: error.message,
            code: error.code, help: error.help)
        if let span = error.related, let note = error.relatedNote {
            related = [RelatedLocation(location: Location(source: source, span: span), message: note)]
        }
    }

    /// A document that is too large to be read.
    static func tooLarge(_ name: String, limit: Int) -> Diagnostic {
        Diagnostic(
            subject: .name(name), severity: .error,
            message: "the document has more than \(limit) bytes, the most that is allowed",
            code: DocumentError.Code.limit.rawValue, help: "split it into several documents")
    }

    /// JSON that is not a document of settings.
    init(_ error: DocumentError, in tree: JSONTree) {
        let sources = SourceTexts(of: tree)
        self.init(
            subject: .location(sources.location(error.span)), severity: .error, message: error.message,
            code: error.code.rawValue)
        if let span = error.relatedSpan {
            related = [RelatedLocation(location: sources.location(span), message: "the first is here")]
        }
    }

    /// An issue of one setting or entry.
    init(_ issue: SettingIssue, in document: LoadedDocument) {
        let setting = document.setting(of: issue)
        self.init(
            subject: document.subject(issue.preciseSpan(in: document.tree)),
            severity: issue.makesSettingUnresolvable ? .error : .warning,
            message: "in \(NameText.quoted(setting)): \(issue.message)", code: issue.code.rawValue, setting: setting)
        if let span = issue.relatedSpan {
            related = [RelatedLocation(location: document.location(span), message: "the other one is here")]
        }
    }
}

extension SettingIssue {
    /// The bytes to point at: in a malformed requirement only the wrong part, if the document contains it unescaped.
    fileprivate func preciseSpan(in tree: JSONTree) -> Range<Int>? {
        guard let span, case .badRequirement(let text, let error) = problem else { return span }
        let content = (span.lowerBound + 1)..<(span.upperBound - 1)
        guard content.count == text.utf8.count, tree.bytes[content].elementsEqual(text.utf8) else { return span }
        let start = min(content.lowerBound + error.offset, content.upperBound)
        return start..<min(start + error.length, content.upperBound)
    }

    /// Whether the setting has no value, so that it cannot be resolved.
    var makesSettingUnresolvable: Bool {
        guard entryIndex == nil else { return false }
        return switch problem {
        case .missingDefault, .wrongType: true
        default: false
        }
    }
}

extension Diagnostic {
    /// A setting that none of the documents has.
    ///
    /// - Parameter suggestions: The budget of the run.
    static func unknownSetting(
        _ name: String, in documents: [LoadedDocument], _ suggestions: inout SuggestionBudget
    ) -> Diagnostic {
        let names = documents.lazy.flatMap { $0.settings.namesOfSettingsAndGroups }
        let pattern = SettingPattern(name)
        let isPattern = pattern.hasWildcard
        let cost = documents.reduce(0) { $0 + $1.settings.indices.count } * (isPattern ? pattern.partCount : 1)
        let suggestion: String? =
            if suggestions.allows(cost) {
                isPattern ? pattern.nearest(in: names)?.text : Spelling.nearestSetting(to: name, in: names)
            } else {
                nil
            }
        let only = documents.count == 1 ? documents.first?.name : nil
        return Diagnostic(
            subject: .name(only ?? "flagctl"), severity: .error,
            message: only == nil
                ? "none of the \(documents.count) documents has a setting \(isPattern ? "that matches " : "")\(NameText.quoted(name))"
                : "no setting \(isPattern ? "matches " : "")\(NameText.quoted(name))",
            code: "unknown-setting", setting: name,
            notes: documents.count == 1 ? documents.compactMap { $0.noteOnRemoval(of: name) } : [],
            help: suggestion.map { Spelling.didYouMean(NameText.quoted($0)) })
    }
}
