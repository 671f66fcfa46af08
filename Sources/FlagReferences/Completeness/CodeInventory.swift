import FlagResolver

/// Which settings some code reads, and every place that may hide a read.
///
/// ```swift
/// let inventory = CodeInventory(of: sources, keys: keys, settings: names, modules: ["Shop"])
/// inventory.unseen.isEmpty  // whether the code reads nothing but the references
/// ```
///
/// 1. Each use of an entry point of the libraries (``EntryPoints``) names a setting as a whole literal, or is in ``unseen``. So is
///    everything that could lead to an entry point under another name: a typealias, a cast, a conformance, a macro, a module whose code
///    is not among the sources.
/// 2. A name that is a parameter, a constant or the raw value of an enum is followed to the literals that it can be; see ``PossibleNames``.
/// 3. Models that the code declares and decodes are read member by member; see ``ModelTable``.
/// 4. A setting whose name is a whole literal anywhere else is in ``mentions``: whether the code reads it is not known.
package struct CodeInventory: Sendable {
    /// A place that has the name of a setting, without being seen to read it.
    package struct Mention: Hashable, Sendable {
        package let setting: String
        package let source: Int
        package let span: Range<Int>
    }

    /// Ordered by source, then by location.
    package private(set) var references: [SettingReference]
    /// In the same order.
    package private(set) var unseen: [UnseenName]
    /// The types and defaults of the names that are seen, in the order of the code.
    package private(set) var reads: [CodeRead]
    package private(set) var mentions: [Mention] = []
    /// The names by which other code of the same module can read settings without an import.
    package private(set) var entryNames = EntryNames()
    /// Whether the code imports one of the libraries, or a module that may export them.
    package let usesLibraries: Bool

    /// A step takes about a nanosecond. The code of a large app takes a hundredth of them.
    package static let maximumStepCount: Int64 = 8_000_000_000

    /// - Parameters:
    ///   - keys: Keys that are declared elsewhere, such as in generated code.
    ///   - settings: The names of all settings that are known.
    ///   - modules: The names of the modules whose code is among the sources; `nil` to leave imports aside.
    ///   - steps: How many steps may be taken to follow declarations. With more, ``unseen`` has a place that says so.
    /// - Complexity: O(*n*) in the number of bytes, if few names are those of keys and of functions that take names.
    package init(
        of sources: [ScannedSource], keys: [SettingKeyPath] = [], settings: [String] = [], modules: Set<String>? = nil,
        steps: Int64 = maximumStepCount
    ) {
        let found = CodeReferences(in: sources, keys: keys)
        references = found.references
        unseen = found.unseen
        reads = sources.flatMap(\.reads)
        let unknown = modules.map { Self.unknownModules(in: sources, $0) } ?? []
        // A module whose code is not given can export the libraries.
        usesLibraries =
            !unknown.isEmpty
            || sources.contains { $0.outline.imports.contains { EntryPoints.modules.contains($0.module) } }
        let types = DeclaredTypes(sources, CodeEffort(steps))
        let table = ModelTable(sources, types)
        let decoded = Set(table.all.map { EntryPointAudit.Declaration(source: $0.source, token: $0.declaration.token) })
        unseen += unknown
        if usesLibraries {
            let inference = TypeInference(sources, types)
            var audit = EntryPointAudit(sources, references, keys, table, inference)
            audit.run()
            unseen += audit.hidden
            removeKeys(of: sources, audit)
            let models = ModelReads(sources, settings, table, infersTypes: inference.isUsed)
            unseen += models.unseen
            add(models)
            addPossibleNames(of: sources, types)
            entryNames.add(audit.generated.roots)
            entryNames.add(Set(sources.flatMap(\.scan.declarations).filter { !$0.isLocal }.map(\.key.firstName)))
            entryNames.add(stores: audit.values.namesOfStores)
            addUnusedKeys(of: sources, types)
            addOverrides(of: sources)
        }
        unseen.sort { ($0.source, $0.span.lowerBound) < ($1.source, $1.span.lowerBound) }
        references.sort {
            ($0.source, $0.span.lowerBound, $0.span.upperBound) < ($1.source, $1.span.lowerBound, $1.span.upperBound)
        }
        addMentions(of: settings, in: sources, decoded)
        if types.effort.isSpent { addEffort(of: sources) }
    }

    /// Names the source with the most declarations, where the search for reads was given up.
    private mutating func addEffort(of sources: [ScannedSource]) {
        let counts = sources.map(\.outline.declarationCount)
        guard let number = counts.indices.max(by: { counts[$0] < counts[$1] }) else { return }
        let span = sources[number].tokens.tokens.first?.span ?? 0..<0
        unseen.append(UnseenName(reason: .hidden(.effort(counts[number])), source: number, span: span))
        unseen.sort { ($0.source, $0.span.lowerBound) < ($1.source, $1.span.lowerBound) }
    }

    // MARK: Modules

    private static func unknownModules(in sources: [ScannedSource], _ modules: Set<String>) -> [UnseenName] {
        var known = modules.union(EntryPoints.modules).union(SystemModules.names)
        var found: [UnseenName] = []
        for (number, source) in sources.enumerated() {
            for item in source.outline.imports where known.insert(item.module).inserted {
                found.append(
                    UnseenName(
                        reason: .hidden(.module(item.module)), source: number,
                        span: source.tokens.tokens[item.token].span))
            }
        }
        return found
    }

    // MARK: Reads

    private mutating func add(_ models: ModelReads) {
        for read in models.reads {
            reads.append(CodeRead(setting: read.setting, type: read.type, defaultValue: read.defaultValue))
            references.append(
                SettingReference(
                    read.setting, isText: false, .read, .certain, source: read.source, span: read.span))
        }
        mentions += models.mentions
        let documents = Set(models.documents.map { Place(source: $0.source, span: $0.span) })
        unseen.removeAll { name in
            name.reason == .model && documents.contains(Place(source: name.source, span: name.span))
        }
    }

    /// Removes the places that read a setting with a key, which was created elsewhere.
    private mutating func removeKeys(of sources: [ScannedSource], _ audit: EntryPointAudit) {
        for (number, source) in sources.enumerated() {
            for expression in source.scan.expressions
            where expression.mayBeKey && audit.isKey(at: expression.token, in: number) {
                guard audit.types.effort.allows(unseen.count, times: 10) else { return }
                unseen.removeAll { $0.source == number && $0.span == expression.span && $0.reason == .expression }
            }
        }
    }

    /// Replaces names that are expressions by those that the expressions can be.
    private mutating func addPossibleNames(of sources: [ScannedSource], _ types: DeclaredTypes) {
        var possible = PossibleNames(sources, types)
        for (number, source) in sources.enumerated() {
            for expression in source.scan.expressions + source.scan.keysOrNames {
                let isFound = { (name: UnseenName) in
                    name.source == number && name.span == expression.span && name.reason == .expression
                }
                guard types.effort.allows(unseen.count, times: 20), let index = unseen.firstIndex(where: isFound) else {
                    continue
                }
                do throws(PossibleNames.Obstacle) {
                    let (names, callees) = try possible.names(of: expression, in: number)
                    entryNames.add(callees)
                    unseen.removeAll(where: isFound)
                    for name in names {
                        reads.append(
                            CodeRead(setting: name.text, type: expression.type, defaultValue: expression.defaultValue))
                        references.append(
                            SettingReference(
                                name.text, isText: true, .read, .certain, source: name.source, span: name.span))
                    }
                } catch {
                    let tokens = sources[error.source].tokens.tokens
                    guard tokens.indices.contains(error.token) else { continue }
                    unseen[index] = unseen[index].because(of: error.source, tokens[error.token].span)
                }
            }
        }
    }

    /// Counts keys in lists as read if the code may read all keys of the list.
    ///
    /// The elements of `[any DeclaredSetting]` can only be listed.
    private mutating func addListedKeys(
        of sources: [ScannedSource], _ uses: KeyOccurrences, _ effort: CodeEffort
    ) {
        references = references.map { found in
            guard found.kind == .declaration, found.isText else { return found }
            let source = sources[found.source]
            guard effort.allows(source.scan.lists.count, times: 20) else { return found }
            guard let list = source.scan.lists.first(where: { source.span(of: $0).contains(found.span.lowerBound) }),
                uses.looksIntoValues || !source.isListOfKeys(list, hasOwnKeys: uses.hasOwnKeys)
            else { return found }
            return SettingReference(
                found.name, isText: true, .read, .possible, source: found.source, span: found.span)
        }
    }

    /// Counts a key that is declared as read if its name, or that of its type, is anywhere else in the code.
    ///
    /// ``CodeReferences`` follows a key only where the type that declares it is visible.
    private mutating func addUnusedKeys(of sources: [ScannedSource], _ types: DeclaredTypes) {
        let uses = KeyOccurrences(sources, types)
        addListedKeys(of: sources, uses, types.effort)
        let known = Set(references.filter { $0.kind == .read && !$0.isGroup }.map { ExactText($0.name) })
        for (number, source) in sources.enumerated() {
            for declaration in source.scan.declarations {
                let key = declaration.key
                guard !known.contains(ExactText(key.setting)), uses.mayUse(declaration, in: number) else { continue }
                references.append(
                    SettingReference(
                        key.setting, isText: false, .read, .possible, source: number,
                        span: source.tokens.tokens[declaration.token].span))
            }
        }
    }

    /// Counts an override as a read if the code declares something with the name of a function that overrides.
    private mutating func addOverrides(of sources: [ScannedSource]) {
        let names: Set<String> = ["override", "removeOverride", "set"]
        let hasOwn = sources.contains { source in
            source.outline.functions.contains { names.contains($0.name ?? "") }
                || source.outline.bindings.contains { names.contains($0.name) }
                || source.outline.types.contains { $0.cases.contains { names.contains($0.name) } }
        }
        guard hasOwn else { return }
        references = references.map { found in
            guard found.kind == .override else { return found }
            return SettingReference(
                found.name, isGroup: found.isGroup, isText: found.isText, .read, .possible, source: found.source,
                span: found.span)
        }
    }

    // MARK: Mentions

    private mutating func addMentions(
        of settings: [String], in sources: [ScannedSource], _ decoded: Set<EntryPointAudit.Declaration>
    ) {
        guard !settings.isEmpty else { return }
        let names = Set(settings.map { ExactText($0) })
        let lengths = Set(settings.map(\.utf8.count))
        var seen = Set(references.filter(\.isText).map { Place(source: $0.source, span: $0.span) })
        let read = Set(references.filter { $0.kind == .read }.map { ExactText($0.name) })
        for (number, source) in sources.enumerated() {
            for token in source.tokens.tokens where token.kind == .string {
                let bytes = source.tokens.bytes(of: token)
                // Escapes and other delimiters make a literal longer than its value.
                let isPlain = bytes.first == UInt8(ascii: "\"") && !bytes.contains(UInt8(ascii: "\\"))
                guard !isPlain || lengths.contains(bytes.count - 2) || bytes.starts(with: Self.tripleQuote),
                    seen.insert(Place(source: number, span: token.span)).inserted,
                    let text = SwiftStringValue.value(of: bytes), names.contains(ExactText(text))
                else { continue }
                mentions.append(Mention(setting: text, source: number, span: token.span))
            }
            for member in source.decodedMembers(decoded, number) where names.contains(ExactText(member.name)) {
                mentions.append(
                    Mention(setting: member.name, source: number, span: source.tokens.tokens[member.token].span))
            }
        }
        mentions = mentions.filter { !read.contains(ExactText($0.setting)) }
            .sorted { ($0.source, $0.span.lowerBound) < ($1.source, $1.span.lowerBound) }
    }

    private static let tripleQuote = [UInt8](repeating: UInt8(ascii: "\""), count: 3)

    private struct Place: Hashable {
        let source: Int
        let span: Range<Int>
    }
}

extension ScannedSource {
    /// The members that types of the source may decode, and their coding keys.
    fileprivate func decodedMembers(_ models: Set<EntryPointAudit.Declaration>, _ number: Int) -> [(
        name: String, token: Int
    )] {
        outline.types.flatMap { type -> [(name: String, token: Int)] in
            let inherited = Set(type.inherited.compactMap(\.last))
            let isDecoded =
                models.contains(EntryPointAudit.Declaration(source: number, token: type.token))
                || !inherited.isDisjoint(with: ["CodingKey", "TolerantCodingKey"])
            // The raw value of a case is its name.
            guard isDecoded || type.keyword == .enum && inherited.contains("String") else { return [] }
            return type.properties.map { ($0.name, $0.token) } + type.cases.map { ($0.rawValue ?? $0.name, $0.token) }
        }
    }
}
