import FlagResolver

extension JSONTree {
    /// The object at a path of keys joined with `.`; a key may contain dots. An empty name is the whole document.
    func group(named name: String) -> Int? {
        guard !name.isEmpty else { return 0 }
        return group(at: 0, path: Array(name.utf8)[...])
    }

    /// Descends one object per key, so the recursion is no deeper than the document.
    private func group(at node: Int, path: ArraySlice<UInt8>) -> Int? {
        for member in members(of: node) where kind(of: member.value) == .object {
            guard let key = stringBytes(at: member.key), path.starts(with: key) else { continue }
            let rest = path.dropFirst(key.count)
            if rest.isEmpty { return member.value }
            guard rest.first == UInt8(ascii: ".") else { continue }
            if let found = group(at: member.value, path: rest.dropFirst()) { return found }
        }
        return nil
    }
}
