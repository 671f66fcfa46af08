import FlagAnalysis
import FlagResolver

/// A document with its name, and the source texts for its locations.
final class LoadedDocument {
    let name: String
    let settings: SettingsDocument
    /// The JSON of the settings, which output reads for every value.
    let tree: JSONTree
    /// The tables of the settings, likewise.
    let loaded: LoadedSettings
    private let sources: [(start: Int, text: SourceText)]
    /// The JSON without patches; `nil` if there are none.
    private let unpatched: JSONTree?

    init(name: String, settings: SettingsDocument, unpatched: JSONTree? = nil) {
        self.name = name
        self.unpatched = unpatched
        self.settings = settings
        tree = settings.tree
        loaded = settings.loaded
        let tree = tree
        sources = tree.sources.map { source in
            (source.start, SourceText(name: source.name, bytes: tree.bytes[tree.byteRange(of: source)]))
        }
    }

    /// A note that a patch removes a setting; `nil` if the document did not have it without patches.
    func noteOnRemoval(of setting: String) -> String? {
        guard let unpatched, let before = try? SettingsDocument(tree: unpatched), before.index(named: setting) != nil
        else {
            return nil
        }
        return "\(name) has it, and a patch removes it"
    }

    /// The location of a span of the tree's bytes in its file; `nil` for bytes that come from no file.
    func place(_ span: Range<Int>) -> Diagnostic.Place? {
        guard let source = sources.last(where: { $0.start <= span.lowerBound }) else { return nil }
        return Diagnostic.Place(
            source: source.text, span: (span.lowerBound - source.start)..<(span.upperBound - source.start))
    }

    /// The location of a span, or the document as a whole if there is none.
    func subject(_ span: Range<Int>?) -> Diagnostic.Subject {
        span.flatMap { place($0) }.map { .place($0) } ?? .name(name)
    }

    /// The file of a node, and its line and column there.
    func location(of node: Int) -> (file: String, location: SourceLocation) {
        if let start = start(of: node) { return (start.text.name, start.text.location(of: start.offset)) }
        let found = tree[node].location
        return (found.sourceName, found.location)
    }

    /// The start of a node in its file.
    private func start(of node: Int) -> (text: SourceText, offset: Int)? {
        let offset = tree.nodes.withSpan { Int($0[node].start) }
        // Without patches there is only one source.
        if sources.count == 1 { return (sources[0].text, offset - sources[0].start) }
        return sources.last { $0.start <= offset }.map { ($0.text, offset - $0.start) }
    }

    /// Writes `Configs/app.json:15`.
    func write(lineOf node: Int, to text: inout TextBuffer) {
        guard let start = start(of: node) else { return text.write(line(of: node)) }
        text.write(bytes: start.text.shownBeforeLine)
        text.write(decimal: start.text.line(of: start.offset))
    }

    /// `Configs/app.json:15`
    func line(of node: Int) -> String {
        let (file, location) = location(of: node)
        return "\(PlainText.escaped(file)):\(location.line)"
    }

    /// All settings, sorted by the bytes of their names.
    func indicesByName() -> [SettingIndex] {
        sortedByName(Array(settings.indices))
    }

    func sortedByName(_ chosen: [SettingIndex]) -> [SettingIndex] {
        NameOrder(settings).sorted(chosen)
    }
}

extension LoadedDocument {
    /// The name of the setting that an issue is about.
    func setting(of issue: SettingIssue) -> String {
        issue.settingIndex.map { settings.name(of: $0) } ?? issue.path
    }

    /// The issues of settings and entries, in the order of their locations: first in the document itself, then in its
    /// patches.
    var issues: [SettingIssue] {
        settings.issues.sorted { one, other in
            let (start, otherStart) = (one.span?.lowerBound ?? 0, other.span?.lowerBound ?? 0)
            return start != otherStart ? start < otherStart : one.code.rawValue < other.code.rawValue
        }
    }
}
