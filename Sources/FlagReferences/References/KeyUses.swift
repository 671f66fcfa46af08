import FlagResolver

/// Finds the uses of keys: `.payments`, `SettingKey.payments`, `Flags.Checkout.style`, `paymentsKey`.
///
/// Keys are found by their name and the innermost type around them, so that a use costs little however many keys have its name.
struct KeyUses {
    /// The keys that have one name in one type, or that are global variables.
    private struct Member {
        /// The names of the types around it, the outermost first.
        let types: [String]
        var settings: [String]
    }

    /// The part of a path that every use shows, or leaves to the compiler.
    private struct PathEnd: Hashable {
        let innermostType: String?
        let name: String
    }

    /// A name that is a key in the functions of a source.
    private struct LocalName: Hashable {
        let source: Int
        let name: String
    }

    private struct LocalKey {
        let setting: String
        /// The index of the token that declares it. Only the code after it can use it.
        let token: Int
    }

    private var members: [PathEnd: [Member]] = [:]
    /// The indices in ``members``, by the names of types and member.
    private var memberIndices: [[String]: Int] = [:]
    /// In the order of the code.
    private var localKeys: [LocalName: [LocalKey]] = [:]
    private var names: Set<String> = []
    /// Whether some key has a combination of first byte, last byte and length. Most names are ruled out.
    private var filter = [Bool](repeating: false, count: 1 << 16)
    private var aliases: [String: [String]] = [:]

    /// Adds the keys and the names of types that a source declares.
    mutating func add(_ scan: NameScan, source: Int) {
        for declaration in scan.declarations {
            guard declaration.isLocal else {
                add(declaration.key)
                continue
            }
            add(
                LocalKey(setting: declaration.key.setting, token: declaration.token),
                named: LocalName(source: source, name: declaration.key.member))
        }
        aliases.merge(scan.aliases) { first, _ in first }
    }

    private mutating func add(_ key: LocalKey, named name: LocalName) {
        add(name: name.name)
        let known = localKeys[name] ?? []
        guard known.count < Self.maximumCount, !known.contains(where: { $0.setting == key.setting }) else { return }
        localKeys[name] = known + [key]
    }

    /// Adds a key that all code can use.
    mutating func add(_ key: SettingKeyPath) {
        let end = PathEnd(innermostType: key.types.last, name: key.member)
        let path = key.types + [key.member]
        guard let index = memberIndices[path] else {
            add(name: key.member)
            memberIndices[path] = members[end, default: []].count
            members[end, default: []].append(Member(types: key.types, settings: [key.setting]))
            return
        }
        guard let known = members[end]?[index].settings, known.count < Self.maximumCount, !known.contains(key.setting)
        else { return }
        members[end]?[index].settings.append(key.setting)
    }

    private mutating func add(name: String) {
        names.insert(name)
        filter[Self.slot(of: Array(name.utf8)[...])] = true
    }

    private static func slot(of name: ArraySlice<UInt8>) -> Int {
        Int(name.first ?? 0) * 256 ^ Int(name.last ?? 0) ^ (name.count & 0xFF) * 16
    }

    /// The uses in a source.
    ///
    /// - Complexity: O(*n*) in the number of tokens, unless many types with one name have keys with one name.
    func references(in source: SwiftTokens, number: Int, lists: [Range<Int>]) -> [SettingReference] {
        guard !names.isEmpty else { return [] }
        var found: [SettingReference] = []
        var scopes = ScopeTracker()
        var lists = lists[...]
        for index in source.tokens.indices {
            scopes.visit(index, of: source)
            while let list = lists.first, list.upperBound <= index { lists = lists.dropFirst() }
            let token = source.tokens[index]
            guard token.kind == .identifier || token.kind == .quotedIdentifier else { continue }
            let bytes = source.bytes(of: token)
            let spelling = token.kind == .quotedIdentifier ? bytes.dropFirst().dropLast() : bytes
            guard filter[Self.slot(of: spelling)] else { continue }
            let name = String(decoding: spelling, as: UTF8.self)
            guard names.contains(name), !(lists.first.map { $0.contains(index) } ?? false),
                !isDeclared(at: index, in: source)
            else { continue }
            addUses(of: name, at: index, in: source, number: number, scopes.types, to: &found)
        }
        return found
    }

    /// Whether a token gives a name to something, or labels an argument.
    private func isDeclared(at index: Int, in source: SwiftTokens) -> Bool {
        switch source.word(at: index - 1) {
        case .let, .var, .func, .case, .import, .struct, .class, .enum, .actor, .protocol, .extension, .typealias,
            .associatedtype:
            return true
        default: break
        }
        return source.isLabel(at: index)
    }

