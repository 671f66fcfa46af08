/// The keys of one object, with those that become equal by conversion.
struct ReconciledKeys {
    /// Several keys that become equal.
    struct Group {
        /// The exact spelling; without one, the first in the document.
        let used: String

        /// The others in document order.
        let ignored: [String]
    }

    /// The groups of more than one key, in document order.
    private(set) var groups: [Group] = []

    /// The keys that are not read.
    private(set) var ignored: Set<String> = []

    /// The values by the names that models read them under.
    private var nodeOfName: [String: Int] = [:]

    /// The values by the keys of the document, as dictionaries read them.
    private var nodeOfKey: [String: Int] = [:]

    /// - Parameter convert: The new spelling of a key; `nil` if it keeps its spelling.
    init(of object: Int, in tree: JSONTree, _ convert: (String) -> String?) {
        var keys: [String: [String]] = [:]
        var names: [String] = []
        for member in tree.members(of: object) {
            let key = tree.string(at: member.key) ?? ""
            let name = convert(key) ?? key
            if keys[name] == nil { names.append(name) }
            keys[name, default: []].append(key)
            nodeOfKey[key] = member.value
        }
        for name in names {
            guard let all = keys[name], let first = all.first else { continue }
            let used = all.contains(name) ? name : first
            nodeOfName[name] = nodeOfKey[used]
            guard all.count > 1 else { continue }
            let group = Group(used: used, ignored: all.filter { $0 != used })
            groups.append(group)
            ignored.formUnion(group.ignored)
        }
    }

    /// The value that a step of a coding path leads to: in a model, or in a dictionary.
    func child(named name: String) -> Int? {
        nodeOfName[name] ?? nodeOfKey[name]
    }
}
