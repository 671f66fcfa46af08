import FlagResolver

/// Finds the uses of keys: `.payments`, `SettingKey.payments`, `Flags.Checkout.style`, `paymentsKey`.
///
/// Keys are found by their name and the innermost type around them, so that a use costs little however many keys have its name.
struct KeyUses {
    /// The members of types, or global variables, that are keys.
    private struct Member: Hashable {
        /// The names of the types around it, the outermost first.
        let types: [String]
        let name: String
    }

    /// What a use shows of a member.
    private struct VisibleMember: Hashable {
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

    private var settings: [Member: [String]] = [:]
    private var members: [VisibleMember: [Member]] = [:]
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
        let member = Member(types: key.types, name: key.member)
        let known = settings[member] ?? []
        if known.isEmpty {
            add(name: key.member)
            members[VisibleMember(innermostType: key.types.last, name: key.member), default: []].append(member)
        }
        guard known.count < Self.maximumCount, !known.contains(key.setting) else { return }
        settings[member] = known + [key.setting]
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
        guard source.isSymbol(":", at: index + 1) else { return false }
        return source.isSymbol("(", at: index - 1) || source.isSymbol(",", at: index - 1)
    }

    private func addUses(
        of name: String, at index: Int, in source: SwiftTokens, number: Int, _ types: [String],
        to found: inout [SettingReference]
    ) {
        let chain = source.chain(before: index)
        guard chain.isPlain else { return }
        let use = source.use(from: chain.start, to: index)
        let isRead = use != .unknown
        var named = NamedSettings()
        if chain.start == index {
            for key in localKeys[LocalName(source: number, name: name)] ?? [] {
                guard key.token < index else { break }
                named.add(key.setting, isRead ? .likely : .possible)
            }
        }
        let names = namesWithoutAlias(chain.names)
        for type in innermostTypes(of: chain, names, at: index, within: types) {
            for member in members[VisibleMember(innermostType: type, name: name)] ?? [] {
                guard
                    let certainty = certainty(
                        ofMemberOf: member.types, chain, names, at: index, in: source, types, isRead: isRead)
                else { continue }
                for setting in settings[member] ?? [] { named.add(setting, certainty) }
            }
        }
        let span = source.tokens[chain.start].start..<source.tokens[index].end
        for setting in named.settings {
            found.append(
                SettingReference(
                    setting, isText: false, use == .override ? .override : .read, named.certainty, source: number,
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

    private func namesWithoutAlias(_ names: [String]) -> [String] {
        guard let first = names.first, let type = aliases[first], type.first != first else { return names }
        return type + names.dropFirst()
    }

    /// The innermost types that can declare the key of a use.
    private func innermostTypes(
        of chain: SwiftTokens.Chain, _ names: [String], at index: Int, within types: [String]
    ) -> [String?] {
        if chain.names.isEmpty {
            var known: Set<String> = []
            return chain.start == index ? [nil] + types.filter { known.insert($0).inserted } : [Self.keyType]
        }
        if Self.isOwnType(chain.names) { return [types.last] }
        return names.last == chain.names.last ? [names.last] : [names.last, chain.names.last]
    }

    private static func isOwnType(_ names: [String]) -> Bool { names == ["self"] || names == ["Self"] }

    /// How certain it is that a use is a member of the types of a key; `nil` if it is not.
    ///
    /// - Parameters:
    ///   - path: The types around the key.
    ///   - types: The types around the use.
    private func certainty(
        ofMemberOf path: [String], _ chain: SwiftTokens.Chain, _ names: [String], at index: Int, in source: SwiftTokens,
        _ types: [String], isRead: Bool
    ) -> SettingReference.Certainty? {
        let isImplicit = chain.names.isEmpty && chain.start != index
        if isImplicit {
            guard path.last == Self.keyType else { return nil }
            // An enum case with values, a pattern, or the operand of a comparison is not a key.
            if source.isSymbol("(", at: index + 1) || source.word(at: chain.start - 1) == .case
                || source.isSymbol("=", at: chain.start - 1) && source.isSymbol("=", at: chain.start - 2)
                || source.isSymbol("=", at: chain.start - 1) && source.isSymbol("!", at: chain.start - 2)
            {
                return nil
            }
            return isRead ? .likely : .possible
        }
        if chain.names.isEmpty {
            // A variable, or a member of a type around it.
            guard types.starts(with: path) else { return nil }
            return isRead ? .likely : .possible
        }
        if path.isEmpty { return nil }
        if path.last == Self.keyType, chain.names.last == Self.keyType { return .certain }
        if Self.isOwnType(chain.names) { return types == path ? .certain : nil }
        if path.last == Self.keyType, names.last == Self.keyType { return .certain }
        if names.count >= path.count { return names.suffix(path.count).elementsEqual(path) ? .certain : nil }
        guard path.suffix(names.count).elementsEqual(names) else { return nil }
        // `Checkout.style` within `Flags`.
        return types.starts(with: path.dropLast(names.count)) ? .certain : .possible
    }

    private static let keyType = "SettingKey"
}