    private func addUses(
        of name: String, at index: Int, in source: SwiftTokens, number: Int, _ types: [String],
        to found: inout [SettingReference]
    ) {
        let chain = source.chain(before: index)
        guard chain.isPlain else { return }
        let kind = source.use(from: chain.start, to: index)
        let use = Use(chain: chain, index: index, types: types, isRead: kind != .unknown, aliases)
        var named = NamedSettings()
        if use.qualifier == .none {
            for key in localKeys[LocalName(source: number, name: name)] ?? [] {
                guard key.token < index else { break }
                named.add(key.setting, use.likelyOrPossible)
            }
        }
        for type in use.innermostTypes {
            for member in members[PathEnd(innermostType: type, name: name)] ?? [] {
                guard let certainty = use.certainty(ofMemberOf: member.types, in: source) else { continue }
                for setting in member.settings { named.add(setting, certainty) }
            }
        }
        let span = source.tokens[chain.start].start..<source.tokens[index].end
        for setting in named.settings {
            found.append(
                SettingReference(
                    setting, isText: false, kind == .override ? .override : .read, named.certainty, source: number,
                    span: span))
        }
    }

    /// The settings that one use may name, of which only the most certain ones count.
    private struct NamedSettings {
        private(set) var certainty = SettingReference.Certainty.possible
        private(set) var settings: [String] = []

        mutating func add(_ setting: String, _ certainty: SettingReference.Certainty) {
            if certainty > self.certainty {
                settings.removeAll()
                self.certainty = certainty
            }
            guard certainty == self.certainty, settings.count < KeyUses.maximumCount, !settings.contains(setting)
            else { return }
            settings.append(setting)
        }
    }

    /// How many settings one use can name. Code that compiles does not have that many keys with one path.
    private static let maximumCount = 32
}

/// An occurrence of the name of a key, with what surrounds it.
private struct Use {
    /// What is before the name of the member.
    enum Qualifier: Equatable {
        /// `payments`
        case none
        /// `.payments`
        case expectedType
        /// `self.payments`
        case ownType
        /// `Flags.Checkout.style`
        case types
    }

    let qualifier: Qualifier
    private let chain: SwiftTokens.Chain
    /// The names of the chain, with the type behind an alias in its place.
    private let names: [String]
    private let index: Int
    /// The types around the use, the outermost first.
    private let types: [String]
    private let isRead: Bool

    /// - Parameters:
    ///   - chain: The names before the member.
    ///   - index: The token of the member.
    ///   - types: The types around the use, the outermost first.
    init(
        chain: SwiftTokens.Chain, index: Int, types: [String], isRead: Bool, _ aliases: [String: [String]]
    ) {
        self.chain = chain
        self.index = index
        self.types = types
        self.isRead = isRead
        if let first = chain.names.first {
            let type = aliases.isEmpty ? nil : aliases[first]
            names = type.map { $0.first == first ? chain.names : $0 + chain.names.dropFirst() } ?? chain.names
            qualifier = chain.names == ["self"] || chain.names == ["Self"] ? .ownType : .types
        } else {
            names = []
            qualifier = chain.start == index ? .none : .expectedType
        }
    }

    /// The certainty if the type of the key is not visible.
    var likelyOrPossible: SettingReference.Certainty { isRead ? .likely : .possible }

    /// The innermost types that can declare the key.
    var innermostTypes: [String?] {
        switch qualifier {
        case .none:
            var known: Set<String> = []
            return [nil] + (types.count < 2 ? types : types.filter { known.insert($0).inserted })
        case .expectedType: return [Self.keyType]
        case .ownType: return [types.last]
        case .types: return names.last == chain.names.last ? [names.last] : [names.last, chain.names.last]
        }
    }

    /// How certain it is that the key is a member of some types; `nil` if it is not.
    ///
    /// - Parameter path: The names of the types, the outermost first.
    func certainty(ofMemberOf path: [String], in source: SwiftTokens) -> SettingReference.Certainty? {
        switch qualifier {
        case .none: types.starts(with: path) ? likelyOrPossible : nil
        case .expectedType: path.last == Self.keyType && !isPattern(in: source) ? likelyOrPossible : nil
        case .ownType: !path.isEmpty && types == path ? .certain : nil
        case .types: certainty(ofNamedMemberOf: path)
        }
    }

    private func certainty(ofNamedMemberOf path: [String]) -> SettingReference.Certainty? {
        if path.isEmpty { return nil }
        if path.last == Self.keyType, names.last == Self.keyType || chain.names.last == Self.keyType { return .certain }
        if names.count >= path.count { return names.suffix(path.count).elementsEqual(path) ? .certain : nil }
        guard path.suffix(names.count).elementsEqual(names) else { return nil }
        // `Checkout.style` within `Flags`.
        return types.starts(with: path.dropLast(names.count)) ? .certain : .possible
    }

    /// Whether an implicit member is an enum case with values, a pattern, or the operand of a comparison, and not a key.
    private func isPattern(in source: SwiftTokens) -> Bool {
        if source.isSymbol("(", at: index + 1) || source.word(at: chain.start - 1) == .case { return true }
        guard source.isSymbol("=", at: chain.start - 1) else { return false }
        return source.isSymbol("=", at: chain.start - 2) || source.isSymbol("!", at: chain.start - 2)
    }

    private static let keyType = "SettingKey"
}
