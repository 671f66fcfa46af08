import FlagResolver

extension DocumentFormatter {
    /// The role of a node in a document, which decides its layout.
    enum Role {
        case group
        case setting
        case entries
        case entry
        case value

        /// Whether a container is written on one line if it fits.
        func mayBeOneLine(_ node: Int, in tree: JSONTree) -> Bool {
            switch self {
            case .group, .entries: return false
            case .entry, .value: return true
            case .setting:
                let keys = tree.members(of: node).prefix(2).map(\.key)
                return keys.count == 1 && keys.allSatisfy { tree.isString(at: $0, equalTo: "defaultValue") }
            }
        }

        /// The role of an element, or of the value of a member with a key.
        func role(of node: Int, key: Int?, in tree: JSONTree) -> Role {
            let isObject = tree.kind(of: node) == .object
            switch self {
            case .group:
                guard isObject, let key, !tree.isMetadata(key: key) else { return .value }
                let isSetting =
                    tree.member(named: "defaultValue" as StaticString, of: node) != nil
                    || tree.member(named: "valuesByVersion" as StaticString, of: node) != nil
                return isSetting ? .setting : .group
            case .setting:
                let isList = tree.kind(of: node) == .array
                return isList && key.map { tree.isString(at: $0, equalTo: "valuesByVersion") } ?? false
                    ? .entries : .value
            case .entries: return isObject ? .entry : .value
            case .entry, .value: return .value
            }
        }

        /// The elements of an array or the keys of an object in the order in which they are written.
        func children(of node: Int, in tree: JSONTree, atMost limit: Int = .max) -> [Int] {
            guard tree.kind(of: node) == .object else {
                return tree.elements(of: node).prefix(limit).map { $0 }
            }
            let keys = tree.members(of: node).prefix(limit).map(\.key)
            guard self == .setting || self == .entry else { return keys }
            let ranks = keys.map { rank(of: $0, in: tree) }
            guard zip(ranks, ranks.dropFirst()).contains(where: { $0 > $1 }) else { return keys }
            return zip(ranks, keys).enumerated()
                .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
                .map(\.element.1)
        }

        private static let settingMembers: [StaticString] = [
            "description", "owner", "expires", "type", "enum", "minimum", "maximum", "elementType", "defaultValue",
            "valuesByVersion",
        ]
        /// The position of the default among the members of a setting.
        private static let valuePosition = 8
        private static let entryMembers: [StaticString] = [
            "name", "appVersion", "when", "rollout", "from", "until", "requires", "value", "defaultValue",
            "description",
        ]

        /// The rank of a member among those of a setting or an entry. Unknown members come before the values of a setting,
        /// and after those of an entry.
        private func rank(of key: Int, in tree: JSONTree) -> Int {
            let known = self == .setting ? Self.settingMembers : Self.entryMembers
            if let position = known.firstIndex(where: { tree.isString(at: key, equalTo: $0) }) {
                return self == .setting && position >= Self.valuePosition ? position + 2 : position + 1
            }
            let isMetadata = tree.isMetadata(key: key)
            return self == .setting
                ? (isMetadata ? 0 : Self.valuePosition + 1) : Self.entryMembers.count + (isMetadata ? 2 : 1)
        }
    }
}

extension JSONTree {
    /// Whether a node is an array or an object.
    func isContainer(_ node: Int) -> Bool { kind(of: node) == .array || kind(of: node) == .object }
}

extension DocumentFormatter {
    /// Writes a string with only the necessary escapes.
    mutating func writeString(_ node: Int) {
        let span = tree.nodes[node].span
        let isPlain = !tree.nodes[node].isEscaped && tree.bytes[span].allSatisfy { $0 < 0x7F }
        guard !isPlain else {
            bytes.append(contentsOf: tree.bytes[span])
            return
        }
        var text: [UInt8] = []
        JSONWriter.appendString(tree.stringBytes(at: node) ?? [], to: &text)
        // The characters to escape begin with one of these bytes.
        guard text.contains(where: { $0 == 0xE2 || $0 == 0xEF }) else {
            bytes.append(contentsOf: text)
            return
        }
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            // Line separators, changes of direction, and the byte order mark.
            case 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
                bytes.append(contentsOf: "\\u\(String(scalar.value, radix: 16))".utf8)
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }
}
