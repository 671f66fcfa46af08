package import FlagResolver

/// The text of a finding, as every report prints it.
///
/// Text from documents is quoted and escaped as in JSON. Reports escape further characters as their formats require.
package struct FindingText: Sendable, Equatable {
    /// What was found, in one line, without location and code.
    package let message: String
    /// The role of each related location.
    package let related: [String]
    package let notes: [String]
    /// An action that fixes the finding; `nil` if the message says it all.
    package let help: String?
}

/// The document that findings refer to, for their text: a finding holds nodes and locations only.
///
/// ```swift
/// let context = FindingContext(document) { table.location(of: $0) }
/// for finding in result.findings { print(context.text(of: finding).message) }
/// ```
package struct FindingContext {
    /// The document's content, behind one reference: a context is passed to every detail.
    private let content: Content
    /// What the current finding is about.
    private let subject: Finding.Subject

    private final class Content {
        /// `nil` if the text could not be loaded as a document; findings then hold no nodes.
        let tree: JSONTree?
        let loaded: LoadedSettings?
        let locate: (_ offset: Int) -> (sourceName: String, location: SourceLocation)
        /// The style in which messages name versions, that of the document.
        let versionStyle: VersionStyle
        /// The text of long values and requirements, which thousands of findings may repeat.
        var texts: [Int: String] = [:]
        /// The quoted name of the last setting: the next finding is usually about the same one.
        var quotedSetting: (index: SettingIndex, name: String)?

        init(
            _ document: SettingsDocument?, _ style: VersionStyle,
            locate: @escaping (_ offset: Int) -> (sourceName: String, location: SourceLocation)
        ) {
            tree = document?.tree
            loaded = document?.loaded
            versionStyle = document.flatMap { DocumentVersions(of: $0).style } ?? style
            self.locate = locate
        }
    }

    /// - Parameters:
    ///   - style: The style of versions if the document names none.
    ///   - locate: The file, line and column of an offset in the bytes of the document's tree.
    package init(
        _ document: SettingsDocument?, otherwise style: VersionStyle = .standard,
        locate: @escaping (_ offset: Int) -> (sourceName: String, location: SourceLocation)
    ) {
        self.init(Content(document, style, locate: locate), .document)
    }

    private init(_ content: Content, _ subject: Finding.Subject) {
        self.content = content
        self.subject = subject
    }

    /// The text of a finding.
    package func text(of finding: Finding) -> FindingText {
        content.versionStyle.apply { styledText(of: finding) }
    }

    private func styledText(of finding: Finding) -> FindingText {
        let context = FindingContext(content, finding.subject)
        let detail = finding.detail
        var message = detail.message(in: context)
        if !detail.namesSubject(in: context), let name = context.subjectName {
            message = "in \(quoted(name)): \(message)"
        }
        let note = detail.note(furtherCount: finding.furtherCount, mayHaveMore: finding.mayHaveMore)
        return FindingText(
            message: message, related: finding.related.map { context.text(of: $0) }, notes: note.map { [$0] } ?? [],
            help: detail.help(in: context))
    }

    /// The name of what a finding is about: a setting, a group or a metadata member; `nil` for the document as a whole.
    package func subjectName(of finding: Finding) -> String? { FindingContext(content, finding.subject).subjectName }

    private func text(of related: RelatedLocation) -> String {
        switch related.role {
        case .earlierEntry(let requirement): "\(self.requirement(requirement)) comes first"
        case .earlierEntryWithValue(let requirement, let value):
            "\(self.requirement(requirement)) comes first, with \(self.value(value))"
        case .earlierValue(let value): "this entry comes first, with \(self.value(value))"
        case .other(let message): message
        }
    }
}

// The phrases that details build their sentences from.
extension FindingContext {
    var subjectName: String? {
        switch subject {
        case .document: nil
        case .group(let name): name
        case .setting(let index): (content.loaded?.names[index]).map { String(decoding: $0, as: UTF8.self) }
        case .metadata(let key): content.tree?.string(at: key)
        }
    }

    /// The name of the setting that the finding is about, in quotes.
    var setting: String {
        guard case .setting(let index) = subject else { return quoted(subjectName ?? "") }
        if let known = content.quotedSetting, known.index == index { return known.name }
        let name = quoted(subjectName ?? "")
        content.quotedSetting = (index, name)
        return name
    }

    /// Text from the document in quotes, escaped as in JSON.
    func quoted(_ text: String) -> String { SettingProblem.quoted(text) }

    /// A value as compact JSON, shortened if it is long. Scalars keep the spelling of the document.
    func value(_ node: Int) -> String {
        text(of: node) { tree in
            let text =
                switch tree.kind(of: node) {
                case .array, .object: tree[node].description
                default: String(decoding: tree.bytes[tree.nodes[node].span], as: UTF8.self)
                }
            return text.shortened(to: Self.maximumValueLength)
        }
    }

    private static let maximumValueLength = 60

    /// A requirement as it is written, in quotes, shortened if it is long; the texts of a list are joined with `||`.
    func requirement(_ node: Int) -> String {
        text(of: node) { tree in
            let text =
                tree.string(at: node)
                ?? tree.elements(of: node).compactMap { tree.string(at: $0) }.joined(separator: " || ")
            return quoted(ShortText.of(requirement: text))
        }
    }

    /// The text of a node; that of a long one is cached.
    private func text(of node: Int, _ make: (JSONTree) -> String) -> String {
        guard let tree = content.tree else { return "" }
        guard tree.nodes[node].span.count > Self.maximumValueLength else { return make(tree) }
        if let known = content.texts[node] { return known }
        let text = make(tree)
        content.texts[node] = text
        return text
    }

    /// `every version >=2.0.0`, `every version`, `version 1.4.0`
    func phrase(_ versions: ListedVersions) -> String {
        let shown = versions.shown
        switch versions.furtherIntervals {
        case 0 where shown.intervalCount == 1: return phrase(shown.interval(at: 0))
        case 0: return "every version \(shown)"
        case 1: return "every version \(shown), and 1 more version range"
        default:
            return
                "every version \(shown), and \(ShortText.grouped(versions.furtherIntervals)) more version ranges"
        }
    }

    /// `every version >=2.0.0`, `every version`, `version 1.4.0`
    func phrase(_ interval: VersionInterval) -> String {
        if interval == .all { return "every version" }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(48)
        bytes.write(interval.singleVersion == nil ? "every version " : "version ")
        interval.write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `line 22`, as seen from another node: with the file if it differs; `nil` if both are on the same line.
    func line(of node: Int, seenFrom other: Int) -> String? {
        guard let here = location(of: other), let there = location(of: node) else { return nil }
        if !here.sourceName.hasSameBytes(as: there.sourceName) {
            return "line \(there.location.line) of \(there.sourceName)"
        }
        return here.location.line == there.location.line ? nil : "line \(there.location.line)"
    }

    /// `move it above line 22, or delete it`: the help for an entry that would win before another one.
    func moving(_ entry: Int, before other: Int) -> String {
        let place =
            line(of: other, seenFrom: entry).map { "above \($0)" } ?? "before the entry in column \(column(of: other))"
        return "move it \(place), or delete it"
    }

    /// The column of a node, counted from 1.
    func column(of node: Int) -> Int { location(of: node)?.location.column ?? 1 }

    private func location(of node: Int) -> (sourceName: String, location: SourceLocation)? {
        content.tree.map { content.locate($0.nodes[node].span.lowerBound) }
    }

    /// The versions of a well-formed entry.
    func versions(of entry: EntryIndex) -> VersionSet {
        content.loaded?.versions(of: entry) ?? .none
    }
}
