import FlagAnalysis
import FlagReferences
import FlagResolver

/// The settings of documents, compared with the names in code.
struct CodeComparison {
    /// A setting, with the places that name it.
    struct Setting {
        let name: String
        /// Where a document has it; `nil` if no document has it.
        let location: Diagnostic.Location?
        /// Where further documents have it.
        let furtherLocations: [Diagnostic.Location]
        /// Whether another setting requires it, or it forces updates.
        let isUsedByDocument: Bool
        fileprivate(set) var references: [SettingReference] = []
        /// Where code has its name, if no place is seen to read it.
        fileprivate(set) var mentions: [Diagnostic.Location] = []

        /// Whether nothing in the code and in the documents can mean it, as far as they are understood.
        var isUnread: Bool { !isRead && !isUsedByDocument && mentions.isEmpty }

        func references(_ kind: SettingReference.Kind) -> [SettingReference] { references.filter { $0.kind == kind } }
        var isRead: Bool { references.contains { $0.kind == .read } }
    }

    /// A name in code that no document has.
    struct UnknownName {
        let name: String
        let isGroup: Bool
        /// The most similar name of a document.
        let suggestion: String?
        fileprivate(set) var references: [SettingReference]
    }

    let documents: [LoadedDocument]
    let code: ScannedCode
    /// The settings of the documents or, without documents, those that the code names; in natural order.
    private(set) var settings: [Setting] = []
    /// The names that no document has, in the order of their first places; none without documents.
    private(set) var unknown: [UnknownName] = []

    var hasDocuments: Bool { !documents.isEmpty }

    init(_ documents: [LoadedDocument], _ code: ScannedCode) {
        self.documents = documents
        self.code = code
        var index = SettingIndices(documents, namedBy: code.references.references)
        if documents.isEmpty {
            for reference in code.references.references where !reference.isGroup { index.add(reference.name) }
        }
        var references = [[SettingReference]](repeating: [], count: index.settings.count)
        var unknownIndices: [ExactText: Int] = [:]
        for reference in code.references.references {
            let found = index.positions(of: reference)
            for position in found { references[position].append(reference) }
            guard found.isEmpty, hasDocuments, reference.isText else { continue }
            let key = ExactText("\(reference.isGroup) \(reference.name)")
            if let known = unknownIndices[key] {
                unknown[known].references.append(reference)
                continue
            }
            // Many unknown names mean that these are the wrong documents; comparing each with all names would be slow.
            let suggestion =
                unknown.count < Self.maximumSuggestionCount
                ? Spelling.nearest(to: reference.name, in: index.names(areGroups: reference.isGroup)) : nil
            // Other libraries have functions of this name.
            if reference.isGroup, reference.certainty < .certain, suggestion == nil { continue }
            unknownIndices[key] = unknown.count
            unknown.append(
                UnknownName(
                    name: reference.name, isGroup: reference.isGroup, suggestion: suggestion, references: [reference]))
        }
        settings = index.settings
        for position in settings.indices { settings[position].references = references[position] }
        let positions = Dictionary(settings.indices.map { (ExactText(settings[$0].name), $0) }) { first, _ in first }
        for (name, location) in code.mentions {
            if let position = positions[ExactText(name)], !settings[position].isRead {
                settings[position].mentions.append(location)
            }
        }
        settings.sort { NaturalOrder.precedes($0.name, $1.name) }
    }

    private static let maximumSuggestionCount = 100
}

/// Settings by their names, and by the groups that contain them.
private struct SettingIndices {
    private(set) var settings: [CodeComparison.Setting] = []
    private var positions: [ExactText: Int] = [:]
    /// The settings in each group that code names. A long name can be in so many groups that all of them would fill the memory.
    private var members: [ExactText: [Int]]
    private let namesInCode: NamePrefixes
    /// The groups to suggest instead of unknown ones.
    private lazy var suggestedGroups = Self.suggestedGroups(of: settings)

    init(_ documents: [LoadedDocument], namedBy references: [SettingReference]) {
        members = Dictionary(references.map { (ExactText($0.name), []) }) { first, _ in first }
        namesInCode = NamePrefixes(members.keys.lazy.map(\.text))
        var used: Set<ExactText> = []
        var order: [ExactText] = []
        var locations: [ExactText: [Diagnostic.Location]] = [:]
        for document in documents {
            let settings = document.settings
            if let name = settings.minimumVersionSetting { used.insert(ExactText(name)) }
            for setting in settings.indices {
                let name = ExactText(settings.name(of: setting))
                if locations[name] == nil { order.append(name) }
                let key = document.tree.nodes[Int(document.loaded[setting].key)].span
                locations[name, default: []].append(document.location(key))
                for required in document.loaded.prerequisites(of: setting) {
                    used.insert(ExactText(settings.name(of: required)))
                }
            }
        }
        for name in order { add(name.text, locations[name] ?? [], isUsedByDocument: used.contains(name)) }
    }

    mutating func add(_ name: String, _ locations: [Diagnostic.Location] = [], isUsedByDocument: Bool = false) {
        guard positions[ExactText(name)] == nil else { return }
        positions[ExactText(name)] = settings.count
        for group in namesInCode.prefixes(of: name) where name.utf8.dropFirst(group.utf8.count).first == Self.dot {
            members[ExactText(group)]?.append(settings.count)
        }
        settings.append(
            CodeComparison.Setting(
                name: name, location: locations.first, furtherLocations: Array(locations.dropFirst()),
                isUsedByDocument: isUsedByDocument))
    }

    /// The settings that a reference names: one, or those of a group, which a key can also read as a whole.
    func positions(of reference: SettingReference) -> [Int] {
        let name = ExactText(reference.name)
        return positions[name].map { [$0] } ?? members[name] ?? []
    }

    mutating func names(areGroups: Bool) -> [String] {
        areGroups ? suggestedGroups : settings.map(\.name)
    }

    private static let dot = UInt8(ascii: ".")

    /// Longer groups are not suggested: all groups of a long name would take quadratic memory.
    private static let maximumSuggestionLength = 200

    /// `a` and `a.b` for `a.b.c`
    private static func suggestedGroups(of settings: [CodeComparison.Setting]) -> [String] {
        var groups: Set<String> = []
        for setting in settings {
            let name = setting.name.utf8
            for end in name.prefix(maximumSuggestionLength).indices where name[end] == dot {
                groups.insert(String(setting.name[..<end]))
            }
        }
        return Array(groups)
    }
}
