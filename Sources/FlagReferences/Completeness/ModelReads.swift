import FlagResolver

/// The settings that the models of some code read.
struct ModelReads {
    /// A setting, and the member that reads it.
    struct Read {
        let setting: String
        let type: CodeRead.ReadType
        let defaultValue: CodeLiteral?
        let source: Int
        let span: Range<Int>
    }

    private(set) var reads: [Read] = []
    private(set) var unseen: [UnseenName] = []
    private(set) var mentions: [CodeInventory.Mention] = []
    /// The places that decode all settings as a model.
    private(set) var documents: [(source: Int, span: Range<Int>)] = []

    private let sources: [ScannedSource]
    private let table: ModelTable
    private let settings: [String]
    private let conversion: KeyConversionUse
    /// Whether a decoder converts scalars, so that a setting of the type `Int` reads "7", too.
    private let isLenient: Bool

    /// - Parameter settings: The names of all settings that are known.
    init(_ sources: [ScannedSource], _ settings: [String], _ table: ModelTable, infersTypes: Bool) {
        self.sources = sources
        self.settings = settings
        self.table = table
        conversion = KeyConversionUse(sources, table)
        isLenient = sources.contains { $0.tokens.mentions("lenientScalars") || $0.tokens.mentions("tolerant") }
        let uses = ModelUses(sources, table)
        for use in uses.wholeDocuments { addDocument(use) }
        for model in table.all where table.mayReadSettings(model) {
            let name = model.path.last ?? ""
            let spellings = table.types.spellings(of: model.path)
            for place in spellings.flatMap({ uses.collections[$0] ?? [] }) {
                add(.model(name, .collection), place.token, place.source)
            }
            // A model that is only a part of other models, or is decoded from a group, is read there.
            if !infersTypes, uses.parts.contains(model.path), uses.roots.isDisjoint(with: spellings) { continue }
            addRoot(model)
        }
    }

    private mutating func add(_ reason: HiddenRead, _ token: Int, _ number: Int) {
        unseen.append(
            UnseenName(reason: .hidden(reason), source: number, span: sources[number].tokens.tokens[token].span))
    }

    // MARK: Models

    /// `document.decode(Model.self, for: version)`, `store.group(as: Model.self)`
    private mutating func addDocument(_ use: ModelUses.Use) {
        let name = use.names.joined(separator: ".")
        switch table.model(named: use.names, in: use.scope) {
        case .success(let model): addRoot(model)
        case .failure(let problem): add(.model(name.isEmpty ? use.text : name, problem), use.token, use.source)
        }
        documents.append((use.source, sources[use.source].tokens.tokens[use.token].span))
    }

    private mutating func addRoot(_ model: ModelTable.Model) {
        let name = model.path.joined(separator: ".")
        switch table.members(of: model) {
        case .failure(let problem): add(.model(name, problem), model.declaration.token, model.source)
        case .success(let members):
            if conversion.isCustom { add(.model(name, .keyStrategy), model.declaration.token, model.source) }
            add(members, below: "", of: name)
        }
    }

    private mutating func add(_ members: [ModelTable.Member], below prefix: String, of model: String) {
        for member in members {
            let name = prefix.isEmpty ? member.name : "\(prefix).\(member.name)"
            switch member.content {
            case .group(let members): add(members, below: name, of: model)
            case .notUnderstood(let problem):
                add(.model("\(model).\(name)", problem), member.token, member.source)
            case .setting(let type, let literal): add(name, type, literal, member)
            }
        }
    }

    private mutating func add(
        _ name: String, _ type: CodeRead.ReadType, _ literal: CodeLiteral?, _ member: ModelTable.Member
    ) {
        let span = sources[member.source].tokens.tokens[member.token].span
        let type = isLenient ? .stated(.other) : type
        func add(_ setting: String) {
            reads.append(
                Read(setting: setting, type: type, defaultValue: literal, source: member.source, span: span))
        }
        add(name)
        // Without a strategy, too, the wrappers of this library fall back to a key in another casing: `legacyUrl` for `legacyURL`.
        let folded = KeyConversionUse.folded(name)
        guard table.types.effort.allows(settings.count, times: 500) else { return }
        for setting in settings where !setting.hasSameBytes(as: name) {
            let text = KeyConversionUse.folded(setting)
            if text.hasSameBytes(as: folded) {
                add(setting)
            } else if text.ends(withBytesOf: ".\(folded)") {
                // The model may be decoded from a group.
                mentions.append(CodeInventory.Mention(setting: setting, source: member.source, span: span))
            }
        }
    }
}
