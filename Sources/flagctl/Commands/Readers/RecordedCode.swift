import FlagCode
import FlagReaders
import FlagReferences
import FlagResolver
import FlagStore

/// What the code of a release reads, found in its Swift sources and in the documents that its keys are generated from.
///
/// 1. The type and the default of a setting are those that the code states where it names the setting. Without them, the
///    code reads the setting with a generated key, whose type and default come from the document.
/// 2. A setting that several places name with different types is read in several ways.
/// 3. A group that is read as a whole is listed as it is, with a type that is not known.
/// 4. A setting whose name is in a place that is not understood is listed with that place.
/// 5. Code that imports none of the libraries reads nothing. Tests are left out: only tests import the frameworks for them.
struct RecordedCode {
    /// A Swift source with its name for people.
    struct Source {
        let name: String
        let scanned: ScannedSource
    }

    let settings: [ReaderRecord.Setting]
    /// The places that may read settings that are not listed.
    private(set) var unseen: [String]
    /// The modules whose code is not given, and that read no settings as the caller says.
    private let modulesWithoutSettings: [String]
    /// The names by which other code of the same module can read settings without an import of the libraries.
    let entryNames: EntryNames

    /// - Parameters:
    ///   - documents: The documents that keys are generated from.
    ///   - names: The names of further settings that the code may mention.
    ///   - others: Files in other languages.
    ///   - otherDocuments: The paths of documents that are not given and may have generated keys, too.
    ///   - modulesWithoutSettings: The names of modules that read no settings, although their code is not given.
    init(
        _ sources: [Source], documents: [LoadedDocument], names: [String] = [], others: [OtherFile] = [],
        otherDocuments: [String] = [], modulesWithoutSettings: [String] = []
    ) {
        let sources = sources.filter { !($0.scanned.isTest && TestFolder.contains($0.name)) }
        let modules = ScannedModules(sources)
        let references = CodeInventory(
            of: sources.map(\.scanned), keys: documents.flatMap(\.generatedKeys),
            settings: documents.settingNames + names,
            modules: modules.names)
        entryNames = references.entryNames
        let texts = sources.map { SourceText(name: $0.name, bytes: $0.scanned.tokens.bytes[...]) }
        func place(_ source: Int, _ span: Range<Int>) -> String {
            "\(sources[source].name):\(texts[source].line(of: span.lowerBound))"
        }
        var stated: [ExactText: [CodeRead]] = [:]
        var enums: [String: Set<CodeEnum>] = [:]
        for read in references.reads { stated[ExactText(read.setting), default: []].append(read) }
        let decoding = typesThatDecodeThemselves(in: sources.map(\.scanned))
        for source in sources {
            for found in source.scanned.enums where !decoding.contains(found.name) {
                enums[found.name, default: []].insert(found)
            }
        }
        // Another type can have the name of an enum.
        var counts: [String: Int] = [:]
        for name in sources.lazy.flatMap(\.scanned.declaredTypes) { counts[name, default: 0] += 1 }
        enums = enums.filter { counts[$0.key] == 1 }
        let generated = GeneratedReads(documents)
        var names: [String] = []
        var known: Set<ExactText> = []
        for reference in references.references where reference.kind == .read && references.usesLibraries {
            if known.insert(ExactText(reference.name)).inserted { names.append(reference.name) }
        }
        var mentions: [ExactText: String] = [:]
        for mention in references.mentions where !known.contains(ExactText(mention.setting)) {
            let name = ExactText(mention.setting)
            mentions[name] = mentions[name] ?? place(mention.source, mention.span)
        }
        let namespaced = NamespacedKeys(documents.flatMap(\.generatedKeys)).mentions(in: sources.map(\.scanned))
        for mention in namespaced where !known.contains(ExactText(mention.setting)) {
            let name = ExactText(mention.setting)
            mentions[name] = mentions[name] ?? place(mention.source, mention.span)
        }
        for file in others {
            let text = SourceText(name: file.name, bytes: file.bytes[...])
            for mention in file.mentions where !known.contains(ExactText(mention.setting)) {
                let name = ExactText(mention.setting)
                mentions[name] =
                    mentions[name] ?? "\(file.name):\(text.location(of: mention.span.lowerBound).line)"
            }
        }
        names += mentions.keys.map(\.text)
        names.sort { NaturalOrder.precedes($0, $1) }
        let groups = Set(references.references.filter(\.isGroup).map { ExactText($0.name) })
        settings = names.map { name in
            let name = ExactText(name)
            var reads: [TypedRead] = []
            for read in (stated[name] ?? []).map({ TypedRead($0, enums: enums) }) where !reads.contains(read) {
                reads.append(read)
            }
            if reads.isEmpty, !groups.contains(name), let read = generated[name] { reads.append(read) }
            if let mention = mentions[name] { reads = [.mentioned(at: mention)] }
            if reads.isEmpty { reads.append(TypedRead(type: .any, defaultValue: nil)) }
            return ReaderRecord.Setting(name: name.text, reads: TypedReads(reads))
        }
        let given = Set(documents.flatMap { Self.typesOfKeys(in: $0.name) })
        let hidden = otherDocuments.flatMap { path in
            Self.typesOfKeys(in: path).filter { type in
                !given.contains(type) && !sources.contains { $0.scanned.declares(type) }
                    && sources.contains { $0.scanned.uses(undeclaredType: type) }
            }
            .map { HiddenRead.otherDocument(type: $0, path: path).message }
        }
        // Without the libraries, only modules that are not seen can read settings, and unreadable code can hide an import.
        let unseen = references.unseen.filter { name in
            if references.usesLibraries { return true }
            switch name.reason {
            case .hidden, .problem: return true
            default: return false
            }
        }
        var unknownModules: [String] = []
        for case .hidden(.module(let name)) in unseen.map(\.reason) { unknownModules.append(name) }
        self.modulesWithoutSettings = unknownModules.filter { modulesWithoutSettings.contains($0) }.sorted()
        unknownModules.removeAll { modulesWithoutSettings.contains($0) }
        let others = unseen.filter { if case .hidden(.module) = $0.reason { false } else { true } }
        self.unseen =
            others.map { name in
                let here = place(name.source, name.span)
                let cause = name.cause.map { place($0.source, $0.span) }.flatMap { $0 == here ? nil : $0 }
                return "\(here): \(name.reason.message)" + (cause.map { ", which is not known because of \($0)" } ?? "")
            } + hidden
            + Self.text(ofModules: unknownModules)
        if documents.isEmpty, names.isEmpty, references.usesLibraries {
            self.unseen.append("no document is given, so the names of its settings are not looked for in other places")
        }
    }
}

