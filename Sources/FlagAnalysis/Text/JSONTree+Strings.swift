import FlagResolver

extension JSONTree {
    /// The strings in a value at any depth, the names of members included.
    func strings(in value: Int) -> some Sequence<Int> {
        (value..<max(value, Int(nodes[value].next))).lazy.filter { self.kind(of: $0) == .string }
    }
}
