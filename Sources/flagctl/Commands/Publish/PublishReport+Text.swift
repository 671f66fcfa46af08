import FlagPublishing
import FlagResolver

extension PublishReport {
    /// The outcome of the run, in one line.
    var verdict: String {
        let place = PlainText.escaped(destination)
        switch outcome {
        case .published: return "published to \(place)\(number.map { " as \($0)" } ?? "")"
        case .unchanged: return "unchanged: this document is published\(number.map { " as \($0)" } ?? "") already"
        case .ready: return "ready to be published; nothing was changed"
        case .refused: return "not published: \(failedSections.map(\.name).joined(separator: ", "))"
        case .declined, .failed: return "not published"
        case .unknown: return "not known to be published; run it again"
        case .lost:
            let winner = winner.map { " by \(Self.description(of: $0))" } ?? ""
            return
                "not published: another document was published meanwhile\(winner); compare with it and run this again"
        }
    }

    /// `alice at 2026-12-01T00:00:00Z, as 13`
    private static func description(of winner: Publication) -> String {
        let author = winner.record.map { "\(PlainText.escaped($0.author)) at \($0.date)" } ?? "somebody"
        return author + (winner.number.map { ", as \($0)" } ?? "")
    }

    /// The checks and the difference.
    func writeDetails(to buffer: inout TextBuffer) {
        for section in sections { section.writeText(to: &buffer) }
        if !sections.isEmpty { buffer.endLine() }
        guard let comparison else { return }
        comparison.writeText(to: &buffer)
        buffer.endLine()
    }

    func writeText(to buffer: inout TextBuffer) {
        if !areDetailsShown { writeDetails(to: &buffer) }
        buffer.write("\(verdict)\n")
    }

    /// A comment for a pull request or a summary of CI.
    func writeMarkdown(to comment: inout MarkdownComment) {
        comment.add { failures.writeMarkdown(below: verdict, to: &$0) }
        if !sections.isEmpty {
            comment.add { $0.endLine() }
            ReleaseSection.writeMarkdown(sections, to: &comment)
        }
        guard let comparison else { return }
        comment.add { $0.endLine() }
        comparison.writeMarkdown(to: &comment)
    }
}
