/// Something that was wrong with a setting, and was tolerated while it was read.
///
/// One bad entry is one bad entry: it is skipped, the others and the default still work, and an issue says what was
/// wrong and where.
///
/// ```swift
/// for issue in setting.issues {
///     print(issue)   // payments.valuesByVersion[1].appVersion: expected a number after ">=", … [bad-requirement]
/// }
/// ```
public struct SettingIssue: Hashable, Sendable {
    /// What kind of thing was wrong.
    public let code: Code

    /// Where it was: members joined with `.`, positions in brackets.
    ///
    /// `checkout.style.valuesByVersion[1].value`, for example.
    public let path: String

    /// The position of the entry concerned in `valuesByVersion`, counted from 0.
    ///
    /// `nil` where the issue is not about an entry.
    public let entryIndex: Int?

    /// Line and column in the document; `nil` where the decoder keeps no positions, as Foundation's do not.
    public let location: SourceLocation?

    /// What was found, what was expected, and what to do.
    public var message: String { problem.message }

    /// What was wrong, as data; the wording is made from it.
    package let problem: SettingProblem

    /// The bytes of the document that are concerned; `nil` where ``location`` is.
    package let span: Range<Int>?

    /// A second place that is involved: the other of two conflicting members.
    package let relatedSpan: Range<Int>?

    package init(
        _ problem: SettingProblem,
        path: String,
        entryIndex: Int? = nil,
        location: SourceLocation? = nil,
        span: Range<Int>? = nil,
        relatedSpan: Range<Int>? = nil
    ) {
        self.code = problem.code
        self.problem = problem
        self.path = path
        self.entryIndex = entryIndex
        self.location = location
        self.span = span
        self.relatedSpan = relatedSpan
    }
}

extension SettingIssue: CustomStringConvertible {
    /// Path, line and column where they are known, message and code, on one line.
    ///
    /// A path with control characters, quotes or backslashes is in quotes, and they are escaped.
    public var description: String {
        let place = location.map { " (line \($0.line), column \($0.column))" } ?? ""
        return "\(printablePath)\(place): \(message) [\(code.rawValue)]"
    }

    /// Names come from the network: one with a line end could write lines of its own into a log.
    private var printablePath: String {
        let quoted = SettingProblem.quoted(path)
        return quoted.utf8.count == path.utf8.count + 2 ? path : quoted
    }
}
