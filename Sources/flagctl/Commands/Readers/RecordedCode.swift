import FlagCode
import FlagReaders
import FlagReferences
import FlagResolver

/// What the code of a release reads, found in its Swift sources and in the documents that its keys are generated from.
///
/// 1. The type and the default of a setting are those that the code states where it names the setting. Without them, the
///    code reads the setting with a generated key, whose type and default come from the document.
/// 2. A setting that several places name with different types is read in several ways.
/// 3. A group that is read as a whole is listed as it is, with a type that is not known.
struct RecordedCode {
    /// A Swift source with its name for people.
    struct Source {
        let name: String
        let scanned: ScannedSource
    }

    let settings: [ReaderRecord.Setting]
    /// The places that may read settings that are not listed.
    let unseen: [String]

    init(_ sources: [Source], documents: [LoadedDocument]) {
        let references = CodeReferences(
            in: sources.map(\.scanned), keys: documents.flatMap(\.generatedKeys))
        var stated: [ExactText: [CodeRead]] = [:]
        var enums: [String: Set<CodeEnum>] = [:]
        for source in sources {
            for read in source.scanned.reads { stated[ExactText(read.setting), default: []].append(read) }
            for found in source.scanned.enums { enums[found.name, default: []].insert(found) }
        }
        let generated = GeneratedReads(documents)
        var names: [String] = []
        var known: Set<ExactText> = []
        for reference in references.references where reference.kind == .read {
            if known.insert(ExactText(reference.name)).inserted { names.append(reference.name) }
        }
        names.sort { NaturalOrder.precedes($0, $1) }
        let groups = Set(references.references.filter(\.isGroup).map { ExactText($0.name) })
        settings = names.map { name in
            let name = ExactText(name)
            var reads: [TypedRead] = []
            for read in (stated[name] ?? []).map({ TypedRead($0, enums: enums) }) where !reads.contains(read) {
                reads.append(read)
            }
            if reads.isEmpty, !groups.contains(name), let read = generated[name] { reads.append(read) }
            if reads.isEmpty { reads.append(TypedRead(type: .any, defaultValue: nil)) }
            return ReaderRecord.Setting(name: name.text, reads: TypedReads(reads))
        }
        unseen = references.unseen.map { name in
            let source = sources[name.source]
            let text = SourceText(name: source.name, bytes: source.scanned.tokens.bytes[...])
            let location = text.location(of: name.span.lowerBound)
            return "\(source.name):\(location.line): \(name.reason.message)"
        }
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
