import FlagResolver

/// New names for misspelt members of one object, and a check of what the object would be with them.
///
/// Members without a new name are left out of the check: each has its own finding.
struct MemberRenaming {
    private let object: Int
    private let tree: JSONTree
    private var names: [Int: String] = [:]
    private var leftOut: Set<Int> = []

    init(of object: Int, in tree: JSONTree) {
        self.object = object
        self.tree = tree
    }

    /// Gives a member a new name, or leaves it out for `nil`.
    mutating func add(_ key: Int, _ name: String?) {
        if let name { names[key] = name } else { leftOut.insert(key) }
    }

    /// The new name of a member.
    func name(for key: Int) -> String? { names[key] }

    /// Whether the renamed object is a single setting, with no duplicate name.
    ///
    /// - Complexity: O(*n*) in the bytes of the object.
    var makesSetting: Bool {
        guard !names.isEmpty, let document = document(before: "{\"s\":", after: "}") else { return false }
        return document.count == 1
            && document.indices.allSatisfy { document.loaded[$0].node != document.loaded[$0].defaultValue }
    }

    /// Whether the renamed object is an entry whose members are all known and do not conflict.
    ///
    /// A bad requirement or a value of another type has its own finding, once the names are right.
    ///
    /// - Complexity: O(*n*) in the bytes of the object.
    var makesEntry: Bool {
        let head = "{\"s\":{\"defaultValue\":null,\"valuesByVersion\":["
        guard !names.isEmpty, let document = document(before: head, after: "]}}") else { return false }
        return !document.issues.contains { $0.code == .unknownCondition || $0.code == .conflictingValues }
    }

    private func document(before head: String, after tail: String) -> SettingsDocument? {
        var text = Array(head.utf8)
        text.append(UInt8(ascii: "{"))
        var isFirst = true
        for (key, value) in tree.members(of: object) where !leftOut.contains(key) {
            if !isFirst { text.append(UInt8(ascii: ",")) }
            isFirst = false
            if let name = names[key] {
                JSONWriter.appendString(Array(name.utf8), to: &text)
            } else {
                tree.writeCompact(key, to: &text)
            }
            text.append(UInt8(ascii: ":"))
            tree.writeCompact(value, to: &text)
        }
        text.append(UInt8(ascii: "}"))
        text.append(contentsOf: tail.utf8)
        return try? SettingsDocument(parsing: text)
    }
}
