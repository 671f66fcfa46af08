import FlagAnalysis
import FlagResolver

/// A file that was checked, and what was found in it.
final class CheckedFile {
    let name: String
    /// What was found, in the order of the places.
    private(set) var findings: [Finding] { didSet { counts = Self.counts(of: findings) } }
    /// How many stretches its versions were looked at in; `nil` where the file is no document.
    let stretchCount: Int?
    /// What tells each finding from others, and stays the same while lines move.
    private(set) lazy var fingerprints: [String] = makeFingerprints()

    private var counts: [Severity: Int]
    private let settings: SettingsDocument?
    /// The texts that the places of findings are in: the file, and patches. Places count through all of them.
    private let sources: [(start: Int, text: SourceText)]
    private let wording: FindingWording

    /// A document with what the rules found in it.
    convenience init(_ name: String, _ settings: SettingsDocument, _ result: DocumentCheck.Result) {
        self.init(
            name, settings, sources: Self.sources(of: settings.tree), findings: result.findings,
            stretchCount: result.stretchCount)
    }

    /// JSON that is no document of settings.
    convenience init(_ name: String, _ tree: JSONTree, refusedFor finding: Finding) {
        self.init(name, nil, sources: Self.sources(of: tree), findings: [finding], stretchCount: nil)
    }

    /// A text that is not JSON, or is too large.
    convenience init(_ name: String, _ bytes: [UInt8], refusedFor finding: Finding) {
        let text = SourceText(name: name, bytes: bytes[...])
        self.init(name, nil, sources: [(0, text)], findings: [finding], stretchCount: nil)
    }

    private init(
        _ name: String, _ settings: SettingsDocument?, sources: [(start: Int, text: SourceText)],
        findings: [Finding], stretchCount: Int?
    ) {
        self.name = name
        self.settings = settings
        self.sources = sources
        self.findings = findings
        counts = Self.counts(of: findings)
        self.stretchCount = stretchCount
        wording = FindingWording(settings) { offset in
            let source = sources.last { $0.start <= offset }
            return (
                source?.text.name ?? name,
                (source?.text ?? Self.empty(name)).location(of: offset - (source?.start ?? 0))
            )
        }
    }

    private static func sources(of tree: JSONTree) -> [(start: Int, text: SourceText)] {
        tree.sources.map { source in
            (source.start, SourceText(name: source.name, bytes: tree.bytes[tree.byteRange(of: source)]))
        }
    }

    private static func empty(_ name: String) -> SourceText { SourceText(name: name, bytes: []) }

    /// Leaves out findings by their fingerprints.
    func removeFindings(knownBy fingerprints: Set<String>) {
        let kept = findings.indices.filter { !fingerprints.contains(self.fingerprints[$0]) }
        findings = kept.map { findings[$0] }
        self.fingerprints = kept.map { self.fingerprints[$0] }
    }

    func count(of severity: Severity) -> Int { counts[severity] ?? 0 }

    /// Counted by position, since a finding is too large to be copied for a look at it.
    private static func counts(of findings: [Finding]) -> [Severity: Int] {
        var counts = [0, 0, 0]
        for index in findings.indices {
            switch findings[index].severity {
            case .note: counts[0] += 1
            case .warning: counts[1] += 1
            case .error: counts[2] += 1
            }
        }
        return [.note: counts[0], .warning: counts[1], .error: counts[2]]
    }

    /// The setting that a finding is about.
    func setting(of finding: Finding) -> String? {
        finding.slot.flatMap { settings?.name(of: $0) }
    }

    func place(_ span: Range<Int>) -> Diagnostic.Place {
        guard let source = sources.last(where: { $0.start <= span.lowerBound }) else {
            return Diagnostic.Place(source: Self.empty(name), span: 0..<0)
        }
        return Diagnostic.Place(
            source: source.text, span: (span.lowerBound - source.start)..<(span.upperBound - source.start))
    }

    /// A finding as it is shown.
    func diagnostic(of finding: Finding) -> Diagnostic {
        Diagnostic(
            subject: .place(place(finding.span)), severity: Diagnostic.Severity(finding.severity),
            message: wording.message(of: finding), code: finding.code.rawValue,
            related: finding.related.map {
                Diagnostic.RelatedPlace(place: place($0.span), message: wording.message(of: $0))
            },
            notes: wording.notes(of: finding), help: wording.help(of: finding))
    }

    /// Writes a finding as the renderer writes its diagnostic.
    ///
    /// - Parameter text: Memory for words, which the next finding can have too.
    func write(
        findingAt position: Int, _ renderer: DiagnosticRenderer, with text: inout [UInt8], to buffer: inout TextBuffer
    ) {
        let finding = findings[position]
        text.removeAll(keepingCapacity: true)
        wording.write(messageOf: finding, to: &text)
        let gutter = renderer.write(
            place(finding.span), Diagnostic.Severity(finding.severity), text, code: finding.code.rawValue, to: &buffer)
        for related in finding.related {
            text.removeAll(keepingCapacity: true)
            wording.write(messageOf: related, to: &text)
            renderer.write(place(related.span), text, gutter: gutter, to: &buffer)
        }
        for note in wording.notes(of: finding) { renderer.write(.note, Array(note.utf8), gutter: gutter, to: &buffer) }
        text.removeAll(keepingCapacity: true)
        if wording.write(helpOf: finding, to: &text) { renderer.write(.help, text, gutter: gutter, to: &buffer) }
    }

    private func makeFingerprints() -> [String] {
        var seen: [String: Int] = [:]
        return findings.map { finding in
            let place = place(finding.span)
            let start = place.source.bytes.startIndex
            let range = (start + place.span.lowerBound)..<(start + place.span.upperBound)
            let content = String(decoding: place.source.bytes[range], as: UTF8.self)
            var parts = [finding.code.rawValue, place.source.name, setting(of: finding) ?? "", content]
            // One patch can make findings in several documents.
            if place.source.name != name { parts.append(name) }
            let key = parts.joined(separator: "\0")
            let number = seen[key, default: 0]
            seen[key] = number + 1
            return Fingerprint.of("\(key)\0\(number)")
        }
    }
}

extension Diagnostic.Severity {
    init(_ severity: Severity) {
        switch severity {
        case .note: self = .note
        case .warning: self = .warning
        case .error: self = .error
        }
    }
}
