import FlagResolver

/// Finds the uses of keys: `.payments`, `SettingKey.payments`, `Flags.Checkout.style`, `paymentsKey`.
struct KeyUses {
    /// A key, and where it is declared if that is in the code.
    struct Key {
        let path: SettingKeyPath
        let source: Int?
        let token: Int
        let isLocal: Bool
    }

    private let keys: [Key]
    private let keysByMember: [String: [Int]]
    /// Whether some member has a combination of first byte, last byte and length. Most names are ruled out.
    private var filter = [Bool](repeating: false, count: 1 << 16)
    private let aliases: [String: [String]]

    init(_ keys: [Key], aliases: [String: [String]]) {
        self.keys = keys
        keysByMember = Dictionary(grouping: keys.indices) { keys[$0].path.member }
        self.aliases = aliases
        for member in keysByMember.keys { filter[Self.slot(of: Array(member.utf8)[...])] = true }
    }

    private static func slot(of name: ArraySlice<UInt8>) -> Int {
        Int(name.first ?? 0) * 256 ^ Int(name.last ?? 0) ^ (name.count & 0xFF) * 16
    }

    /// The uses in a source.
    ///
    /// - Complexity: O(*n*) in the number of tokens, if few of them have the name of a key.
    func references(in source: SwiftTokens, number: Int, lists: [Range<Int>]) -> [SettingReference] {
        guard !keys.isEmpty else { return [] }
        var found: [SettingReference] = []
        var scopes = ScopeTracker()
        var lists = lists[...]
        for index in source.tokens.indices {
            scopes.visit(index, of: source)
            while let list = lists.first, list.upperBound <= index { lists = lists.dropFirst() }
            let token = source.tokens[index]
            guard token.kind == .identifier || token.kind == .quotedIdentifier else { continue }
            let bytes = source.bytes(of: token)
            let name = token.kind == .quotedIdentifier ? bytes.dropFirst().dropLast() : bytes
            guard filter[Self.slot(of: name)], let candidates = keysByMember[String(decoding: name, as: UTF8.self)],
                !(lists.first.map { $0.contains(index) } ?? false), !isDeclared(at: index, in: source)
            else { continue }
            addUses(of: candidates, at: index, in: source, number: number, scopes.types, to: &found)
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
        of candidates: [Int], at index: Int, in source: SwiftTokens, number: Int, _ types: [String],
        to found: inout [SettingReference]
    ) {
        let chain = source.chain(before: index)
        guard chain.isPlain else { return }
        let use = source.use(from: chain.start, to: index)
        var best: SettingReference.Certainty?
        var settings: [String] = []
        for candidate in candidates {
            let key = keys[candidate]
            let isNearby = key.source == number && key.token < index
            guard !key.isLocal || isNearby && chain.names.isEmpty && chain.start == index,
                let certainty = certainty(of: key, chain, at: index, in: source, types, isRead: use != .unknown)
            else { continue }
            if let known = best, certainty < known { continue }
            if best != certainty { settings.removeAll() }
            best = certainty
            if settings.count < Self.maximumCount, !settings.contains(key.path.setting) {
                settings.append(key.path.setting)
            }
        }
        guard let best else { return }
        let span = source.tokens[chain.start].start..<source.tokens[index].end
        for setting in settings {
            found.append(
                SettingReference(
                    setting, isText: false, use == .override ? .override : .read, best, source: number, span: span))
        }
    }

    /// How many settings one place can name. Code that compiles does not have that many keys with one path.
    private static let maximumCount = 32

    /// How certain it is that a member is a key; `nil` if it is not.
    private func certainty(
        of key: Key, _ chain: SwiftTokens.Chain, at index: Int, in source: SwiftTokens, _ types: [String], isRead: Bool
    ) -> SettingReference.Certainty? {
        let path = key.path.types
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
        guard let first = chain.names.first else {
            // A variable, or a member of a type around it.
            guard path.isEmpty || types.starts(with: path) || key.isLocal else { return nil }
            return isRead ? .likely : .possible
        }
        if path.isEmpty { return nil }
        if path.last == Self.keyType, chain.names.last == Self.keyType { return .certain }
        var names = chain.names
        if names == ["self"] || names == ["Self"] { return types == path ? .certain : nil }
        if let type = aliases[first], type.first != first { names = type + names.dropFirst() }
        if path.last == Self.keyType, names.last == Self.keyType { return .certain }
        if names.count >= path.count { return names.suffix(path.count).elementsEqual(path) ? .certain : nil }
        guard path.suffix(names.count).elementsEqual(names) else { return nil }
        // `Checkout.style` within `Flags`.
        return types.starts(with: path.dropLast(names.count)) ? .certain : .possible
    }

    private static let keyType = "SettingKey"
}