extension RecordedCode {
    /// The record of a release. If only modules without settings stand in the way of a complete record, the project attests that it is complete.
    ///
    /// - Parameter problems: Further places that may read other settings.
    func record(
        of release: AppVersion, from origin: ReaderRecord.Origin? = nil, bundled: ReaderRecord.Bundled?,
        problems: [String] = []
    ) -> ReaderRecord {
        let places = problems + unseen
        let modules = SettingProblem.listed(modulesWithoutSettings, "and")
        let isAttested = places.isEmpty && !modulesWithoutSettings.isEmpty
        return ReaderRecord(
            release: release, origin: origin, isComplete: places.isEmpty && modulesWithoutSettings.isEmpty,
            attestation: isAttested
                ? .byProject("\(modules) \(modulesWithoutSettings.count == 1 ? "reads" : "read") no settings") : nil,
            bundled: bundled, settings: settings, unseen: places + Self.text(ofModules: modulesWithoutSettings))
    }

    /// Modules that are imported and not among the code, as one place: one reason explains all of them.
    private static func text(ofModules names: [String]) -> [String] {
        guard names.count > 1 else {
            return names.map { HiddenRead.module($0).message }
        }
        let listed = names.sorted().joined(separator: ", ")
        return ["the code of \(names.count) modules is not among the files: \(listed)"]
    }

    /// The names of the types whose members are the keys of a document.
    fileprivate static func typesOfKeys(in path: String) -> [String] {
        SwiftIdentifier(namespaceForFile: FilePath.split(path).name).map { [$0.text] } ?? []
    }
}

/// Folders for tests.
enum TestFolder {
    /// Whether a file is below a folder whose name ends with `Tests`, which is not itself a part of `Sources`.
    static func contains(_ path: String) -> Bool {
        let folders = FilePath.names(of: path).dropLast()
        return root(of: Array(folders)) != nil
    }

    /// The folder for tests that a file is in.
    static func root(ofFile path: String) -> String? {
        let folders = Array(FilePath.names(of: path).dropLast())
        return root(of: folders).map { folders[...$0].joined(separator: "/") }
    }

    private static func root(of folders: [String]) -> Int? {
        let tests = folders.firstIndex { $0.ends(withBytesOf: "Tests") }
        return tests.flatMap { folders[..<$0].contains("Sources") ? nil : $0 }
    }
}

/// The modules whose code is among some sources.
struct ScannedModules {
    /// Their names.
    let names: Set<String>
    /// The modules of the sources that import one of the libraries.
    let readers: Set<String>

    /// A module is a target of a manifest among the sources, or has the name of the folder of a source below `Sources`, or above it.
    init(_ sources: [RecordedCode.Source]) {
        var names = Set(sources.flatMap(\.scanned.declaredTargets))
        var readers: Set<String> = []
        // No module imports itself: such a folder has the name of another module, such as that of a package.
        var others: Set<String> = []
        for source in sources {
            let folders = FilePath.names(of: source.name).dropLast()
            var found: [String] = folders.first.map { [$0] } ?? []
            for (folder, next) in zip(folders, folders.dropFirst()) {
                if folder == "Sources" || folder == "Source" {
                    found.append(next)
                    if source.scanned.importedModules.contains(next) { others.insert(next) }
                }
                if next == "Sources" || next == "Source" { found.append(folder) }
            }
            names.formUnion(found)
            if source.scanned.importsLibraries { readers.formUnion(found) }
        }
        self.names = names.subtracting(others)
        self.readers = readers
    }
}

/// The types and defaults of the keys that are generated from documents.
private struct GeneratedReads {
    private var reads: [ExactText: TypedRead] = [:]

