/// One thing to tell about the run, with its place.
struct Diagnostic {
    enum Severity: String, CaseIterable, Comparable {
        case note
        case warning
        case error

        private var weight: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }

        static func < (left: Severity, right: Severity) -> Bool { left.weight < right.weight }
    }

    /// What a diagnostic is about.
    enum Subject {
        /// A interval of bytes in a document.
        case place(Place)
        /// Something without lines: a path that cannot be read, the program itself.
        case name(String)
    }

    struct Place {
        let source: SourceText
        /// Counted from the beginning of the source.
        let span: Range<Int>

        /// The first and the last line, counted from 1.
        var lines: (begin: Int, end: Int) { (source.line(of: span.lowerBound), source.line(of: span.upperBound)) }
    }

    /// A second place that the first one is in conflict with.
    struct RelatedPlace {
        let place: Place
        let message: String
    }

    let subject: Subject
    let severity: Severity
    let message: String
    /// The stable code of the rule; `nil` for what is no rule's finding.
    var code: String?
    /// The setting that it is about, for machines; the message names it too. `nil` if it is about no single setting.
    var setting: String?
    var related: [RelatedPlace] = []
    var notes: [String] = []
    /// An action that mends it.
    var help: String?

    /// The message; what has no place in a file is named first.
    var namedMessage: String {
        switch subject {
        case .place: message
        case .name(let name): "\(name): \(message)"
        }
    }
}
