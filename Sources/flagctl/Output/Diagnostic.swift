import FlagAnalysis
import FlagResolver

/// A message about the run or a finding, with its location.
struct Diagnostic {
    /// What a diagnostic is about.
    enum Subject {
        /// A location in a document.
        case location(Location)
        /// Something without lines: an unreadable file, or the program itself.
        case name(String)

        /// The name of the file or other subject.
        var name: String {
            switch self {
            case .location(let location): location.source.name
            case .name(let name): name
            }
        }

        /// The name for fingerprints and reports for other programs.
        var canonicalName: String {
            switch self {
            case .location(let location): location.source.canonicalName
            case .name(let name): FileReference.canonical(name)
            }
        }

        /// `nil` for something without lines.
        var location: Location? { if case .location(let location) = self { location } else { nil } }
    }

    struct Location {
        let source: SourceText
        /// Byte offsets from the start of the source.
        let span: Range<Int>

        var start: SourceLocation { source.location(of: span.lowerBound) }
        /// The line and column after the last character.
        var end: SourceLocation { source.location(of: span.upperBound) }
    }

    /// A second location that is involved.
    struct RelatedLocation {
        let location: Location
        let message: String
    }

    let subject: Subject
    var severity: Severity
    let message: String
    /// The stable code of the rule; `nil` if no rule is involved.
    var code: String?
    /// The setting, for programs; the message names it too. `nil` if no single setting is involved.
    var setting: String?
    var related: [RelatedLocation] = []
    var notes: [String] = []
    /// An action that fixes it.
    var help: String?

    /// Text for people has so many diagnostics at most. Hostile files have millions, which nobody reads.
    static let maximumShownCount = 10_000

    /// `and 250,000 more findings; --format json has all of them`; nothing if there are none.
    static func writeCount(ofFurther count: Int, _ word: String, to buffer: inout TextBuffer) {
        guard count > 0 else { return }
        buffer.write("and \(Count.of(grouped: count, "more \(word)")); --format json has all of them\n")
    }

    /// The message, preceded by the name of a subject without lines, for other programs.
    var canonicallyNamedMessage: String {
        switch subject {
        case .location: message
        case .name: "\(subject.canonicalName): \(message)"
        }
    }
}