    init(_ documents: [LoadedDocument]) {
        for document in documents {
            for setting in DocumentTypes(of: document.settings).settings {
                let value = document.settings.defaultValue(of: setting.name.setting)
                let read = TypedRead(type: ReaderType(setting.type), defaultValue: value.map { document.tree[$0] })
                reads[ExactText(setting.name.name)] = reads[ExactText(setting.name.name)] ?? read
            }
        }
    }

    subscript(name: ExactText) -> TypedRead? { reads[name] }
}

extension ReaderType {
    /// The type of generated code.
    fileprivate init(_ type: SwiftType) {
        switch type {
        case .boolean: self = .boolean
        case .integer: self = .integer(.int)
        case .wideInteger: self = .integer(.int64)
        case .double: self = .number(.double)
        case .string: self = .string
        // Generated enums have a case for unknown strings.
        case .choice(let choice): self = .choice(ReaderChoice(cases: choice.cases.map(\.value), isOpen: true))
        case .array(let element): self = .array(ReaderType(element))
        case .structure(let structure):
            self = .object(structure.members.map { Member(name: $0.key, type: ReaderType($0.type)) })
        case .optional(let wrapped): self = .optional(ReaderType(wrapped))
        }
    }

    /// The type that code states.
    fileprivate init(_ type: CodeType, _ enums: [String: Set<CodeEnum>]) {
        switch type {
        case .named("Bool"): self = .boolean
        case .named("String"): self = .string
        case .named(let name):
            if let integer = SwiftInteger(rawValue: name) {
                self = .integer(integer)
            } else if let number = SwiftNumber(rawValue: name) {
                self = .number(number)
            } else if let found = Self.onlyEnum(named: name, enums) {
                self = .choice(ReaderChoice(cases: found.cases.map(\.value), isOpen: false))
            } else {
                self = .any
            }
        case .array(let element): self = .array(ReaderType(element, enums))
        case .dictionary(let value): self = .dictionary(ReaderType(value, enums))
        case .optional(let wrapped): self = .optional(ReaderType(wrapped, enums))
        case .other: self = .any
        }
    }

    /// The type of a literal that nothing gives another type.
    fileprivate init(_ literal: CodeLiteral) {
        switch literal {
        case .bool: self = .boolean
        case .integer: self = .integer(.int)
        case .decimal: self = .number(.double)
        case .string: self = .string
        case .array(let elements): self = .array(ReaderType(ofElements: elements))
        case .null, .member: self = .any
        }
    }

    /// The type that all elements of an array have in common.
    private init(ofElements elements: [CodeLiteral]) {
        let types = Set(elements.filter { $0 != .null }.map { ReaderType($0) })
        let common: ReaderType =
            types == [.integer(.int), .number(.double)]
            ? .number(.double) : types.count == 1 ? types.first ?? .any : .any
        self = elements.contains(.null) ? .optional(common) : common
    }

    /// The type of a literal that the code around it may give another type: an integer can be a number with a fraction.
    fileprivate var withoutIntegers: ReaderType {
        switch self {
        case .integer: .any
        case .array(let element): .array(element.withoutIntegers)
        case .optional(let wrapped): .optional(wrapped.withoutIntegers)
        default: self
        }
    }

    /// The enum with a name; `nil` if the code has none, or several.
    fileprivate static func onlyEnum(named name: String, _ enums: [String: Set<CodeEnum>]) -> CodeEnum? {
        guard let last = name.split(separator: ".").last, let found = enums[String(last)], found.count == 1 else {
            return nil
        }
        return found.first
    }
}

extension TypedRead {
    fileprivate init(_ read: CodeRead, enums: [String: Set<CodeEnum>]) {
        let typeOfDefault = read.defaultValue.map { ReaderType($0) } ?? .any
        let type =
            switch read.type {
            case .stated(let type): ReaderType(type, enums)
            case .ofDefault: typeOfDefault
            case .unknown: typeOfDefault.withoutIntegers
            }
        var text: String?
        if case .member(let name)? = read.defaultValue, case .stated(.named(let typeName)) = read.type {
            let value = ReaderType.onlyEnum(named: typeName, enums)?.cases.first { $0.name == name }?.value
            text = value.map { SettingProblem.quoted($0) }
        } else {
            text = read.defaultValue.flatMap(\.json)
        }
        self.init(type: type, defaultValue: text.flatMap { try? JSONTree(parsing: Array($0.utf8)) }.map { $0[0] })
    }
}

extension CodeLiteral {
    /// The literal as JSON; `nil` if it has a name that only the code knows.
    fileprivate var json: String? {
        switch self {
        case .bool(let value): return value ? "true" : "false"
        case .integer(let text), .decimal(let text): return text
        case .string(let text):
            var writer = JSONWriter()
            writer.write(text)
            return String(decoding: writer.bytes, as: UTF8.self)
        case .null: return "null"
        case .array(let elements):
            let texts = elements.compactMap(\.json)
            return texts.count == elements.count ? "[\(texts.joined(separator: ","))]" : nil
        case .member: return nil
        }
    }
}
