package import FlagResolver

/// The words of findings: what was found, why it matters, and what to do.
///
/// A finding holds nodes and places only; the words are made when they are shown, straight from the bytes of the
/// document. Text from documents is quoted, and nothing is escaped beyond what JSON escapes: whoever prints it decides
/// what is safe there.
package struct FindingWording {
    /// What the document is made of; `nil` where it could not be loaded, and findings hold no nodes.
    let tree: JSONTree?
    private let loaded: Loaded?

    /// The parts of the document that wording needs, behind one reference: they are asked for with each finding.
    private final class Loaded: Sendable {
        let names: SettingNames
        let settings: LoadedSettings

        init(_ loaded: LoadedSettings) {
            names = loaded.names
            settings = loaded
        }
    }

    /// The file, line and column of a byte of the tree.
    private let locate: (_ offset: Int) -> (sourceName: String, location: SourceLocation)

    package init(
        _ document: SettingsDocument?,
        locate: @escaping (_ offset: Int) -> (sourceName: String, location: SourceLocation)
    ) {
        tree = document?.tree
        loaded = document.map { Loaded($0.loaded) }
        self.locate = locate
    }

    /// Appends the finding in one line, without its place and code; it names the setting.
    package func write(messageOf finding: Finding, to text: inout [UInt8]) {
        switch finding.detail {
        case .shadowed(let detail): write(detail, of: finding, to: &text)
        case .redundant(let value):
            write(settingOf: finding, to: &text)
            text.write(" has ")
            write(value: value, to: &text)
            text.write(" for all of these versions without this entry: earlier ones give it")
        case .partlyShadowed(let versions, let value):
            write(settingOf: finding, to: &text)
            text.write(" has another value for some of these versions: for ")
            write(versions, to: &text)
            write(giving: value, isOneEntry: true, to: &text)
        case .ambiguousOrder(let detail): write(detail, of: finding, to: &text)
        case .valueIsland(let versions, let value, let around):
            write(settingOf: finding, to: &text)
            text.write(" is ")
            write(value: value, to: &text)
            text.write(" for ")
            write(versions, to: &text)
            text.write(", and ")
            write(value: around, to: &text)
            text.write(" right before and right after")
        default:
            if !namesSubject(rareMessageOf: finding), let subject = subject(of: finding) {
                text.write("in ")
                text.write(string: quoted(subject))
                text.write(": ")
            }
            text.write(string: rareMessage(of: finding))
        }
    }

    /// Appends what a related place has to do with it.
    package func write(messageOf place: RelatedPlace, to text: inout [UInt8]) {
        switch place.role {
        case .comesFirst(let requirement):
            write(requirement: requirement, to: &text)
            text.write(" comes first")
        case .comesFirstWith(let requirement, let value):
            write(requirement: requirement, to: &text)
            text.write(" comes first, with ")
            write(value: value, to: &text)
        case .other(let message): text.write(string: message)
        }
    }

    /// Whether there is an action that mends it; the message may say it all.
    package func hasHelp(_ finding: Finding) -> Bool {
        switch finding.detail {
        case .partlyShadowed, .valueIsland: false
        case .shadowed, .redundant, .ambiguousOrder: true
        default: rareHelp(of: finding) != nil
        }
    }

    /// Appends an action that mends it, one that was found to do what it says; nothing where there is none.
    package func write(helpOf finding: Finding, to text: inout [UInt8]) {
        switch finding.detail {
        case .shadowed(let detail): write(helpFor: detail, to: &text)
        case .redundant: text.write("delete it; no version's value changes")
        case .ambiguousOrder(let detail):
            text.write("to say so, write \"")
            if let loaded { detail.narrowed(in: loaded.settings).write(to: &text) }
            text.write("\"; no version's value changes")
        default:
            if let help = rareHelp(of: finding) { text.write(string: help) }
        }
    }

    private func write(_ detail: ShadowedDetail, of finding: Finding, to text: inout [UInt8]) {
        write(settingOf: finding, to: &text)
        text.write(" never takes this value: for ")
        write(detail.versions, to: &text)
        write(giving: detail.value, isOneEntry: detail.hasOneBlocker, to: &text)
        if detail.isPartlySame { text.write(", and for its other versions the same value") }
    }

    private func write(_ detail: AmbiguousDetail, of finding: Finding, to text: inout [UInt8]) {
        text.write("this entry of ")
        write(settingOf: finding, to: &text)
        text.write(" and an earlier one overlap, and neither contains the other: for ")
        write(detail.versions, to: &text)
        guard let loaded else { return }
        text.write(" only their order makes it ")
        write(value: loaded.settings[detail.earlier].value, to: &text)
        text.write(", not ")
        write(value: loaded.settings[detail.entry].value, to: &text)
    }

    /// ` an earlier entry gives 120`, ` earlier entries give 120`, ` earlier entries give other values`
    private func write(giving value: UInt32?, isOneEntry: Bool, to text: inout [UInt8]) {
        guard let value else { return text.write(" earlier entries give other values") }
        if isOneEntry {
            text.write(" an earlier entry gives ")
        } else {
            text.write(" earlier entries give ")
        }
        write(value: value, to: &text)
    }

    private func write(helpFor detail: ShadowedDetail, to text: inout [UInt8]) {
        guard let target = detail.target, let tree else {
            text.write("delete it; no version's value changes")
            return
        }
        let place = locate(tree.nodes[Int(target)].span.lowerBound)
        let own = locate(tree.nodes[Int(detail.entry)].span.lowerBound)
        if place.location.line == own.location.line, place.sourceName == own.sourceName {
            text.write("move it before the entry in column ")
            text.write(place.location.column)
        } else {
            text.write("move it above line ")
            text.write(place.location.line)
            if place.sourceName != own.sourceName {
                text.write(" of ")
                text.write(string: place.sourceName)
            }
        }
        text.write(", or delete it")
    }
}

