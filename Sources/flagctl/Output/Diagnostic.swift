import FlagAnalysis

/// A message about the run or a finding, with its location.
struct Diagnostic {
    /// What a diagnostic is about.
    enum Subject {
        /// A location in a document.
        case place(Place)
        /// Something without lines: an unreadable file, or the program itself.
        case name(String)
    }

    struct Place {
        let source: SourceText
        /// Byte offsets from the start of the source.
        let span: Range<Int>

        /// The first and the last line, counted from 1.
        var lines: (begin: Int, end: Int) { (source.line(of: span.lowerBound), source.line(of: span.upperBound)) }
    }

    /// A second location that is involved.
    struct RelatedPlace {
        let place: Place
        let message: String
    }

    let subject: Subject
    let severity: Severity
    let message: String
    /// The stable code of the rule; `nil` if no rule is involved.
    var code: String?
    /// The setting, for programs; the message names it too. `nil` if no single setting is involved.
    var setting: String?
    var related: [RelatedPlace] = []
    var notes: [String] = []
    /// An action that fixes it.
    var help: String?

    /// The message, after the name of a subject without lines.
    var namedMessage: String {
        switch subject {
        case .place: message
        case .name(let name): "\(name): \(message)"
        }
    }
}
