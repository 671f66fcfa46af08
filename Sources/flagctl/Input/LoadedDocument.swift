import FlagAnalysis
import FlagResolver

/// A document with its name, and the source texts for its locations.
final class LoadedDocument {
    let name: String
    let settings: SettingsDocument
    /// The JSON of the settings. Stored, because output reads it for every value.
    let tree: JSONTree
    /// The tables of the settings. Stored for the same reason.
    let loaded: LoadedSettings
    /// The case space of the settings that test more than the version.
    private(set) lazy var space = selection?.space(with: settings) ?? CaseSpace(settings)
    /// The style of the document's versions, for text and JSON about this document.
    private(set) lazy var versionStyle = VersionStyle.common([settings], otherwise: givenStyle)
    /// The style if the document names no version.
    private let givenStyle: VersionStyle
    /// The users that questions are about; `nil` for everybody. The case space contains their conditions.
    private let selection: UserSelection?
    private let sources: SourceTexts
    /// The JSON without patches; `nil` if there are none.
    private let unpatched: JSONTree?

    /// - Parameters:
    ///   - style: The style of versions if the document names none.
    ///   - isOnlySource: Whether `name` names the source of the whole document, whatever its tree says.
    init(
        name: String, settings: SettingsDocument, unpatched: JSONTree? = nil, selection: UserSelection? = nil,
        otherwise style: VersionStyle = .standard, isOnlySource: Bool = false
    ) {
        givenStyle = style
        self.name = name
        self.unpatched = unpatched
        self.selection = selection
        self.settings = settings
        tree = settings.tree
        loaded = settings.loaded
        sources =
            isOnlySource
            ? SourceTexts(SourceText(name: name, bytes: settings.tree.bytes[...])) : SourceTexts(of: settings.tree)
    }

    /// A note that a patch removes a setting; `nil` if the document did not have it without patches.
    func noteOnRemoval(of setting: String) -> String? {
        guard let unpatched, let before = try? SettingsDocument(tree: unpatched), before.index(named: setting) != nil
        else {
            return nil
        }
        return "\(name) has it, and a patch removes it"
    }

    /// The name for fingerprints and reports for other programs.
    var canonicalName: String { sources.position(of: 0).text.canonicalName }

    /// The location of a span of the tree's bytes.
    func location(_ span: Range<Int>) -> Diagnostic.Location { sources.location(span) }

    /// The location of a span, or the document as a whole if there is none.
    func subject(_ span: Range<Int>?) -> Diagnostic.Subject {
        span.map { .location(location($0)) } ?? .name(name)
    }

    /// The file of a node, and its line and column there.
    func location(of node: Int) -> (file: String, location: SourceLocation) {
        let (text, offset) = start(of: node)
        return (text.name, text.location(of: offset))
    }

    private func start(of node: Int) -> (text: SourceText, offset: Int) {
        sources.position(of: tree.nodes.withSpan { Int($0[node].start) })
    }

    /// Which name of a file a text has.
    enum Naming {
        /// As the command line names it, for people.
        case given
        /// For other programs.
        case canonical
    }

    /// Writes `Configs/app.json:15`.
    func write(lineOf node: Int, naming: Naming = .given, to text: inout TextBuffer) {
        let start = start(of: node)
        switch naming {
        case .given: text.write(bytes: start.text.shownBeforeLine)
        case .canonical: text.write("\(PlainText.escaped(start.text.canonicalName)):")
        }
        text.write(start.text.line(of: start.offset))
    }

    /// `Configs/app.json:15`
    func line(of node: Int) -> String {
        let (file, location) = location(of: node)
        return "\(PlainText.escaped(file)):\(location.line)"
    }

    /// `Configs/app.json:15:50`
    func lineAndColumn(of node: Int) -> String {
        let (file, location) = location(of: node)
        return "\(PlainText.escaped(file)):\(location.line):\(location.column)"
    }

    /// The requirement of an entry, as it is written.
    func requirement(of entry: EntryRecord) -> String { settings.requirement(of: entry)?.description ?? "" }

    /// All settings, in the natural order of their names.
    func indicesByName() -> [SettingIndex] {
        sortedByName(Array(settings.indices))
    }

    func sortedByName(_ chosen: [SettingIndex]) -> [SettingIndex] {
        settings.sortedByName(chosen)
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