extension FindingWording {
    /// The finding in one line, without its place and code.
    package func message(of finding: Finding) -> String {
        var text: [UInt8] = []
        write(messageOf: finding, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// What a related place has to do with it.
    package func message(of place: RelatedPlace) -> String {
        var text: [UInt8] = []
        write(messageOf: place, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// An action that mends it, one that was found to do what it says; `nil` where the message says it all.
    package func help(of finding: Finding) -> String? {
        guard hasHelp(finding) else { return nil }
        var text: [UInt8] = []
        write(helpOf: finding, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// What is to be said beside the message and the related places.
    package func notes(of finding: Finding) -> [String] {
        let (count, bound) = (finding.furtherCount, finding.mayHaveMore ? "at least " : "")
        if case .ambiguousOrder = finding.detail {
            switch count {
            case 0: return finding.mayHaveMore ? ["more earlier entries may overlap it in the same way"] : []
            case 1: return ["\(bound)1 more earlier entry overlaps it in the same way"]
            default: return ["\(bound)\(count) more earlier entries overlap it in the same way"]
            }
        }
        switch count {
        case 0: return finding.mayHaveMore ? ["more entries may take part"] : []
        case 1: return ["\(bound)1 more entry takes part"]
        default: return ["\(bound)\(count) more entries take part"]
        }
    }

    /// The name of what a finding is about: of a setting, a group or a metadata member; `nil` for the document as a whole.
    package func subject(of finding: Finding) -> String? {
        switch (finding.subject, finding.detail) {
        case (.setting(let setting), _): (loaded?.names[setting]).map { String(decoding: $0, as: UTF8.self) }
        case (.metadata(let key), _): tree?.string(at: key)
        case (.document, .unusualName(_, let group)): group
        case (.document, _): nil
        }
    }

    /// The setting that a finding is about, in quotes.
    func write(settingOf finding: Finding, to text: inout [UInt8]) {
        guard let setting = finding.settingIndex, let loaded else {
            text.write("\"\"")
            return
        }
        write(quoted: loaded.names.bytes, loaded.names.range(of: setting), to: &text)
    }
}
